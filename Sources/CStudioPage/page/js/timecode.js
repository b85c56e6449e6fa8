// SPDX-License-Identifier: MIT
// timecode: frames, seconds and timecode, and what a person types for a time. Pure functions.
// A rate is [numerator, denominator], as in `film.fps`.

/** Frames in one second of timecode: 30 for 30000/1001. */
export const nominalRate = (fps) => Math.max(1, Math.round(fps[0] / fps[1]));

/** Whether timecode drops numbers to stay with the clock (29.97 and 59.94 frames a second). */
const dropsFrames = (fps) => fps[1] === 1001 && nominalRate(fps) % 30 === 0;

export const secondsOfFrame = (frame, fps) => (frame * fps[1]) / fps[0];

/** The frame on screen at `seconds`; a hair before a frame's start counts as that frame. */
export const frameAtSeconds = (seconds, fps) => Math.floor((seconds * fps[0]) / fps[1] + 1e-6);

const two = (number) => String(number).padStart(2, "0");

/** The number that a timecode shows for `frame`: counts on over the dropped numbers. */
function shownNumber(frame, fps) {
  if (!dropsFrames(fps)) return frame;
  const rate = nominalRate(fps);
  const dropped = rate / 15;
  const inMinute = rate * 60 - dropped;
  const inTen = inMinute * 10 + dropped;
  const tens = Math.floor(frame / inTen);
  const rest = frame % inTen;
  const minutes = rest < dropped ? 0 : Math.floor((rest - dropped) / inMinute);
  return frame + dropped * (9 * tens + minutes);
}

/** "00:00:04:12", with a semicolon before the frames where numbers are dropped. */
export function timecode(frame, fps) {
  const rate = nominalRate(fps);
  const number = shownNumber(Math.max(0, Math.round(frame)), fps);
  const seconds = Math.floor(number / rate);
  const mark = dropsFrames(fps) ? ";" : ":";
  const hours = Math.floor(seconds / 3600);
  return `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${two(number % rate)}`;
}

/** The frame that a timecode's four numbers name. */
function frameOfParts([hours, minutes, seconds, frames], fps) {
  const rate = nominalRate(fps);
  const number = ((hours * 60 + minutes) * 60 + seconds) * rate + frames;
  if (!dropsFrames(fps)) return number;
  const allMinutes = hours * 60 + minutes;
  return number - (rate / 15) * (allMinutes - Math.floor(allMinutes / 10));
}

/**
 * The frame that a person means, or null: "1:02:03:04" and "3:04" are timecode, "90" or "90f" a frame, "1.5s" or
 * "1.5" seconds, "1m30s" minutes; with a sign it goes from `here`. The answer may lie outside of the film.
 */
export function parsePosition(text, fps, here) {
  const match = /^([+-]?)\s*(.+)$/.exec(text.trim());
  if (!match) return null;
  const frame = parseAmount(match[2], fps);
  if (frame === null) return null;
  if (match[1] === "+") return here + frame;
  return match[1] === "-" ? here - frame : frame;
}

function parseAmount(text, fps) {
  if (/^\d+f?$/.test(text)) return parseInt(text, 10);
  if (/^(\d{1,6}[:;]){1,3}\d{1,6}$/.test(text)) {
    const parts = text.split(/[:;]/).map(Number);
    while (parts.length < 4) parts.unshift(0);
    return frameOfParts(parts, fps);
  }
  const match = /^(?:(\d+)m)?\s*(?:(\d*\.?\d+)s?)?$/.exec(text);
  if (!match || text === "") return null;
  const seconds = Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0);
  return Number.isFinite(seconds) ? Math.round((seconds * fps[0]) / fps[1]) : null;
}

/** "4.500 s". */
export const secondsText = (seconds) => `${seconds.toFixed(3)} s`;

/** "29.97", "25": the rate for people. */
export const rateText = (fps) => String(Math.round((fps[0] / fps[1]) * 1000) / 1000);

// SPDX-License-Identifier: MIT
// timeline-ruler: ticks and their times, the loop, markers, and the ribbon of changed frames.

import { fitCanvas, token } from "./dom.js";
import { frameAtSeconds, secondsOfFrame, timecode } from "./timecode.js";
import { tickStep } from "./timeline-scale.js";

const RIBBON = 7;

export function drawRuler(canvas, { scale, head, fps, film, ribbon, loop }) {
  const { context, width, height } = fitCanvas(canvas);
  if (!film) return;
  context.save();
  context.beginPath();
  context.rect(head - 1, 0, width, height);
  context.clip();
  context.translate(head, 0);
  context.font = "10.5px system-ui, 'DejaVu Sans', sans-serif";
  context.textBaseline = "middle";
  drawLoop(context, scale, loop, height);
  drawTicks(context, scale, fps, height);
  drawMarkers(context, scale, film.timeline?.markers ?? [], height);
  drawRibbon(context, scale, fps, film, ribbon, height);
  context.restore();
}

function drawTicks(context, scale, fps, height) {
  const step = tickStep(scale, fps);
  const bottom = height - RIBBON - 2;
  const parts = step * scale.pixelsPerSecond > 130 ? 10 : 5;
  context.strokeStyle = token("faint");
  context.fillStyle = token("soft");
  context.lineWidth = 1;
  context.beginPath();
  const first = Math.floor(scale.from / step);
  const last = Math.ceil((scale.from + scale.span) / step);
  for (let at = first * parts; at <= last * parts; at++) {
    const x = Math.round(scale.x((at / parts) * step)) + 0.5;
    const isLong = at % parts === 0;
    context.moveTo(x, bottom - (isLong ? 8 : 3));
    context.lineTo(x, bottom);
    if (isLong && x < scale.width - 24) context.fillText(label((at / parts) * step, step, fps), x + 4, 8);
  }
  context.stroke();
}

/** Whole seconds as m:ss, finer steps as timecode. */
function label(seconds, step, fps) {
  if (step < 1) return timecode(frameAtSeconds(seconds, fps), fps).replace(/^00:/, "");
  const whole = Math.round(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

function drawLoop(context, scale, loop, height) {
  const hasPoint = typeof loop?.in === "number" || typeof loop?.out === "number";
  if (!loop?.on && !hasPoint) return;
  const from = scale.x(loop.in ?? 0);
  const to = scale.x(loop.out ?? scale.duration);
  context.fillStyle = token(loop.on ? "accent" : "faint");
  context.globalAlpha = 0.2;
  context.fillRect(from, 0, to - from, height - RIBBON - 2);
  context.globalAlpha = 1;
  for (const [x, point] of [[from, loop.in], [to, loop.out]]) {
    if (typeof point === "number") context.fillRect(x === to ? x - 2 : x, 0, 2, height - RIBBON - 2);
  }
}

function drawMarkers(context, scale, markers, height) {
  for (const marker of markers) {
    const x = Math.round(scale.x(marker.time));
    if (x < -200 || x > scale.width + 10) continue;
    context.fillStyle = token("good");
    context.beginPath();
    context.moveTo(x - 4, height - RIBBON - 12);
    context.lineTo(x + 4, height - RIBBON - 12);
    context.lineTo(x, height - RIBBON - 3);
    context.fill();
    if (marker.name) context.fillText(marker.name, x + 7, height - RIBBON - 8);
  }
}

/** Exactly the frames that changed with the last save, each at least a pixel wide; below them changed sound. */
function drawRibbon(context, scale, fps, film, ribbon, height) {
  const top = height - RIBBON;
  context.fillStyle = token("line");
  const start = Math.max(0, scale.x(0));
  context.fillRect(start, top + 1, Math.min(scale.width, scale.x(film.duration)) - start, RIBBON - 3);
  if (!ribbon) return;
  context.fillStyle = token("change");
  for (const [first, last] of ribbon.changed ?? []) {
    const from = scale.x(secondsOfFrame(first, fps));
    const to = scale.x(secondsOfFrame(last + 1, fps));
    if (to < 0 || from > scale.width) continue;
    context.fillRect(from, top, Math.max(1, to - from), RIBBON - 3);
  }
  context.fillStyle = token("wave");
  for (const [start, end] of ribbon.sound ?? []) {
    const from = scale.x(start);
    context.fillRect(from, height - 3, Math.max(1, scale.x(end) - from), 2);
  }
}

// SPDX-License-Identifier: MIT
// timeline-clip: how one clip looks: its body, thumbnails, waveform, transition and the curves of its keyframes.

import { token } from "./dom.js";
import { THUMBNAILS } from "./media.js";
import { drawCurves } from "./timeline-curves.js";

const NARROW = 6;
const PICTURE_KINDS = new Set(["file", "still", "image", "picture", "composition", "video"]);

const showsPictures = (kind, clip) => kind === "video" || (kind === "layers" && PICTURE_KINDS.has(clip.kind));

export function drawClip(context, look) {
  const { clip, kind, view, left, width, top, height, isPicked, media, color } = look;
  if (width < NARROW && !isPicked) {
    context.fillStyle = color;
    context.fillRect(left, top, width, height);
    return;
  }
  context.save();
  context.beginPath();
  context.roundRect(left, top, width, height, Math.min(3, width / 2));
  context.fillStyle = clip.color && kind === "layers" ? mixed(clip.color, color) : color;
  context.fill();
  context.clip();
  const isWide = width > 16;
  if (isWide && showsPictures(kind, clip)) thumbnails(context, look, media.of("thumbnails", clip));
  if (isWide && kind === "audio") waveform(context, look, media.of("waveform", clip));
  if (clip.transition?.duration > 0) transition(context, look);
  if (isWide && clip.keyframes?.length) {
    context.translate(0, top);
    drawCurves(context, clip, (seconds) => view.x(seconds), height, token("curve"), isPicked);
  }
  context.restore();
  if (!isPicked) return;
  context.strokeStyle = token("pick");
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(left + 1, top + 1, Math.max(1, width - 2), height - 2, 3);
  context.stroke();
}

/** The script's own colour, toned so that words on it can be read. */
function mixed(color, ground) {
  return CSS.supports("color", color) ? `color-mix(in srgb, ${color} 45%, ${ground})` : ground;
}

function thumbnails(context, { clip, view, left, width, top, height }, items) {
  const first = items?.find(Boolean);
  if (!first) return;
  const tileWidth = (first.width / first.height) * height;
  const start = view.x(clip.start);
  const whole = Math.max(1, view.x(clip.end) - start);
  const from = Math.max(0, Math.floor((left - start) / tileWidth));
  context.globalAlpha = 0.82;
  for (let tile = from; start + tile * tileWidth < left + width; tile++) {
    const share = ((tile + 0.5) * tileWidth) / whole;
    const picture = items[Math.min(THUMBNAILS - 1, Math.floor(Math.min(0.999, share) * THUMBNAILS))] ?? first;
    context.drawImage(picture, start + tile * tileWidth, top, tileWidth, height);
  }
  context.globalAlpha = 1;
  const shade = context.createLinearGradient(0, top, 0, top + 18);
  shade.addColorStop(0, "rgb(0 0 0 / 0.6)");
  shade.addColorStop(1, "rgb(0 0 0 / 0)");
  context.fillStyle = shade;
  context.fillRect(left, top, width, 18);
}

function waveform(context, { clip, view, left, width, top, height }, peaks) {
  if (!(peaks instanceof Float32Array) || peaks.length < 2) return;
  const count = peaks.length / 2;
  const start = view.x(clip.start);
  const whole = Math.max(1, view.x(clip.end) - start);
  const middle = top + height / 2;
  context.fillStyle = token("wave");
  for (let x = Math.max(left, 0); x < left + width; x++) {
    const from = Math.max(0, Math.floor(((x - start) / whole) * count));
    const to = Math.min(count, Math.max(from + 1, Math.floor(((x + 1 - start) / whole) * count)));
    let low = 0;
    let high = 0;
    for (let at = from; at < to; at++) {
      low = Math.min(low, peaks[at * 2]);
      high = Math.max(high, peaks[at * 2 + 1]);
    }
    const y = middle - heightOf(high) * (height / 2 - 1);
    context.fillRect(x, y, 1, Math.max(1, (heightOf(high) - heightOf(low)) * (height / 2 - 1)));
  }
}

/** Quiet sound is drawn larger than it is, to be seen in a low row. */
const heightOf = (sample) => Math.sign(sample) * Math.abs(sample) ** 0.6;

/** A transition into the clip: a wedge over the time that it takes. */
function transition(context, { clip, view, top, height }) {
  const start = clip.transition.start ?? clip.start;
  const from = view.x(start);
  const to = view.x(start + clip.transition.duration);
  context.fillStyle = token("shade");
  context.beginPath();
  context.moveTo(from, top);
  context.lineTo(to, top);
  context.lineTo(from, top + height);
  context.fill();
  context.strokeStyle = "rgb(255 255 255 / 0.85)";
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(to, top);
  context.lineTo(from, top + height);
  context.stroke();
}

// SPDX-License-Identifier: MIT
// scrub-marks: what lies behind the slider of frames: the loop, changed frames, how far the film has come.

import { fitCanvas, token } from "./dom.js";

export function drawMarks(canvas, { frames, playhead, ribbon, loop, fps }) {
  const { context, width, height } = fitCanvas(canvas);
  const inset = 5;
  const room = Math.max(1, width - 2 * inset);
  const x = (frame) => inset + (frame / Math.max(1, frames - 1)) * room;
  const middle = Math.round(height / 2);
  const bar = (from, to, color, top, tall) => {
    context.fillStyle = color;
    context.fillRect(from, top, Math.max(1, to - from), tall);
  };
  bar(inset, width - inset, token("line"), middle - 2, 4);
  bar(inset, x(playhead), token("faint"), middle - 2, 4);
  const frameOf = (seconds) => (seconds * fps[0]) / fps[1];
  const hasIn = typeof loop?.in === "number";
  const hasOut = typeof loop?.out === "number";
  if (hasIn || hasOut || loop?.on) {
    const from = hasIn ? x(frameOf(loop.in)) : inset;
    const to = hasOut ? x(frameOf(loop.out) - 1) : width - inset;
    bar(from, to, loop.on ? token("accent") : token("soft"), middle - 5, 2);
    if (hasIn) bar(from, from + 2, token("accent"), middle - 7, 14);
    if (hasOut) bar(to - 2, to, token("accent"), middle - 7, 14);
  }
  for (const [first, last] of ribbon?.changed ?? []) bar(x(first), x(last + 1), token("change"), middle + 4, 3);
}

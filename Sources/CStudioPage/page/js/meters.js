// SPDX-License-Identifier: MIT
// meters: levels of the sound that plays, or that a microphone hears, in dBFS, with a peak that stays for a while.

import { atNextFrame, byId, fitCanvas, token } from "./dom.js";

const LOW = -54;
const FALL = 24;
const HOLD = 1500;

const decibels = (level) => (level > 0 ? 20 * Math.log10(level) : -Infinity);
const share = (value) => Math.max(0, Math.min(1, 1 - value / LOW));

export function setUpMeters(app) {
  const canvas = byId("meters");
  const bars = [0, 1].map(() => ({ level: -Infinity, loud: -Infinity, peak: -Infinity, peakAt: 0 }));
  let last = performance.now();

  app.store.on("levels", (levels) => {
    levels?.peaks.slice(0, bars.length).forEach((peak, at) => {
      const bar = bars[at];
      bar.level = Math.max(bar.level, decibels(peak));
      bar.loud = decibels(levels.loud[at]);
      if (decibels(peak) < bar.peak) return;
      bar.peak = decibels(peak);
      bar.peakAt = performance.now();
    });
    draw();
  });

  const draw = atNextFrame(() => {
    const now = performance.now();
    const fall = (FALL * (now - last)) / 1000;
    last = now;
    const { context, width, height } = fitCanvas(canvas);
    const tall = (height - 2) / 2;
    bars.forEach((bar, at) => {
      const y = at * (tall + 2);
      context.fillStyle = token("line");
      context.fillRect(0, y, width, tall);
      paint(context, bar.level, width, y, tall);
      if (now - bar.peakAt < HOLD && bar.peak > LOW) {
        context.fillStyle = bar.peak >= -0.1 ? token("bad") : token("ink");
        context.fillRect(share(bar.peak) * width - 2, y, 2, tall);
      } else bar.peak = bar.level;
      bar.level = bar.level - fall < LOW ? -Infinity : bar.level - fall;
    });
    canvas.title = bars.map(({ peak }) => (peak > LOW ? `${peak.toFixed(1)} dBFS` : "silent")).join(", ");
    if (bars.some((bar) => bar.level > LOW || bar.peak > LOW)) draw();
  });

  function paint(context, level, width, y, tall) {
    for (const [from, to, color] of [[LOW, -18, "good"], [-18, -6, "warn"], [-6, 0, "bad"]]) {
      if (level <= from) return;
      context.fillStyle = token(color);
      const start = share(from) * width;
      context.fillRect(start, y, share(Math.min(level, to)) * width - start, tall);
    }
  }

  app.store.on("resized", draw);
  draw();
}

// SPDX-License-Identifier: MIT
// timeline-curves: the keyframes of a clip as lines. A property of several numbers gives one line for each. Pure.

const MOST_DOTS = 60;

/** Lines of a property: [{points: [[seconds, value]]}], with the least and greatest value of all. */
export function linesOf(keyframes) {
  const points = (keyframes?.points ?? []).filter((point) => Array.isArray(point) && Number.isFinite(point[0]));
  const width = Math.max(0, ...points.map(([, value]) => (Array.isArray(value) ? value.length : 1)));
  const lines = [];
  for (let part = 0; part < width; part++) {
    const line = points
      .map(([time, value]) => [time, Array.isArray(value) ? value[part] : part === 0 ? value : null])
      .filter(([, value]) => Number.isFinite(value));
    if (line.length) lines.push(line);
  }
  const values = lines.flat().map(([, value]) => value);
  return { lines, low: Math.min(...values), high: Math.max(...values) };
}

/** The share of the height, from the top, at which a value lies; a property that never changes lies in the middle. */
export function shareOf(value, low, high) {
  if (!(high > low)) return 0.5;
  return 1 - (value - low) / (high - low);
}

/** Draws all curves of a clip into its box: x maps seconds to pixels. */
export function drawCurves(context, clip, x, height, color, isPicked) {
  const top = height > 30 ? 13 : 4;
  const room = Math.max(1, height - top - 5);
  for (const keyframes of clip.keyframes ?? []) {
    const { lines, low, high } = linesOf(keyframes);
    for (const line of lines) {
      context.strokeStyle = color;
      context.lineWidth = isPicked ? 1.75 : 1.25;
      context.beginPath();
      line.forEach(([time, value], at) => {
        const y = top + shareOf(value, low, high) * room;
        if (at === 0) context.moveTo(x(time), y);
        else context.lineTo(x(time), y);
      });
      context.stroke();
      if (line.length > MOST_DOTS) continue;
      context.fillStyle = color;
      for (const [time, value] of line) {
        const y = top + shareOf(value, low, high) * room;
        context.fillRect(x(time) - 2, y - 2, 4, 4);
      }
    }
  }
}

// SPDX-License-Identifier: MIT
// timeline-curves: the keyframes of a clip as lines. A property of several numbers gives one line for each. Pure.

const MOST_DOTS = 60;
const MOST_KEYS = 1000;

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

/** The value of a line at a time, between its two points. */
export function valueAt(line, time) {
  const after = line.findIndex(([at]) => at >= time);
  if (after < 0) return line[line.length - 1][1];
  if (after === 0) return line[0][1];
  const [[t0, v0], [t1, v1]] = [line[after - 1], line[after]];
  return t1 > t0 ? v0 + ((time - t0) / (t1 - t0)) * (v1 - v0) : v1;
}

/** Times of the keyframes; where they are not known, each point of a line of few is one. */
function keysOf({ keys }, line) {
  if (Array.isArray(keys)) return keys.slice(0, MOST_KEYS);
  return line.length > MOST_DOTS ? [] : line.map(([time]) => time);
}

/** Draws all curves of a clip into its box, with a dot at each keyframe: x maps seconds to pixels. */
export function drawCurves(context, clip, x, height, color, isPicked) {
  const top = height > 30 ? 13 : 4;
  const room = Math.max(1, height - top - 5);
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = isPicked ? 1.75 : 1.25;
  for (const keyframes of clip.keyframes ?? []) {
    const { lines, low, high } = linesOf(keyframes);
    const y = (value) => top + shareOf(value, low, high) * room;
    for (const line of lines) {
      context.beginPath();
      for (const [time, value] of line) context.lineTo(x(time), y(value));
      context.stroke();
      for (const time of keysOf(keyframes, line)) context.fillRect(x(time) - 2, y(valueAt(line, time)) - 2, 4, 4);
    }
  }
}

// SPDX-License-Identifier: MIT
// scopes-count: what the scopes count in a picture's RGBA samples. Pure.
// Luma is that of BT.709; the vectorscope has Cb to the right and Cr upward, each from -0.5 to 0.5.

export const luma = (red, green, blue) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
export const chromaBlue = (blue, y) => (blue - y) / 1.8556;
export const chromaRed = (red, y) => (red - y) / 1.5748;

/** How many pixels of each column have each level of luma: counts[level * columns + column], level 0 to 255. */
export function countWaveform(samples, width, height, columns) {
  const counts = new Uint32Array(columns * 256);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const level = Math.round(luma(samples[at], samples[at + 1], samples[at + 2]));
      counts[level * columns + Math.floor((x * columns) / width)] += 1;
    }
  }
  return counts;
}

/** Red, green and blue beside each other, as three waveforms in one. */
export function countParade(samples, width, height, columns) {
  const third = Math.floor(columns / 3);
  const counts = new Uint32Array(columns * 256);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const column = Math.floor((x * third) / width);
      for (let part = 0; part < 3; part++) counts[samples[at + part] * columns + part * third + column] += 1;
    }
  }
  return counts;
}

/** counts[row * size + column], row 0 at the top. */
export function countVectors(samples, size) {
  const counts = new Uint32Array(size * size);
  for (let at = 0; at < samples.length; at += 4) {
    const y = luma(samples[at], samples[at + 1], samples[at + 2]);
    const column = Math.round((chromaBlue(samples[at + 2], y) / 255 + 0.5) * (size - 1));
    const row = Math.round((0.5 - chromaRed(samples[at], y) / 255) * (size - 1));
    counts[row * size + column] += 1;
  }
  return counts;
}

/** Four histograms of 256 levels: red, green, blue, luma. */
export function countLevels(samples) {
  const levels = [0, 1, 2, 3].map(() => new Uint32Array(256));
  for (let at = 0; at < samples.length; at += 4) {
    for (let part = 0; part < 3; part++) levels[part][samples[at + part]] += 1;
    levels[3][Math.round(luma(samples[at], samples[at + 1], samples[at + 2]))] += 1;
  }
  return levels;
}

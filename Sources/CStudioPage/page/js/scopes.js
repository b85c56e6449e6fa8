// SPDX-License-Identifier: MIT
// scopes: waveform monitor, vectorscope and histogram of the picture that is shown.

import { atMostEvery, byId, el, fitCanvas } from "./dom.js";
import { chromaBlue, chromaRed, countLevels, countParade, countVectors, countWaveform, luma } from "./scopes-count.js";

const WIDTH = 256;
const SIZE = 200;
const COLUMNS = 255;
/** The 75 % bars of SMPTE EG 1, by name. */
const TARGETS = {
  R: [191, 0, 0], Mg: [191, 0, 191], B: [0, 0, 191], Cy: [0, 191, 191], G: [0, 191, 0], Yl: [191, 191, 0],
};
const LIGHTS = ["rgb(255 80 70 / 0.75)", "rgb(80 220 110 / 0.75)", "rgb(90 130 255 / 0.75)", "rgb(230 230 230 / 0.35)"];

export function setUpScopes(app) {
  const panel = byId("panel-scopes");
  const picture = byId("picture");
  const small = el("canvas", {}).getContext("2d", { willReadFrequently: true });
  const kind = el("select", { id: "waveform-kind", "aria-label": "Kind of waveform", onchange: () => draw() },
    el("option", { value: "luma", text: "Luma" }), el("option", { value: "parade", text: "RGB parade" }));
  const scope = (id, label) => el("canvas", { id, class: "scope", role: "img", "aria-label": label });
  panel.append(
    el("p", { class: "caption" }, el("span", { text: "Waveform" }), el("span", { class: "space" }), kind),
    scope("scope-waveform", "Waveform monitor"),
    el("p", { class: "caption", text: "Vectorscope" }), scope("scope-vectors", "Vectorscope"),
    el("p", { class: "caption", text: "Histogram" }), scope("scope-levels", "Histogram"));

  const draw = atMostEvery(66, () => {
    if (!app.isTabOpen("scopes") || document.hidden || !app.store.get("shown")) return;
    const height = Math.max(1, Math.round((WIDTH * picture.height) / picture.width));
    small.canvas.width = WIDTH;
    small.canvas.height = Math.min(512, height);
    small.drawImage(picture, 0, 0, WIDTH, small.canvas.height);
    const { data } = small.getImageData(0, 0, WIDTH, small.canvas.height);
    drawWaveform(byId("scope-waveform"), data, small.canvas.height, kind.value === "parade");
    drawVectors(byId("scope-vectors"), data);
    drawLevels(byId("scope-levels"), data);
  });
  app.store.on("shown tab resized", draw);
}

/** Counts as light, drawn to fill a box; `color(column)` is the light's colour. */
function paintCounts(context, counts, columns, rows, box, color, gain, isUpward) {
  const image = new ImageData(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const count = counts[row * columns + column];
      if (!count) continue;
      const light = Math.min(1, 0.18 + count * gain);
      const at = ((isUpward ? rows - 1 - row : row) * columns + column) * 4;
      const [red, green, blue] = color(column);
      image.data[at] = red;
      image.data[at + 1] = green;
      image.data[at + 2] = blue;
      image.data[at + 3] = light * 255;
    }
  }
  const layer = new OffscreenCanvas(columns, rows);
  layer.getContext("2d").putImageData(image, 0, 0);
  context.drawImage(layer, box.x, box.y, box.width, box.height);
}

const GRID = "rgb(255 255 255 / 0.14)";
const LABEL = "rgb(255 255 255 / 0.6)";

function drawWaveform(canvas, samples, height, isParade) {
  const { context, width, height: tall } = fitCanvas(canvas);
  const box = { x: 26, y: 6, width: width - 32, height: tall - 12 };
  context.font = "9.5px system-ui, sans-serif";
  context.textBaseline = "middle";
  for (const percent of [0, 25, 50, 75, 100]) {
    const y = Math.round(box.y + box.height * (1 - percent / 100)) + 0.5;
    context.fillStyle = GRID;
    context.fillRect(box.x, y - 0.5, box.width, 1);
    context.fillStyle = LABEL;
    context.textAlign = "right";
    context.fillText(String(percent), box.x - 4, y);
  }
  const counts = (isParade ? countParade : countWaveform)(samples, WIDTH, height, COLUMNS);
  const parts = [[255, 110, 100], [120, 235, 130], [120, 160, 255]];
  const color = isParade ? (column) => parts[Math.min(2, Math.floor((column * 3) / COLUMNS))] : () => [190, 235, 200];
  paintCounts(context, counts, COLUMNS, 256, box, color, isParade ? 0.12 : 0.08, true);
}

function drawVectors(canvas, samples) {
  const { context, width, height } = fitCanvas(canvas);
  const size = Math.min(width, height) - 12;
  const box = { x: (width - size) / 2, y: (height - size) / 2, width: size, height: size };
  const middle = [box.x + size / 2, box.y + size / 2];
  context.strokeStyle = GRID;
  for (const share of [0.25, 0.5, 0.75, 1]) {
    context.beginPath();
    context.arc(...middle, (size / 2) * share, 0, 7);
    context.stroke();
  }
  context.beginPath();
  context.moveTo(box.x, middle[1]);
  context.lineTo(box.x + size, middle[1]);
  context.moveTo(middle[0], box.y);
  context.lineTo(middle[0], box.y + size);
  // The line on which skin of every tone lies: 123 degrees from the axis of Cb.
  const skin = (123 * Math.PI) / 180;
  context.moveTo(...middle);
  context.lineTo(middle[0] + Math.cos(skin) * (size / 2), middle[1] - Math.sin(skin) * (size / 2));
  context.stroke();
  paintCounts(context, countVectors(samples, SIZE), SIZE, SIZE, box, () => [200, 225, 255], 0.05, false);
  context.font = "9.5px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = LABEL;
  context.strokeStyle = LABEL;
  for (const [name, [red, green, blue]] of Object.entries(TARGETS)) {
    const y = luma(red, green, blue);
    const x = middle[0] + (chromaBlue(blue, y) / 255) * size;
    const up = middle[1] - (chromaRed(red, y) / 255) * size;
    context.strokeRect(x - 4, up - 4, 8, 8);
    context.fillText(name, x, up - 10);
  }
}

function drawLevels(canvas, samples) {
  const { context, width, height } = fitCanvas(canvas);
  const levels = countLevels(samples);
  const inner = levels.flatMap((counts) => [...counts.subarray(2, 254)]);
  const most = Math.max(1, ...inner);
  context.globalCompositeOperation = "screen";
  levels.forEach((counts, part) => {
    context.fillStyle = LIGHTS[part];
    context.beginPath();
    context.moveTo(6, height - 4);
    for (let level = 0; level < 256; level++) {
      const share = Math.min(1, Math.sqrt(counts[level] / most));
      context.lineTo(6 + (level / 255) * (width - 12), height - 4 - share * (height - 10));
    }
    context.lineTo(width - 6, height - 4);
    context.fill();
  });
  context.globalCompositeOperation = "source-over";
}

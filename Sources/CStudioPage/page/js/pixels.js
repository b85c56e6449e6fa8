// SPDX-License-Identifier: MIT
// pixels: place and colour of the film's pixel under the pointer.

import { atNextFrame, byId, el } from "./dom.js";

export function setUpPixels(app, stage) {
  const element = byId("stage");
  const note = byId("pixel-note");
  const one = el("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  let pointer = null;

  const show = atNextFrame(() => {
    const pixel = pointer && app.store.get("shown") ? pixelAt(pointer, stage) : null;
    note.hidden = pixel === null;
    if (pixel) note.textContent = describe(pixel, colorAt(one, pixel, stage.filmSize));
  });
  element.addEventListener("pointermove", (event) => {
    const { left, top } = element.getBoundingClientRect();
    pointer = [event.clientX - left, event.clientY - top];
    show();
  });
  element.addEventListener("pointerleave", () => {
    pointer = null;
    show();
  });
  app.store.on("shown", () => pointer && show());
}

/** The film's pixel under a point of the stage, or null beside the frame. */
function pixelAt([x, y], { box, filmSize: [width, height] }) {
  const column = Math.floor(((x - box.left) / box.width) * width);
  const row = Math.floor(((y - box.top) / box.height) * height);
  const isInside = column >= 0 && row >= 0 && column < width && row < height;
  return isInside ? [column, row] : null;
}

function colorAt(one, [column, row], [width, height]) {
  const picture = byId("picture");
  const x = Math.floor(((column + 0.5) / width) * picture.width);
  const y = Math.floor(((row + 0.5) / height) * picture.height);
  one.drawImage(picture, x, y, 1, 1, 0, 0, 1, 1);
  return [...one.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** "944, 553   R 68 G 82 B 53   #445235", with figures of one width. */
function describe([column, row], color) {
  const hex = color.map((part) => part.toString(16).padStart(2, "0")).join("");
  const [red, green, blue] = color.map((part) => String(part).padStart(3, "\u2007"));
  return `${column}, ${row}   R${red} G${green} B${blue}   #${hex}`;
}

// SPDX-License-Identifier: MIT
// gallery-card: one item of a gallery. While it is seen its pictures are decoded; else only their bytes are kept.

import { copyText, el } from "./dom.js";

export class GalleryCard {
  element;
  #item;
  #canvas = el("canvas", { width: 160, height: 90, role: "img" });
  #blobs = [];
  #bitmaps = [];
  #isSeen = false;
  #drawn = -1;

  constructor(item, say) {
    this.#item = item;
    const { name, doc = "", lua = "" } = item;
    this.#canvas.setAttribute("aria-label", `${name}, drawn with the film's frame`);
    const copy = async () =>
      say((await copyText(lua)) ? `Copied the Lua of ${name}.` : "The browser does not let the page copy.");
    this.element = el("article", { class: "gallery-card", "data-item": name }, this.#canvas,
      el("div", { class: "card-head" }, el("h3", { text: name }), el("span", { class: "space" }),
        el("button", {
          type: "button", class: "button", text: "Copy Lua", "aria-label": `Copy the Lua of ${name}`, onclick: copy,
        })),
      el("p", { class: "doc", text: doc }), el("pre", { text: lua, tabindex: "0", "aria-label": "Lua" }));
  }

  matches(wanted) {
    return wanted === "" || `${this.#item.name} ${this.#item.doc}`.toLowerCase().includes(wanted);
  }

  /** Takes the picture of one step of the movement. */
  take(step, bytes) {
    this.#blobs[step] = new Blob([bytes], { type: "image/jpeg" });
    if (this.#isSeen) this.#decode(step);
  }

  see(isSeen) {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    if (isSeen) this.#blobs.forEach((_, step) => this.#decode(step));
    else {
      for (const bitmap of this.#bitmaps) bitmap?.close();
      this.#bitmaps = [];
      this.#drawn = -1;
    }
  }

  /** Draws a step, in a circle; null is the middle of the movement. */
  draw(step) {
    const count = this.#bitmaps.length;
    if (count === 0) return;
    const wanted = step === null ? Math.floor(count / 2) : step % count;
    const bitmap = this.#bitmaps[wanted];
    if (!bitmap || wanted === this.#drawn) return;
    if (this.#canvas.width !== bitmap.width || this.#canvas.height !== bitmap.height) {
      this.#canvas.width = bitmap.width;
      this.#canvas.height = bitmap.height;
    }
    this.#canvas.getContext("2d").drawImage(bitmap, 0, 0);
    this.#drawn = wanted;
  }

  async #decode(step) {
    try {
      const bitmap = await createImageBitmap(this.#blobs[step]);
      if (!this.#isSeen) return bitmap.close();
      this.#bitmaps[step]?.close();
      this.#bitmaps[step] = bitmap;
      this.#drawn = -1;
    } catch {
      // A picture that cannot be read leaves its step out.
    }
    return undefined;
  }
}

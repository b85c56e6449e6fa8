// SPDX-License-Identifier: MIT
// media: thumbnails and waveforms of clips. Few questions are open at once, and what is kept is bounded.

import { peaksOf } from "./protocol.js";

const MOST_OPEN = 2;
const MOST_KEPT = 240;
const PATIENCE = 6000;
const QUIET = 1200;
export const THUMBNAILS = 8;
const PEAKS = 1200;

/** What a clip's pictures depend on as far as the page can tell. */
const signature = (clip) => `${clip.file ?? ""}|${clip.name}|${clip.start}|${clip.end}`;

export class Media {
  #app;
  #kept = new Map();
  #wanted = new Map();
  #open = new Map();
  #quietTimer = 0;

  constructor(app) {
    this.#app = app;
    app.store.on("film", () => this.#grow());
    app.store.on("connection", () => this.#open.clear());
    setInterval(() => this.#giveUp(), 2000);
  }

  /** The pictures (image bitmaps by index) or peaks of a clip that are there; asks for those that are not. */
  of(kind, clip) {
    const key = `${kind}:${clip.id}`;
    const kept = this.#kept.get(key);
    if (!kept || (kept.isOld && !this.#quietTimer) || kept.signature !== signature(clip)) {
      if (!this.#open.has(key)) this.#wanted.set(key, { kind, clip });
      queueMicrotask(() => this.#ask());
    }
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept?.items ?? null;
  }

  /** Clips that are no longer seen need not be asked for. */
  forgetWishes() {
    this.#wanted.clear();
  }

  /** A film that was made anew: what is kept is shown, and asked for again once no newer film comes for a while. */
  #grow() {
    for (const kept of this.#kept.values()) kept.isOld = true;
    this.#open.clear();
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(() => {
      this.#quietTimer = 0;
      this.#app.store.tell("media");
    }, QUIET);
  }

  #ask() {
    for (const [key, { kind, clip }] of this.#wanted) {
      if (this.#open.size >= MOST_OPEN) return;
      this.#wanted.delete(key);
      if (this.#open.has(key)) continue;
      const message = kind === "thumbnails"
        ? { type: "thumbnails", clip: clip.id, count: THUMBNAILS, height: 54 }
        : { type: "waveform", clip: clip.id, count: PEAKS };
      if (!this.#app.send(message)) return;
      const left = kind === "thumbnails" ? THUMBNAILS : 1;
      this.#open.set(key, { at: performance.now(), signature: signature(clip), left });
    }
  }

  async receivePicture(head) {
    const key = `thumbnails:${head.value}`;
    const open = this.#open.get(key);
    if (!open || head.number >= THUMBNAILS) return;
    let bitmap = null;
    try {
      bitmap = await createImageBitmap(new Blob([head.bytes], { type: "image/jpeg" }));
    } catch {
      // A picture that cannot be read leaves its place empty.
    }
    const kept = this.#entry(key, open.signature);
    kept.items[head.number]?.close();
    kept.items[head.number] = bitmap;
    open.left -= 1;
    if (open.left <= 0) this.#answered(key);
    this.#app.store.tell("media");
  }

  receivePeaks(head) {
    const key = `waveform:${head.value}`;
    const open = this.#open.get(key);
    if (!open) return;
    this.#entry(key, open.signature).items = peaksOf(head);
    this.#answered(key);
    this.#app.store.tell("media");
  }

  #entry(key, signature) {
    let kept = this.#kept.get(key);
    if (!kept) this.#kept.set(key, (kept = { items: [] }));
    kept.isOld = false;
    kept.signature = signature;
    while (this.#kept.size > MOST_KEPT) {
      const [oldest, value] = this.#kept.entries().next().value;
      if (Array.isArray(value.items)) for (const bitmap of value.items) bitmap?.close();
      this.#kept.delete(oldest);
    }
    return kept;
  }

  #answered(key) {
    this.#open.delete(key);
    this.#ask();
  }

  /** A question without an answer (a clip without pictures) is over after a while, and not asked again. */
  #giveUp() {
    for (const [key, open] of this.#open) {
      if (performance.now() - open.at < PATIENCE) continue;
      this.#entry(key, open.signature);
      this.#answered(key);
    }
  }
}

// SPDX-License-Identifier: MIT
// pictures: decodes the film's pictures and draws the newest one at each animation frame. Every message that came is
// answered by one credit, whether its picture was drawn or thrown away; the server sends no more than three ahead.

import { codecOf, KIND, sizeOf } from "./protocol.js";

const MOST_WAITING = 8;
/** Milliseconds after which a decoder is told that this was all, and after which it is given up. */
const FLUSH_AFTER = 80;
const STUCK_AFTER = 4000;
/** So many failures one after the other, or the first picture's, and the page asks for JPEG. */
const MOST_FAILURES = 3;

/** Whether this browser decodes H.264 by itself (only where the page counts as secure). */
export async function canDecodeH264() {
  if (typeof VideoDecoder === "undefined") return false;
  try {
    const answer = await VideoDecoder.isConfigSupported({ codec: "avc1.42C01F", optimizeForLatency: true });
    return answer.supported === true;
  } catch {
    return false;
  }
}

export class Pictures {
  counters = { received: 0, decoded: 0, drawn: 0, late: 0, thrown: 0 };
  #canvas;
  #context;
  #handlers;
  #decoder = null;
  #codec = null;
  #inDecoder = new Map();
  #order = 0;
  #newest = null;
  #drawnOrder = -1;
  #isAsked = false;
  #flushTimer = 0;
  #stuckTimer = 0;
  #epoch = 0;
  #failures = 0;

  /** Handlers: drawn(head), credit(frame), failed(): it cannot decode these pictures, isLate(head). */
  constructor(canvas, handlers) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#handlers = handlers;
    document.addEventListener("visibilitychange", () => document.hidden && this.#draw());
  }

  receive(head) {
    this.counters.received += 1;
    const item = { head, order: this.#order++, epoch: this.#epoch };
    if (head.kind === KIND.jpeg) this.#decodeJPEG(item);
    else this.#decodeH264(item);
  }

  /** Forgets what is being decoded, without credits: the connection that they belong to is gone. */
  reset() {
    this.#epoch += 1;
    this.#closeDecoder();
    this.#inDecoder.clear();
    this.#newest?.picture.close();
    this.#newest = null;
  }

  async #decodeJPEG(item) {
    try {
      const picture = await createImageBitmap(new Blob([item.head.bytes], { type: "image/jpeg" }));
      if (item.epoch === this.#epoch) this.#take(item, picture);
      else picture.close();
    } catch {
      if (item.epoch === this.#epoch) this.#throwAway(item);
    }
  }

  #decodeH264(item) {
    const codec = codecOf(item.head.bytes) ?? this.#codec;
    if (!codec || this.#inDecoder.size >= MOST_WAITING) return this.#throwAway(item);
    try {
      if (codec !== this.#codec || this.#decoder?.state !== "configured") this.#configure(codec);
      this.#inDecoder.set(item.order, item);
      this.#decoder.decode(
        new EncodedVideoChunk({ type: "key", timestamp: item.order, data: item.head.bytes }));
      this.#flushSoon();
    } catch {
      this.#decoderFailed();
    }
  }

  #configure(codec) {
    if (this.#decoder?.state !== "configured") {
      this.#closeDecoder();
      this.#decoder = new VideoDecoder({
        output: (frame) => this.#decoded(frame),
        error: () => this.#decoderFailed(),
      });
    }
    this.#decoder.configure({ codec, optimizeForLatency: true });
    this.#codec = codec;
  }

  #decoded(frame) {
    const item = this.#inDecoder.get(frame.timestamp);
    if (!item) return frame.close();
    this.#inDecoder.delete(frame.timestamp);
    this.#failures = 0;
    this.#take(item, frame);
  }

  /** Some decoders keep the last picture until more comes: after a short while they are told that this was all. */
  #flushSoon() {
    clearTimeout(this.#flushTimer);
    clearTimeout(this.#stuckTimer);
    this.#stuckTimer = setTimeout(() => this.#inDecoder.size > 0 && this.#decoderFailed(), STUCK_AFTER);
    this.#flushTimer = setTimeout(() => {
      if (this.#inDecoder.size && this.#decoder?.state === "configured") this.#decoder.flush().catch(() => {});
    }, FLUSH_AFTER);
  }

  #decoderFailed() {
    this.#closeDecoder();
    const lost = [...this.#inDecoder.values()];
    this.#inDecoder.clear();
    for (const item of lost) this.#throwAway(item);
    this.#failures += 1;
    if (this.#failures === MOST_FAILURES || this.counters.decoded === 0) this.#handlers.failed();
  }

  #closeDecoder() {
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#decoder = null;
    this.#codec = null;
  }

  #take(item, picture) {
    this.counters.decoded += 1;
    if (item.order <= Math.max(this.#drawnOrder, this.#newest?.order ?? -1)) {
      picture.close();
      return this.#throwAway(item);
    }
    if (this.#newest) {
      this.#newest.picture.close();
      this.#throwAway(this.#newest);
    }
    this.#newest = { ...item, picture };
    if (document.hidden) this.#draw();
    else if (!this.#isAsked) {
      this.#isAsked = true;
      requestAnimationFrame(() => this.#draw());
    }
  }

  #throwAway(item) {
    this.counters.thrown += 1;
    this.#handlers.credit(item.head.number);
  }

  #draw() {
    this.#isAsked = false;
    const item = this.#newest;
    if (!item) return;
    this.#newest = null;
    const { picture, head } = item;
    const width = picture.displayWidth ?? picture.width;
    const height = picture.displayHeight ?? picture.height;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#context.drawImage(picture, 0, 0, width, height);
    picture.close();
    this.#drawnOrder = item.order;
    this.counters.drawn += 1;
    if (this.#handlers.isLate(head)) this.counters.late += 1;
    this.#handlers.credit(head.number);
    this.#handlers.drawn(head, sizeOf(head));
  }
}

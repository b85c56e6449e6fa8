// SPDX-License-Identifier: MIT
// transport: playing, stepping, seeking, loop and points. What shows and takes them is in transport-view.js.

import { atNextFrame } from "./dom.js";
import { playheadFrame } from "./store.js";
import { frameAtSeconds, secondsOfFrame } from "./timecode.js";

const SPEEDS = [1, 2, 4, 8];
const AIM_LASTS = 5000;
const NO_FPS = [25, 1];

export class Transport {
  #store;
  #send;
  #rate = 1;
  // The frame that was asked for last; the playhead stands there at once, and the picture follows when it is done.
  #aim = null;
  #aimTimer = 0;
  #wish = null;
  #sendWish = atNextFrame(() => this.#sendSeek());

  constructor({ store, send }) {
    this.#store = store;
    this.#send = send;
    store.on("shown", (shown) => this.#arrived(shown));
  }

  get fps() {
    return this.#store.get("film")?.fps ?? NO_FPS;
  }

  get lastFrame() {
    return Math.max(0, (this.#store.get("film")?.frames ?? 1) - 1);
  }

  get playhead() {
    return this.#aim ?? playheadFrame(this.#store);
  }

  get seconds() {
    return secondsOfFrame(this.playhead, this.fps);
  }

  get isPlaying() {
    return this.#store.get("state").status !== "paused";
  }

  /** The rate with which playing begins; J and L go faster for the moment. */
  get rate() {
    return this.#rate;
  }

  set rate(rate) {
    this.#rate = rate;
    if (this.isPlaying) this.play(rate);
    else this.#store.tell("rate", rate);
  }

  /** Goes to a frame; while scrubbing a cheap frame nearby may be shown first. The latest wish wins. */
  seek(frame, isScrubbing = false) {
    const wanted = this.#limit(frame);
    this.#wish = { frame: wanted, ...(isScrubbing ? { nearest: true } : {}) };
    this.#aimAt(wanted);
    this.#sendWish();
  }

  seekSeconds(seconds) {
    this.seek(frameAtSeconds(seconds, this.fps));
  }

  /** Goes some frames on or, below zero, back. */
  step(count) {
    this.#aimAt(this.#limit(this.playhead + count));
    this.#send({ type: "step", count });
  }

  stepSeconds(count) {
    this.step(count * Math.max(1, Math.round(this.fps[0] / this.fps[1])));
  }

  play(rate = this.#rate) {
    const isAtEnd = rate > 0 && this.playhead >= this.lastFrame && !this.#store.get("state").loop?.on;
    if (isAtEnd) this.#send({ type: "seek", frame: 0 });
    this.#aim = null;
    this.#send({ type: "play", rate });
  }

  pause() {
    this.#send({ type: "pause" });
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** J and L: each press is one speed faster, the other way begins at 1. */
  shuttle(direction) {
    const state = this.#store.get("state");
    const goesOn = this.isPlaying && Math.sign(state.rate) === direction;
    const faster = SPEEDS.find((speed) => speed > Math.abs(state.rate)) ?? SPEEDS.at(-1);
    const rate = direction * (goesOn ? faster : 1);
    this.#store.set("state", { ...state, rate, status: "playing" });
    this.play(rate);
  }

  get loop() {
    return { on: false, in: null, out: null, ...this.#store.get("state").loop };
  }

  /** Sets loop and points, in seconds; a point that would leave nothing between takes the other one away. */
  setLoop(values) {
    const loop = { ...this.loop, ...values };
    if (loop.in !== null && loop.out !== null && loop.out <= loop.in) {
      if ("in" in values) loop.out = null;
      else loop.in = null;
    }
    this.#store.set("state", { ...this.#store.get("state"), loop });
    this.#send({ type: "loop", on: loop.on, in: loop.in, out: loop.out });
  }

  markIn() {
    this.setLoop({ in: this.seconds });
  }

  /** The frame at the playhead is still part of what is between the points. */
  markOut() {
    this.setLoop({ out: secondsOfFrame(this.playhead + 1, this.fps) });
  }

  goToPoint(name) {
    const seconds = this.loop[name];
    if (typeof seconds !== "number") return;
    const frame = Math.round((seconds * this.fps[0]) / this.fps[1]);
    this.seek(name === "out" ? frame - 1 : frame);
  }

  #limit(frame) {
    return Math.max(0, Math.min(this.lastFrame, Math.round(frame)));
  }

  #sendSeek() {
    if (this.#wish) this.#send({ type: "seek", ...this.#wish });
    this.#wish = null;
  }

  #aimAt(frame) {
    this.#aim = frame;
    clearTimeout(this.#aimTimer);
    this.#aimTimer = setTimeout(() => {
      this.#aim = null;
      this.#store.tell("playhead");
    }, AIM_LASTS);
    this.#store.tell("playhead");
  }

  #arrived(shown) {
    const isThere = shown?.frame === this.#aim && shown?.isExact;
    if (isThere || this.isPlaying) this.#aim = null;
    this.#store.tell("playhead");
  }
}

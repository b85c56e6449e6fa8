// SPDX-License-Identifier: MIT
// sound: plays the film's sound. Each block is placed on the context's clock by the server's time at which it is to be
// heard; blocks that follow each other within a run join at the sample.

import { planesOf } from "./protocol.js";

const RATE = 48000;
const AHEAD = 0.015;
const MOST_LOST = 8;
const JOINS_WITHIN = 5;
/** Seconds that sound may come to lie beside its place: cards slip, and what is known of clocks gets better. */
const MOST_AWAY = 0.01;
/** Blocks over which that is watched. */
const WATCHED = 16;
/** What is drawn is seen with the screen's next refresh: half of one at 60 Hz, in ms. */
const HALF_REFRESH = 8;
const DELAYS = 15;

/** How far, in frames, sound lies from its place after a block that joins: the mean of the last blocks, about. */
export const awayAfter = (run, wanted) => run.away + (wanted - run.next - run.away) / WATCHED;

/**
 * Where a block goes: its first frame, whether a new run begins, and whether it is played at all. What is past is not
 * played, so that the rest stays with the pictures; only when block after block comes too late is sound moved back.
 */
export function placeBlock(run, block, wanted, soonest, lost) {
  const joins = run !== null && block.generation === run.generation &&
    Math.abs(block.host - run.nextHost) < JOINS_WITHIN && Math.abs(run.away) <= MOST_AWAY * block.number;
  const at = joins ? run.next : wanted;
  if (at + block.size > soonest) return { at, isNewRun: !joins, plays: true };
  if (lost >= MOST_LOST) return { at: soonest, isNewRun: true, plays: true };
  return { at, isNewRun: !joins, plays: false };
}

export class Sound {
  counters = { blocks: 0, runs: 0, late: 0, thrown: 0 };
  #handlers;
  #clock;
  #context = null;
  #node = null;
  #gain = null;
  #run = null;
  #lost = 0;
  #volume = 1;
  #delays = [];

  /** Handlers: changed(status): "off" (no gesture yet), "on" or "none" (no sound here); levels({peaks, loud}). */
  constructor(clock, handlers) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  get isOn() {
    return this.#context?.state === "running" && this.#node !== null;
  }

  get sampleRate() {
    return this.#context?.sampleRate ?? RATE;
  }

  /** Makes the context; it runs only after a gesture, so this is called again at the first one. */
  async start() {
    if (typeof AudioContext === "undefined") return this.#handlers.changed("none");
    try {
      if (!this.#context) await this.#make();
      else if (this.#context.state === "suspended") await this.#context.resume();
    } catch {
      this.#handlers.changed("none");
    }
  }

  async #make() {
    const context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    this.#context = context;
    context.onstatechange = () => this.#handlers.changed(this.isOn ? "on" : "off");
    await context.audioWorklet.addModule("/js/sound-worklet.js");
    this.#node = new AudioWorkletNode(context, "studio-sound", { numberOfInputs: 0, outputChannelCount: [2] });
    this.#node.port.onmessage = (event) => this.#handlers.levels(event.data);
    this.#gain = context.createGain();
    this.#gain.gain.value = this.#volume;
    this.#node.connect(this.#gain).connect(context.destination);
    this.#handlers.changed(this.isOn ? "on" : "off");
  }

  /** 0 to 1, as a fader: the gain is its square. */
  set volume(volume) {
    this.#volume = volume * volume;
    this.#gain?.gain.setTargetAtTime(this.#volume, this.#context.currentTime, 0.01);
  }

  receive(block) {
    if (!this.isOn || block.number !== this.#context.sampleRate) {
      this.counters.thrown += 1;
      return;
    }
    const rate = this.#context.sampleRate;
    const wanted = Math.round(this.#contextTimeOf(block.host + this.delay) * rate);
    const soonest = Math.ceil((this.#context.currentTime + AHEAD) * rate);
    const { plays, ...place } = placeBlock(this.#run, block, wanted, soonest, this.#lost);
    this.#run = {
      away: place.isNewRun ? 0 : awayAfter(this.#run, wanted),
      generation: block.generation,
      next: place.at + block.size,
      nextHost: block.host + (block.size / rate) * 1000,
    };
    this.counters.blocks += 1;
    if (place.isNewRun) this.counters.runs += 1;
    this.#lost = plays ? 0 : this.#lost + 1;
    if (!plays) {
      this.counters.late += 1;
      return;
    }
    const planes = planesOf(block);
    this.#node.port.postMessage({ ...place, planes }, planes.map((plane) => plane.buffer));
  }

  /** A picture was drawn so many ms after it was due. */
  pictureCame(delay) {
    if (!(delay > -50 && delay < 250)) return;
    this.#delays.push(delay);
    if (this.#delays.length > DELAYS) this.#delays.shift();
  }

  /** So many ms sound waits for the pictures, which have to be decoded and drawn when they are due. */
  get delay() {
    const sorted = [...this.#delays].sort((a, b) => a - b);
    return Math.max(0, sorted[sorted.length >> 1] ?? HALF_REFRESH) + HALF_REFRESH;
  }

  /** Stops what is still to be played: the film was paused or the connection is gone. */
  flush() {
    this.#run = null;
    this.#node?.port.postMessage({ cut: 0 });
  }

  /** Forgets what was to be heard at the server's time `host` or later. */
  flushFrom(host) {
    if (!this.isOn || !Number.isFinite(host)) return this.flush();
    this.#run = null;
    const at = Math.round(this.#contextTimeOf(host + this.delay) * this.#context.sampleRate);
    this.#node.port.postMessage({ cut: at });
  }

  /** The context's time at which a sample must be rendered to be heard at the server's time `host` (ms). */
  #contextTimeOf(host) {
    const { context, page } = this.#heardNow;
    return context + (this.#clock.pageOf(host) - page) / 1000;
  }

  /** A moment of the page's clock (ms), and the context's time that is heard then. */
  get #heardNow() {
    const { currentTime } = this.#context;
    const latency = this.#latency;
    const now = performance.now();
    const stamp = this.#context.getOutputTimestamp?.();
    if (stamp?.performanceTime > 0) {
      const heard = stamp.contextTime + (now - stamp.performanceTime) / 1000;
      if (Math.abs(heard - (currentTime - latency)) < 0.3) return { context: stamp.contextTime, page: stamp.performanceTime };
    }
    return { context: currentTime - latency, page: now };
  }

  get #latency() {
    return this.#context.outputLatency || this.#context.baseLatency || 0;
  }

  /** The context's clock for the server, or null while it does not run. */
  report() {
    if (!this.isOn || !this.#clock.isKnown) return null;
    const { context, page } = this.#heardNow;
    return { type: "audio", host: this.#clock.hostOf(page), context: Math.max(0, context), latency: this.#latency };
  }
}

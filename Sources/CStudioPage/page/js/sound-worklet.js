// SPDX-License-Identifier: MIT
// sound-worklet: runs on the sound thread. Plays blocks of samples at the frames of the context's clock that they were
// given, silence where there is none, and tells the levels of what it plays.

const MOST_SECONDS = 12;
const RAMP = 128;
const CHANNELS = 2;

class StudioSound extends AudioWorkletProcessor {
  constructor() {
    super();
    this.blocks = [];
    this.gain = 0;
    this.peaks = [0, 0];
    this.squares = [0, 0];
    this.counted = 0;
    this.heard = 0;
    this.port.onmessage = (event) => this.receive(event.data);
  }

  receive(message) {
    if ("cut" in message) return this.cut(Math.max(message.cut, currentFrame + 2 * RAMP));
    const length = message.planes[0].length;
    if (message.isNewRun) this.cut(message.at);
    if (message.at + length > currentFrame + MOST_SECONDS * sampleRate) return;
    const { at, planes, isNewRun } = message;
    this.blocks.push({ at, end: at + length, planes, isNewRun });
  }

  /** Takes away what was to be played from frame `at` on. */
  cut(at) {
    this.blocks = this.blocks.filter((block) => block.at < at);
    const last = this.blocks[this.blocks.length - 1];
    if (last) last.end = Math.min(last.end, at);
  }

  process(_, outputs) {
    const output = outputs[0];
    const length = output[0].length;
    this.fill(output, length);
    this.ramp(output, length);
    this.measure(output, length);
    return true;
  }

  fill(output, length) {
    const start = currentFrame;
    while (this.blocks.length && this.blocks[0].end <= start) this.blocks.shift();
    for (const block of this.blocks) {
      if (block.at >= start + length) break;
      const from = Math.max(block.at, start);
      const to = Math.min(block.end, start + length);
      for (let channel = 0; channel < output.length; channel++) {
        const plane = block.planes[Math.min(channel, block.planes.length - 1)];
        output[channel].set(plane.subarray(from - block.at, to - block.at), from - start);
      }
    }
  }

  /** Fades over a few samples where a run begins and where it ends, so that nothing clicks. */
  ramp(output, length) {
    const runs = this.runs();
    for (let at = 0; at < length; at++) {
      const frame = currentFrame + at;
      while (runs.length && runs[0].end <= frame) runs.shift();
      const sounds = runs.length > 0 && runs[0].at <= frame && frame < runs[0].end - RAMP;
      this.gain = Math.max(0, Math.min(1, this.gain + (sounds ? 1 : -1) / RAMP));
      if (this.gain < 1) for (const channel of output) channel[at] *= this.gain;
    }
  }

  /** The stretches of frames that play without a break. */
  runs() {
    const runs = [];
    for (const block of this.blocks) {
      const last = runs[runs.length - 1];
      if (last && !block.isNewRun && block.at === last.end) last.end = block.end;
      else runs.push({ at: block.at, end: block.end });
    }
    return runs;
  }

  measure(output, length) {
    for (let channel = 0; channel < CHANNELS; channel++) {
      const samples = output[Math.min(channel, output.length - 1)];
      for (let at = 0; at < length; at++) {
        const size = Math.abs(samples[at]);
        if (size > this.peaks[channel]) this.peaks[channel] = size;
        this.squares[channel] += size * size;
      }
    }
    this.counted += length;
    if (this.counted < sampleRate / 30) return;
    const loud = this.squares.map((sum) => Math.sqrt(sum / this.counted));
    const last = this.blocks[this.blocks.length - 1];
    const queued = last ? Math.max(0, last.end - currentFrame) / sampleRate : 0;
    if (this.peaks[0] + this.peaks[1] > 0) this.heard = 15;
    if (this.heard > 0) this.port.postMessage({ peaks: this.peaks, loud, queued });
    this.heard -= 1;
    this.peaks = [0, 0];
    this.squares = [0, 0];
    this.counted = 0;
  }
}

registerProcessor("studio-sound", StudioSound);

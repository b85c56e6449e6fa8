// SPDX-License-Identifier: MIT
// Watches the studio's page from its first line on: when the picture turns white, and when a click is heard, both by
// performance.now(). moonreel-bench sync puts it before the page of a film that flashes and clicks at once.

window.sync = (() => {
  const probe = `
    registerProcessor("click-probe", class extends AudioWorkletProcessor {
      quietSince = 0;
      process([input]) {
        const samples = input[0];
        if (!samples) return true;
        for (let at = 0; at < samples.length; at++) {
          if (Math.abs(samples[at]) < 0.05) continue;
          const frame = currentFrame + at;
          if (frame - this.quietSince > sampleRate / 4) this.port.postMessage(frame / sampleRate);
          this.quietSince = frame;
        }
        return true;
      }
    });`;
  const sync = { flashes: [], clicks: [], rate: 0, latency: 0 };
  let wasWhite = false;

  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    draw.apply(this, given);
    if (this.canvas.id !== "picture") return;
    const now = performance.now();
    const isWhite = this.getImageData(this.canvas.width / 2, this.canvas.height / 2, 1, 1).data[0] > 128;
    if (isWhite && !wasWhite) sync.flashes.push(now);
    wasWhite = isWhite;
  };

  /** What the context plays at `time` comes out of the loudspeaker then, as the browser says. */
  function heard(context, time) {
    const { contextTime, performanceTime } = context.getOutputTimestamp();
    return performanceTime + (time - contextTime) * 1000;
  }

  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...given) {
    if (target === this.context.destination && !sync.rate) {
      const { context } = this;
      sync.rate = context.sampleRate;
      context.audioWorklet.addModule(URL.createObjectURL(new Blob([probe], { type: "text/javascript" }))).then(() => {
        const node = new AudioWorkletNode(context, "click-probe", { numberOfOutputs: 0 });
        node.port.onmessage = ({ data }) => sync.clicks.push(heard(context, data));
        connect.call(this, node);
        sync.latency = context.outputLatency;
        sync.isReady = true;
      });
    }
    return connect.call(this, target, ...given);
  };
  return sync;
})();

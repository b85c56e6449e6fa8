// SPDX-License-Identifier: MIT
// Watches the studio's page from its first line on: every picture that it draws, with the frame and the version that the
// page says it is, and the number that stands in its pixels (see Workshop.marked). A browser test puts it before the page.

window.watch = (() => {
  const [BARS, FRAME_BITS, COUNT] = [15, 9, 500];
  const versions = new Map();
  const watch = { draws: 0, wrong: [], last: null, aim: null, isFree: false, jumps: 0, rounds: 0 };

  /** The versions that films have by their number: a layer is called so. */
  function hear(data) {
    if (typeof data !== "string") return;
    const message = JSON.parse(data);
    if (message.type !== "film") return;
    for (const { clips } of message.timeline.tracks) for (const { name } of clips) {
      const match = /^version (\d+)$/.exec(name);
      if (match) versions.set(message.generation, Number(match[1]));
    }
  }

  /** The number that stands in row `y` of a picture; null where a bar is neither black nor white. */
  function numberAt({ data, width }, y) {
    let number = 0;
    for (let bar = 0; bar < BARS; bar++) {
      const level = data[4 * (y * width + Math.floor(((bar + 0.5) * width) / BARS))];
      if (level > 70 && level < 180) return null;
      if (level > 128) number |= 1 << bar;
    }
    return number;
  }

  function note(canvas) {
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const { frame, generation, isExact, isBefore } = window.studio.shown;
    const draw = { frame, version: versions.get(generation), isExact, isBefore };
    const rows = [0.25, 0.75].map((share) => numberAt(pixels, Math.floor(share * canvas.height)));
    const wanted = frame | (draw.version << FRAME_BITS);
    if (rows.some((number) => number !== wanted)) watch.wrong.push({ ...draw, rows });
    if (watch.last && draw.version < watch.last.version) watch.wrong.push({ ...draw, after: watch.last.version });
    if (watch.last && !watch.isFree && !follows(frame, watch.last.frame)) watch.wrong.push({ ...draw, after: watch.last });
    watch.draws += 1;
    watch.last = draw;
  }

  /** Whether `frame` may come after `before`: it is later, or where somebody went, or in the next round of the loop. */
  function follows(frame, before) {
    const isThere = watch.aim !== null && frame >= watch.aim && (frame < before || before < watch.aim);
    const isRound = before >= COUNT / 2 && frame < COUNT / 2;
    if (isThere) {
      watch.aim = null;
      watch.jumps += 1;
    } else if (isRound) watch.rounds += 1;
    return isThere || isRound || frame >= before;
  }

  /** The film plays on from `frame`, after what is still on its way. */
  watch.goes = (frame) => (watch.aim = frame);
  /** Any frames may come, until the page stands at the one that is wanted. */
  watch.searches = () => (watch.isFree = true);
  /** Whether the page stands at `frame`, with the picture of it at full size; then no other may come. */
  watch.isAt = (frame) => {
    const isThere = window.studio.state.status === "paused" && window.studio.state.frame === frame &&
      window.studio.shown?.frame === frame && watch.last?.frame === frame && watch.last.isExact;
    if (isThere) watch.isFree = false;
    return isThere;
  };

  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    draw.apply(this, given);
    // The page says what it has drawn before this turn is over.
    if (this.canvas.id === "picture") queueMicrotask(() => note(this.canvas));
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => hear(data));
    }
  };
  return watch;
})();

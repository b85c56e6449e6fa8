// SPDX-License-Identifier: MIT
// transport: playing, stepping, seeking, loop and points, and the controls that show them.

import { atNextFrame, byId, el, icon } from "./dom.js";
import { changeText } from "./problem.js";
import { drawMarks } from "./scrub-marks.js";
import { playheadFrame } from "./store.js";
import { frameAtSeconds, parsePosition, rateText, secondsOfFrame, secondsText, timecode } from "./timecode.js";

const RATES = [8, 4, 2, 1.5, 1, 0.5, 0.25, -0.5, -1, -2, -4, -8];
const SPEEDS = [1, 2, 4, 8];
const AIM_LASTS = 5000;
const NO_FPS = [25, 1];

export function setUpTransport(app) {
  const { store, settings } = app;
  const film = () => store.get("film");
  const fps = () => film()?.fps ?? NO_FPS;
  const lastFrame = () => Math.max(0, (film()?.frames ?? 1) - 1);
  const limit = (frame) => Math.max(0, Math.min(lastFrame(), Math.round(frame)));
  // The rate that was chosen, with which playing begins; J and L go faster for the moment.
  let rate = 1;
  app.chosenRate = () => rate;
  app.chooseRate = (value) => {
    rate = value;
    if (app.isPlaying()) app.play(value);
    else showState();
  };

  // The frame that was asked for last; the playhead stands there at once, and the picture follows when it is done.
  let aim = null;
  let aimTimer = 0;
  app.playhead = () => aim ?? playheadFrame(store);

  function setAim(frame) {
    aim = frame;
    clearTimeout(aimTimer);
    aimTimer = setTimeout(() => {
      aim = null;
      store.tell("playhead");
    }, AIM_LASTS);
    store.tell("playhead");
  }

  let waiting = null;
  const sendSeek = atNextFrame(() => {
    if (!waiting) return;
    app.send({ type: "seek", ...waiting });
    waiting = null;
  });

  /** Goes to a frame; while scrubbing a cheap frame nearby may be shown first. The latest wish wins. */
  app.seek = (frame, isScrubbing = false) => {
    const wanted = limit(frame);
    waiting = { frame: wanted, ...(isScrubbing ? { nearest: true } : {}) };
    setAim(wanted);
    sendSeek();
  };
  app.seekSeconds = (seconds) => app.seek(frameAtSeconds(seconds, fps()));
  app.step = (count) => {
    setAim(limit(app.playhead() + count));
    app.send({ type: "step", count });
  };

  app.isPlaying = () => store.get("state").status !== "paused";
  app.play = (newRate) => {
    const wanted = newRate ?? rate;
    const isAtEnd = wanted > 0 && app.playhead() >= lastFrame() && !store.get("state").loop?.on;
    if (isAtEnd) app.send({ type: "seek", frame: 0 });
    aim = null;
    app.send({ type: "play", rate: wanted });
  };
  app.pause = () => app.send({ type: "pause" });
  app.togglePlay = () => (app.isPlaying() ? app.pause() : app.play());
  /** J and L: each press is one speed faster, the other way begins at 1. */
  app.shuttle = (direction) => {
    const state = store.get("state");
    const speed = Math.abs(state.rate);
    const goesOn = app.isPlaying() && Math.sign(state.rate) === direction;
    const next = goesOn ? SPEEDS.find((candidate) => candidate > speed) ?? 8 : 1;
    store.set("state", { ...state, rate: direction * next, status: "playing" });
    app.play(direction * next);
  };

  setUpLoop(app, { fps, store });

  function show() {
    const frame = app.playhead();
    const entry = byId("time-entry");
    if (document.activeElement !== entry) entry.value = positionText(frame);
    byId("time-display").textContent = `/ ${positionText(lastFrame() + 1)}`;
    const scrub = byId("scrub");
    scrub.max = String(lastFrame());
    scrub.value = String(frame);
    scrub.setAttribute("aria-valuetext", timecode(frame, fps()));
    marks();
  }
  const marks = atNextFrame(() => drawMarks(byId("scrub-marks"), {
    frames: lastFrame() + 1, playhead: app.playhead(), ribbon: store.get("ribbon"), loop: store.get("state").loop, fps: fps(),
  }));

  function positionText(frame) {
    switch (settings.get("display")) {
      case "frame": return String(frame);
      case "seconds": return secondsText(secondsOfFrame(frame, fps()));
      default: return timecode(frame, fps());
    }
  }
  app.positionText = positionText;

  function showState() {
    const state = store.get("state");
    const button = byId("play");
    const plays = app.isPlaying();
    if (button.dataset.plays !== String(plays)) {
      button.dataset.plays = String(plays);
      button.setAttribute("aria-label", plays ? "Pause" : "Play");
      button.replaceChildren(icon(plays ? "pause" : "play"));
    }
    const note = byId("status-note");
    const drops = Object.values(state.dropped ?? {}).reduce((sum, count) => sum + count, 0);
    const dropText = drops ? `${drops} dropped` : "";
    note.textContent = state.status === "waiting" ? `waiting${state.reason ? `: ${state.reason}` : ""}` : plays ? dropText : "";
    note.title = Object.entries(state.dropped ?? {}).map(([reason, count]) => `${reason}: ${count}`).join("\n");
    note.classList.toggle("waiting", state.status === "waiting");
    note.hidden = note.textContent === "";
    showRate(plays ? state.rate : rate);
    showFacts();
  }

  function showRate(value) {
    const select = byId("rate");
    if (![...select.options].some((option) => Number(option.value) === value)) {
      select.append(el("option", { value: String(value), text: `${value}×` }));
    }
    select.value = String(value);
  }

  function showFacts() {
    const shown = store.get("shown");
    if (!film()) return;
    const [width, height] = film().size ?? [0, 0];
    const parts = [`${width} × ${height}`, `${rateText(fps())} fps`];
    const divisor = shown?.divisor > 1 ? shown.divisor : 0;
    if (divisor) parts.push(divisor === 2 ? "half size" : `1/${divisor} size`);
    if (shown && !shown.isExact && !app.isPlaying()) parts.push("near frame");
    byId("picture-facts").textContent = film().hasPictures === false ? "no pictures" : parts.join(" · ");
  }

  store.on("shown", (shown) => {
    if (aim !== null && shown && (shown.frame === aim || app.isPlaying())) {
      if (shown.isExact || app.isPlaying()) aim = null;
    }
    show();
    showFacts();
    store.tell("playhead");
  });
  store.on("film state resized playhead ribbon", show);
  store.on("state film", showState);
  store.on("setting", ({ name }) => name === "display" && show());
  setInterval(() => film()?.hasPictures === false && app.isPlaying() && store.tell("playhead"), 60);

  wire(app, { fps, limit, lastFrame });
  setUpFlip(app);
}

function wire(app, { fps, limit, lastFrame }) {
  const click = (id, run) => byId(id).addEventListener("click", run);
  click("to-start", () => app.seek(0));
  click("to-end", () => app.seek(lastFrame()));
  click("step-back", () => app.step(-1));
  click("step-forth", () => app.step(1));
  click("play", () => app.togglePlay());
  const scrub = byId("scrub");
  scrub.addEventListener("input", () => app.seek(Number(scrub.value), true));
  scrub.addEventListener("change", () => app.seek(Number(scrub.value)));
  const select = byId("rate");
  select.append(...RATES.map((value) => el("option", { value: String(value), text: `${value}×`.replace("-", "−") })));
  select.value = "1";
  select.addEventListener("change", () => app.chooseRate(Number(select.value)));
  const order = ["timecode", "frame", "seconds"];
  click("time-display", () => {
    const next = order[(order.indexOf(app.settings.get("display")) + 1) % order.length];
    app.settings.set("display", next);
  });

  const entry = byId("time-entry");
  entry.addEventListener("focus", () => entry.select());
  entry.addEventListener("blur", () => {
    entry.classList.remove("is-wrong");
    entry.value = app.positionText(app.playhead());
  });
  entry.addEventListener("keydown", (event) => {
    if (event.key === "Escape") entry.blur();
    if (event.key !== "Enter") return;
    const frame = parsePosition(entry.value, fps(), app.playhead());
    entry.classList.toggle("is-wrong", frame === null);
    if (frame === null) return app.say("Write a timecode (1:02:03:04), a frame (90), seconds (1.5s) or a step (+12).");
    app.seek(limit(frame));
    entry.blur();
  });
}

/** In and out points; the out point's frame is still part of the loop. */
function setUpLoop(app, { fps, store }) {
  const change = (values) => {
    const loop = { on: false, in: null, out: null, ...store.get("state").loop, ...values };
    if (loop.in !== null && loop.out !== null && loop.out <= loop.in) {
      if ("in" in values) loop.out = null;
      else loop.in = null;
    }
    store.set("state", { ...store.get("state"), loop });
    app.send({ type: "loop", on: loop.on, in: loop.in, out: loop.out });
  };
  app.setLoop = change;
  app.setIn = (seconds = secondsOfFrame(app.playhead(), fps())) => change({ in: seconds });
  app.setOut = (seconds = secondsOfFrame(app.playhead() + 1, fps())) => change({ out: seconds });
  app.clearPoints = () => change({ in: null, out: null });
  app.toggleLoop = () => change({ on: !store.get("state").loop?.on });
  app.goToPoint = (name) => {
    const seconds = store.get("state").loop?.[name];
    if (typeof seconds !== "number") return;
    const frame = Math.round((seconds * fps()[0]) / fps()[1]);
    app.seek(name === "out" ? frame - 1 : frame);
  };
  byId("mark-in").addEventListener("click", () => app.setIn());
  byId("mark-out").addEventListener("click", () => app.setOut());
  byId("loop").addEventListener("click", () => app.toggleLoop());
  store.on("state", ({ loop }) => {
    byId("loop").setAttribute("aria-pressed", String(loop?.on === true));
    byId("mark-in").setAttribute("aria-pressed", String(typeof loop?.in === "number"));
    byId("mark-out").setAttribute("aria-pressed", String(typeof loop?.out === "number"));
  });
}

/** Flips between the film before the last save and after it. */
function setUpFlip(app) {
  const { store } = app;
  const button = byId("flip");
  let isOn = false;
  const can = () => store.get("ribbon") !== null;
  app.flip = (on = !isOn) => {
    if (!can()) return;
    isOn = on;
    app.send({ type: "ribbon", action: "flip", on });
    show();
  };
  function show() {
    button.disabled = !can();
    button.setAttribute("aria-pressed", String(isOn));
    button.title = can() ? `Before and after the last save: ${changeText(store.get("ribbon"))} (B)` : "Nothing was saved yet";
  }
  button.addEventListener("click", () => app.flip());
  store.on("before", (isBefore) => (byId("before-badge").hidden = !isBefore));
  store.on("ribbon", show);
  let generation = null;
  store.on("film", (film) => {
    if (generation !== null && film.generation !== generation && isOn) app.flip(false);
    generation = film.generation;
  });
}

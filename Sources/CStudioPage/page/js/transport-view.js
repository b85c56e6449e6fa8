// SPDX-License-Identifier: MIT
// transport-view: the controls below the picture, and what is told above it.

import { atNextFrame, byId, el, icon } from "./dom.js";
import { drawMarks } from "./scrub-marks.js";
import { parsePosition, rateText, secondsOfFrame, secondsText, timecode } from "./timecode.js";

const RATES = [8, 4, 2, 1.5, 1, 0.5, 0.25, -0.5, -1, -2, -4, -8];
const DISPLAYS = ["timecode", "frame", "seconds"];
const TICK = 60;

export function setUpTransport(app) {
  wireButtons(app);
  wireEntry(app);
  wireRate(app);
  const showPosition = () => position(app);
  const marks = atNextFrame(() => drawMarks(byId("scrub-marks"), marksOf(app)));
  app.store.on("film playhead rate", () => {
    showPosition();
    marks();
  });
  app.store.on("state resized ribbon", marks);
  app.store.on("state film rate", () => status(app));
  app.store.on("film shown state", () => facts(app));
  app.store.on("state", () => points(app));
  app.store.on("setting", ({ name }) => name === "display" && showPosition());
  // Where no pictures come, the playhead follows the clock.
  setInterval(() => {
    if (app.store.get("film")?.hasPictures === false && app.transport.isPlaying) app.store.tell("playhead");
  }, TICK);
}

function wireButtons(app) {
  const { transport } = app;
  const click = (id, run) => byId(id).addEventListener("click", run);
  click("to-start", () => transport.seek(0));
  click("to-end", () => transport.seek(transport.lastFrame));
  click("step-back", () => transport.step(-1));
  click("step-forth", () => transport.step(1));
  click("play", () => transport.toggle());
  click("mark-in", () => transport.markIn());
  click("mark-out", () => transport.markOut());
  click("loop", () => transport.setLoop({ on: !transport.loop.on }));
  click("time-display", () => {
    const next = (DISPLAYS.indexOf(app.settings.get("display")) + 1) % DISPLAYS.length;
    app.settings.set("display", DISPLAYS[next]);
  });
  wireScrub(app, byId("scrub"));
}

/** Whether a hand has the slider: then it stands where the hand has it, whatever is shown meanwhile. */
let isScrubHeld = false;

function wireScrub(app, scrub) {
  const { transport } = app;
  scrub.addEventListener("input", () => {
    isScrubHeld = true;
    transport.seek(Number(scrub.value), true);
  });
  scrub.addEventListener("change", () => {
    isScrubHeld = false;
    transport.seek(Number(scrub.value));
  });
  // A slider that is put back where it was taken says of no change.
  for (const end of ["lostpointercapture", "pointerup", "pointercancel", "blur"]) {
    scrub.addEventListener(end, () => (isScrubHeld = false));
  }
}

function wireEntry(app) {
  const entry = byId("time-entry");
  entry.addEventListener("focus", () => entry.select());
  entry.addEventListener("blur", () => {
    entry.classList.remove("is-wrong");
    position(app);
  });
  entry.addEventListener("keydown", (event) => {
    if (event.key === "Enter") goToTyped(app, entry);
  });
}

function goToTyped({ transport, say }, entry) {
  const frame = parsePosition(entry.value, transport.fps, transport.playhead);
  entry.classList.toggle("is-wrong", frame === null);
  if (frame === null) {
    return say("Write a timecode (1:02:03:04), a frame (90), seconds (1.5s) or a step (+12).");
  }
  transport.seek(frame);
  entry.blur();
}

function wireRate({ transport }) {
  const select = byId("rate");
  const text = (rate) => `${rate}×`.replace("-", "−");
  select.append(...RATES.map((rate) => el("option", { value: String(rate), text: text(rate) })));
  select.value = "1";
  select.addEventListener("change", () => (transport.rate = Number(select.value)));
}

/** A frame as the person wants to read it. */
function positionText(frame, display, fps) {
  switch (display) {
    case "frame": return String(frame);
    case "seconds": return secondsText(secondsOfFrame(frame, fps));
    default: return timecode(frame, fps);
  }
}

function position({ transport, settings }) {
  const { fps, playhead, lastFrame } = transport;
  const text = (frame) => positionText(frame, settings.get("display"), fps);
  const entry = byId("time-entry");
  if (document.activeElement !== entry) entry.value = text(playhead);
  byId("time-display").textContent = `/ ${text(lastFrame + 1)}`;
  const scrub = byId("scrub");
  scrub.max = String(lastFrame);
  if (!isScrubHeld) scrub.value = String(playhead);
  scrub.setAttribute("aria-valuetext", timecode(playhead, fps));
}

const marksOf = ({ transport, store }) => ({
  frames: transport.lastFrame + 1, playhead: transport.playhead, fps: transport.fps,
  ribbon: store.get("ribbon"), loop: store.get("state").loop,
});

function status({ transport, store }) {
  const state = store.get("state");
  const plays = transport.isPlaying;
  const button = byId("play");
  if (button.dataset.plays !== String(plays)) {
    button.dataset.plays = String(plays);
    button.setAttribute("aria-label", plays ? "Pause" : "Play");
    button.replaceChildren(icon(plays ? "pause" : "play"));
  }
  const note = byId("status-note");
  note.textContent = statusText(state, plays);
  note.title = Object.entries({ ...state.dropped, ...stallsOf(state) })
    .map(([reason, count]) => `${reason}: ${count}`).join("\n");
  note.classList.toggle("waiting", state.status === "waiting");
  note.hidden = note.textContent === "";
  showRate(plays ? state.rate : transport.rate);
}

const stallsOf = (state) => Object.fromEntries(
  Object.entries(state.stalls ?? {}).filter(([, count]) => count > 0)
    .map(([reason, count]) => [`stalled by ${reason}`, count]));

function statusText(state, plays) {
  if (state.status === "waiting") return state.reason ? `waiting: ${state.reason}` : "waiting";
  const dropped = Object.values(state.dropped ?? {}).reduce((sum, count) => sum + count, 0);
  return plays && dropped ? `${dropped} dropped` : "";
}

function showRate(rate) {
  const select = byId("rate");
  const isKnown = [...select.options].some((option) => Number(option.value) === rate);
  if (!isKnown) select.append(el("option", { value: String(rate), text: `${rate}×` }));
  select.value = String(rate);
}

function facts({ transport, store }) {
  const film = store.get("film");
  if (!film) return;
  const shown = store.get("shown");
  const parts = [`${film.size?.[0] ?? 0} × ${film.size?.[1] ?? 0}`, `${rateText(transport.fps)} fps`];
  if (shown?.divisor > 1) parts.push(shown.divisor === 2 ? "half size" : `1/${shown.divisor} size`);
  if (shown?.hasProxies) parts.push("proxies");
  if (shown && !shown.isExact && !transport.isPlaying) parts.push("near frame");
  byId("picture-facts").textContent = film.hasPictures === false ? "no pictures" : parts.join(" · ");
}

function points({ transport }) {
  const { loop } = transport;
  const press = (id, isOn) => byId(id).setAttribute("aria-pressed", String(isOn));
  press("loop", loop.on === true);
  press("mark-in", typeof loop.in === "number");
  press("mark-out", typeof loop.out === "number");
}

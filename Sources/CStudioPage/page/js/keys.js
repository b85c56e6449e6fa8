// SPDX-License-Identifier: MIT
// keys: every key, what it does, and the list of them. Keys are left alone while a field has the focus.

import { byId, el, isTyping } from "./dom.js";
import { closesOutside, dialogHead } from "./settings-dialog.js";

const SHOWN = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** The keys by group: [keys, what it does, function]. "Shift+" stands before keys that are letters or arrows. The table in
    docs/guides/studio.md is made of these rows. */
function table(app) {
  const toggle = (name) => app.settings.set(name, !app.settings.get(name));
  return [
    ["Playing", [
      [[" "], "Play or pause, at the chosen rate", () => app.transport.toggle()],
      [["L"], "Forward; again: twice as fast, up to eight times", () => app.shuttleOrStep(1)],
      [["J"], "Backward; again: twice as fast, up to eight times", () => app.shuttleOrStep(-1)],
      [["K"], "Pause; held with J or L: one frame", () => app.transport.pause()],
      [["R"], "Loop", () => app.transport.setLoop({ on: !app.transport.loop.on })],
      [["M"], "Sound", () => app.soundControl.toggle()],
    ]],
    ["Going", [
      [["ArrowLeft"], "One frame back", () => app.transport.step(-1)],
      [["ArrowRight"], "One frame on", () => app.transport.step(1)],
      [["Shift+ArrowLeft"], "One second back", () => app.transport.stepSeconds(-1)],
      [["Shift+ArrowRight"], "One second on", () => app.transport.stepSeconds(1)],
      [["ArrowUp"], "The cut before", () => app.timeline.goToCut(-1)],
      [["ArrowDown"], "The cut after", () => app.timeline.goToCut(1)],
      [["Home"], "The start", () => app.transport.seek(0)],
      [["End"], "The last frame", () => app.transport.seek(Infinity)],
      [["T"], "Type a time: 1:02:03:04, 90 (a frame), 1.5s, +12 (frames on)", () => byId("time-entry").focus()],
    ]],
    ["Points and changes", [
      [["I"], "In point here", () => app.transport.markIn()],
      [["O"], "Out point here", () => app.transport.markOut()],
      [["Shift+I"], "To the in point", () => app.transport.goToPoint("in")],
      [["Shift+O"], "To the out point", () => app.transport.goToPoint("out")],
      [["X"], "No points", () => app.transport.setLoop({ in: null, out: null })],
      [["B"], "Before and after the last save", () => app.flip.toggle()],
      [["N"], "Changed frames after", () => app.timeline.goToChange(1)],
      [["Shift+N"], "Changed frames before", () => app.timeline.goToChange(-1)],
    ]],
    ["Picture", [
      [["F"], "Full screen", () => app.stage.toggleFullScreen()],
      [["Z"], "Fits the picture, or shows its own pixels; the wheel zooms, a drag moves it", () => app.stage.toggleZoom()],
      [["Alt+ArrowLeft"], "Move the zoomed picture (and the other arrows)", () => app.stage.pan(60, 0)],
      [["S"], "Safe areas (SMPTE ST 2046-1)", () => toggle("safe")],
      [["G"], "The next guides", () => nextGuides(app)],
      [["P"], "This frame as PNG", () => app.exports.snapshot()],
    ]],
    ["Timeline and panels", [
      [["+", "="], "Zoom in", () => app.timeline.zoom(1.5)],
      [["-"], "Zoom out", () => app.timeline.zoom(1 / 1.5)],
      [["Escape"], "Nothing selected", () => app.timeline.select(null)],
      [["0"], "The whole film", () => app.timeline.zoom(0)],
      [["1"], "Layers", () => app.openTab("layers")],
      [["2"], "Parameters", () => app.openTab("params")],
      [["3"], "Check", () => app.openTab("findings")],
      [["4"], "Scopes", () => app.openTab("scopes")],
      [["5", "E"], "Export", () => app.openTab("export")],
      [["Y"], "Galleries", () => app.gallery.open()],
      [["?"], "This list", () => byId("keys").showModal()],
    ]],
  ];
}

function nextGuides(app) {
  const kinds = [...byId("guides-kind").options].map((option) => option.value);
  app.settings.set("guides", kinds[(kinds.indexOf(app.settings.get("guides")) + 1) % kinds.length]);
}

const shownKey = (key) => key.split(/\+(?=.)/).map((part) => SHOWN[part] ?? part).join(" ");

/** The name under which a key press stands in the table. */
export function nameOfKey(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isNamed = event.key.length > 1 || /[A-Z]/.test(key);
  const before = (event.altKey ? "Alt+" : "") + (event.shiftKey && isNamed ? "Shift+" : "");
  return before + key;
}

export function setUpKeys(app) {
  const groups = table(app);
  const actions = new Map();
  for (const [, rows] of groups) for (const [keys, , run] of rows) for (const key of keys) actions.set(key, run);
  for (const [key, dx, dy] of [["Right", -60, 0], ["Up", 0, 60], ["Down", 0, -60]]) {
    actions.set(`Alt+Arrow${key}`, () => app.stage.pan(dx, dy));
  }

  let holdsK = false;
  app.shuttleOrStep = (direction) => (holdsK ? app.transport.step(direction) : app.transport.shuttle(direction));
  addEventListener("keyup", (event) => event.key.toLowerCase() === "k" && (holdsK = false));
  addEventListener("blur", () => (holdsK = false));

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (isTheirs(event)) return;
    const run = actions.get(nameOfKey(event));
    if (!run || (event.repeat && !/Arrow|^[+\-=]$/.test(event.key))) return;
    if (event.key.toLowerCase() === "k") holdsK = true;
    if (run() !== false) event.preventDefault();
  });

  const dialog = byId("keys");
  dialog.append(dialogHead(dialog, "keys", "Keys"), el("div", { class: "dialog-body key-groups" },
    groups.map(([title, rows]) => el("section", {}, el("h3", { text: title }), el("dl", {},
      rows.map(([keys, text]) => [
        el("dt", {}, keys.map((key) => el("kbd", { text: shownKey(key) }))), el("dd", { text })]).flat())))));
  closesOutside(dialog);
  byId("open-keys").addEventListener("click", () => dialog.showModal());
}

/** Keys that the focused control uses itself: a button its space and enter, a slider its arrows. */
function isTheirs(event) {
  const target = event.target;
  if (target.matches?.("button, a, summary, [role=button]")) return event.key === " " || event.key === "Enter";
  if (target.matches?.("input[type=checkbox], input[type=color], input[type=radio]")) return event.key === " ";
  if (target.matches?.("input[type=range]:not(#scrub)")) return /^(Arrow|Home|End|Page)/.test(event.key);
  return false;
}

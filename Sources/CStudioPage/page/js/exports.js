// SPDX-License-Identifier: MIT
// exports: the form for a film file, and single frames as PNG. The list of what is being written is in export-jobs.js.

import { byId, el } from "./dom.js";
import { JobList } from "./export-jobs.js";

const SCALES = [1, 0.75, 0.5, 0.25];
const RANGES = [["film", "The whole film"], ["points", "In to out point"], ["own", "From … to …"]];

export class Exports {
  #app;
  #preset = el("select", { id: "export-preset" });
  #range = el("select", { id: "export-range", onchange: () => this.#showRange() },
    RANGES.map(([value, text]) => el("option", { value, text })));
  #from = seconds("export-from", "From, in seconds");
  #to = seconds("export-to", "To, in seconds");
  #ownRange = el("div", { class: "field-row", hidden: true },
    this.#from, el("span", { class: "unit", text: "to" }), this.#to, el("span", { class: "unit", text: "s" }));
  #scale = el("select", { id: "export-scale" },
    SCALES.map((value) => el("option", { value: String(value), text: `${value * 100} %` })));
  #path = el("input", { id: "export-path", type: "text", spellcheck: "false" });

  constructor(app) {
    this.#app = app;
    const jobs = new JobList(app);
    byId("panel-export").append(
      row("Preset", this.#preset), row("Range", this.#range), this.#ownRange,
      row("Size", this.#scale), row("File", this.#path), this.#buttons,
      el("p", { class: "caption", text: "Exports" }), jobs.element);
    byId("snapshot").addEventListener("click", () => this.snapshot());
    byId("open-export").addEventListener("click", () => this.open());
    app.store.on("welcome", () => this.#showPresets());
    this.#showPresets();
  }

  open() {
    this.#app.openTab("export");
    this.#preset.focus();
  }

  /** The frame at the playhead as PNG. */
  snapshot() {
    this.#app.send({ type: "snapshot", frame: this.#app.transport.playhead });
  }

  get #buttons() {
    const button = (id, look, text, onclick) => el("button", { id, type: "button", class: look, text, onclick });
    return el("div", { class: "button-row" },
      button("export", "button primary", "Export", () => this.#start()),
      button("export-snapshot", "button", "Frame as PNG", () => this.snapshot()));
  }

  #showRange() {
    const isOwn = this.#range.value === "own";
    this.#ownRange.hidden = !isOwn;
    if (!isOwn || this.#to.value !== "") return;
    const [from, to] = this.#points;
    this.#from.value = String(from);
    this.#to.value = String(to);
  }

  get #points() {
    const { loop } = this.#app.transport;
    return [loop.in ?? 0, loop.out ?? this.#app.store.get("film")?.duration ?? 0];
  }

  get #wantedRange() {
    switch (this.#range.value) {
      case "points": return this.#points;
      case "own": return [Number(this.#from.value), Number(this.#to.value)];
      default: return null;
    }
  }

  #start() {
    const range = this.#wantedRange;
    if (range && !(range[1] > range[0])) {
      return this.#app.say("The range is empty: its end must come after its start.");
    }
    const message = { type: "export" };
    if (range) message.range = range;
    if (this.#preset.value) message.preset = this.#preset.value;
    if (this.#path.value.trim()) message.path = this.#path.value.trim();
    if (this.#scale.value !== "1") message.scale = Number(this.#scale.value);
    return this.#app.send(message);
  }

  #showPresets() {
    const { exportPresets = [], folder } = this.#app.store.get("welcome") ?? {};
    const kept = this.#preset.value;
    const first = el("option", { value: "", text: "As the script says" });
    this.#preset.replaceChildren(first, ...exportPresets.map((name) => el("option", { value: name, text: name })));
    this.#preset.value = exportPresets.includes(kept) ? kept : "";
    this.#path.placeholder = this.#path.title = folder ? `in ${folder}` : "chosen for you";
  }
}

const seconds = (id, label) =>
  el("input", { id, type: "number", min: "0", step: "any", class: "mono", "aria-label": label });

const row = (text, control) => el("div", { class: "param" }, el("label", { for: control.id, text }), control);

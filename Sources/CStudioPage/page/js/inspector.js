// SPDX-License-Identifier: MIT
// inspector: the selected clip, and the layers at the playhead from top to bottom with their values there and what
// decoding and drawing cost. What 'moonreel check' finds is in findings.js.

import { atMostEvery, atNextFrame, byId, el } from "./dom.js";
import { showFindings } from "./findings.js";
import { selectedCard } from "./selected.js";

/** While the film plays it is asked four times a second. */
const ASK_EVERY = 250;
const PATIENCE = 2000;

export class Inspector {
  #app;
  #chosen = el("div", {});
  #below = el("div", {}, el("p", { class: "empty", text: "Layers appear here." }));
  #isAsking = false;
  #askedAt = 0;
  #isOld = true;
  #ask = atMostEvery(ASK_EVERY, () => this.#askNow());
  #showSelected = atNextFrame(() => this.#drawSelected());

  constructor(app) {
    this.#app = app;
    byId("panel-layers").append(this.#chosen, this.#below);
    const { store } = app;
    store.on("playhead tab", this.#ask);
    store.on("film", () => {
      this.#isOld = true;
      this.#ask();
    });
    store.on("layers", (layers) => this.#answered(layers));
    store.on("selection", () => this.#showLayers());
    store.on("selection film playhead tab", this.#showSelected);
    store.on("findings problem", () => showFindings(app));
    store.on("setting", ({ name }) => name === "link" && this.#showLinks());
    showFindings(app);
  }

  /** One question is open at a time, and none where nobody looks. */
  #askNow() {
    const { store, transport, send } = this.#app;
    if (!this.#app.isTabOpen("layers") || document.hidden || !store.get("film")) return;
    if (this.#isAsking && performance.now() - this.#askedAt < PATIENCE) return;
    const frame = transport.playhead;
    if (store.get("layers")?.frame === frame && !this.#isOld) return;
    this.#isAsking = send({ type: "inspect", frame });
    this.#askedAt = performance.now();
  }

  #answered({ frame }) {
    this.#isAsking = false;
    this.#isOld = false;
    this.#showLayers();
    if (frame !== this.#app.transport.playhead) this.#ask();
  }

  #showLinks() {
    this.#showSelected();
    this.#showLayers();
    showFindings(this.#app);
  }

  #drawSelected() {
    if (!this.#app.isTabOpen("layers")) return;
    const card = selectedCard(this.#app);
    const caption = el("p", { class: "caption", text: "Selected on the timeline" });
    this.#chosen.replaceChildren(...(card ? [caption, card] : []));
  }

  #showLayers() {
    const answer = this.#app.store.get("layers");
    if (!answer) return;
    const { frame, layers = [], costs } = answer;
    const top = byId("panels").scrollTop;
    const cards = layers.map((layer) => this.#card(layer));
    const none = el("p", { class: "empty", text: "No layer is here." });
    this.#below.replaceChildren(
      el("p", { class: "caption", text: `Frame ${frame}, from top to bottom` }),
      ...(costs ? [costLine(costs)] : []), ...(cards.length ? cards : [none]));
    byId("panels").scrollTop = top;
  }

  #card(layer) {
    const selection = this.#app.store.get("selection");
    const isPicked = selection !== null && layer.name === selection.name &&
      (layer.line ?? null) === (selection.line ?? null);
    return el("article", { class: `card${isPicked ? " is-picked" : ""}` },
      el("div", { class: "card-head" },
        el("h3", { text: layer.name || layer.kind }),
        el("span", { class: "card-kind", text: layer.name && layer.name !== layer.kind ? layer.kind : "" }),
        el("span", { class: "space" }), this.#app.place(layer.line)),
      valueList(layer.values ?? {}));
  }
}

function valueList(values) {
  const rows = Object.entries(values);
  if (!rows.length) return null;
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  return el("dl", { class: "values" },
    rows.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: text(value) })]));
}

function costLine(costs) {
  const part = (name, text) => (Number.isFinite(costs[name])
    ? el("span", {}, `${text} `, el("b", { text: `${costs[name].toFixed(1)} ms` })) : null);
  return el("p", { class: "costs", title: "What this frame cost on the server" },
    part("decode", "Decode"), part("draw", "Draw"));
}

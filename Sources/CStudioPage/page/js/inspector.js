// SPDX-License-Identifier: MIT
// inspector: the layers at the playhead from top to bottom with their values there, what decoding and drawing cost,
// and what 'moonreel check' finds.

import { atMostEvery, atNextFrame, byId, el } from "./dom.js";
import { selectedCard } from "./selected.js";

export function setUpInspector(app) {
  const { store } = app;
  const panel = byId("panel-layers");
  let asked = null;
  let askedAt = 0;
  let isOld = true;

  /** One question is open at a time; while the film plays it is asked four times a second. */
  const ask = atMostEvery(250, () => {
    if (!app.isTabOpen("layers") || document.hidden || !store.get("film")) return;
    const frame = app.transport.playhead;
    if (asked !== null && performance.now() - askedAt < 2000) return;
    if (store.get("layers")?.frame === frame && !isOld) return;
    if (!app.send({ type: "inspect", frame })) return;
    asked = frame;
    askedAt = performance.now();
  });

  store.on("playhead tab", ask);
  store.on("film", () => {
    isOld = true;
    ask();
  });
  store.on("layers", (layers) => {
    asked = null;
    isOld = false;
    show(layers);
    if (layers.frame !== app.transport.playhead) ask();
  });
  store.on("selection", () => store.get("layers") && show(store.get("layers")));
  const chosen = el("div", {});
  const below = el("div", {});
  panel.append(chosen, below);
  const showSelected = atNextFrame(() => {
    if (!app.isTabOpen("layers")) return;
    const card = selectedCard(app);
    chosen.replaceChildren(...(card ? [el("p", { class: "caption", text: "Selected on the timeline" }), card] : []));
  });
  store.on("selection film playhead tab", showSelected);
  store.on("setting", ({ name }) => {
    if (name !== "link") return;
    showSelected();
    if (store.get("layers")) show(store.get("layers"));
    showFindings();
  });

  function show({ frame, layers = [], costs }) {
    const selection = store.get("selection");
    const top = byId("panels").scrollTop;
    below.replaceChildren(
      el("p", { class: "caption" }, el("span", { text: `Frame ${frame}, from top to bottom` })),
      costs ? costLine(costs) : "",
      ...(layers.length ? layers.map((layer) => card(layer, selection)) : [el("p", { class: "empty", text: "No layer is here." })]));
    byId("panels").scrollTop = top;
  }

  function card(layer, selection) {
    const isPicked = selection !== null && layer.name === selection.name && (layer.line ?? null) === (selection.line ?? null);
    return el("article", { class: `card${isPicked ? " is-picked" : ""}` },
      el("div", { class: "card-head" }, el("h3", { text: layer.name || layer.kind }), el("span", { class: "card-kind", text: layer.name ? layer.kind : "" }),
        el("span", { class: "space" }), app.place(layer.line)),
      values(layer.values ?? {}));
  }

  function values(values) {
    const rows = Object.entries(values);
    if (!rows.length) return null;
    return el("dl", { class: "values" }, rows.flatMap(([name, text]) =>
      [el("dt", { text: name }), el("dd", { text: typeof text === "string" ? text : JSON.stringify(text) })]));
  }

  function costLine(costs) {
    const part = (name, text) => Number.isFinite(costs[name])
      ? el("span", {}, `${text} `, el("b", { text: `${costs[name].toFixed(1)} ms` })) : null;
    return el("p", { class: "costs", title: "What this frame cost on the server" }, part("decode", "Decode"), part("draw", "Draw"));
  }

  function showFindings() {
    const findings = store.get("findings");
    const problem = store.get("problem");
    const count = byId("findings-count");
    const all = findings.length + (problem ? 1 : 0);
    count.textContent = String(all);
    count.hidden = all === 0;
    count.classList.toggle("bad", problem !== null);
    const finding = ({ sentence, place }) => el("article", { class: "card finding" }, app.place(place), el("p", { text: sentence }));
    byId("panel-findings").replaceChildren(
      ...(problem ? [el("p", { class: "caption", text: "The mistake" }), finding(problem)] : []),
      ...(findings.length ? [el("p", { class: "caption", text: "What 'moonreel check' finds" }), ...findings.map(finding)] : []),
      ...(all ? [] : [el("p", { class: "empty", text: "Nothing to find fault with." })]));
  }

  store.on("findings problem", showFindings);
  below.append(el("p", { class: "empty", text: "Layers appear here." }));
  showFindings();
}

// SPDX-License-Identifier: MIT
// params: the form of what the script declares with mr.params. A change is sent at once; while the script runs with it,
// the newest values wait.

import { byId, copyText, el, iconButton } from "./dom.js";
import { makeField } from "./param-fields.js";
import { isDefault, jsonText, readParams, setText, valuesOf } from "./param-text.js";

const PATIENCE = 5000;

export function setUpParams(app) {
  const { store } = app;
  const panel = byId("panel-params");
  let params = [];
  let values = {};
  let fields = new Map();
  let shape = "";
  let isOpen = false;
  let isWaiting = false;
  let touched = 0;
  let timer = 0;

  function change(param, value) {
    values = { ...values, [param.name]: value };
    touched = performance.now();
    mark(param);
    isWaiting = true;
    sendNext();
  }

  /** At most one message is open; the newest values follow when it is answered. */
  function sendNext() {
    if (isOpen || !isWaiting) return;
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
    if (!app.send({ type: "params", values: given })) return;
    isOpen = true;
    isWaiting = false;
    clearTimeout(timer);
    timer = setTimeout(answered, PATIENCE);
  }
  function answered() {
    clearTimeout(timer);
    isOpen = false;
    sendNext();
  }

  store.on("film", (film) => {
    const isOwn = isOpen || isWaiting;
    answered();
    take(readParams(film.params ?? []), isOwn);
  });
  store.on("problem answered", () => isOpen && answered());
  store.on("connection", ({ status }) => {
    if (status === "open") return;
    clearTimeout(timer);
    isOpen = isWaiting = false;
  });

  /** What the film says; a field under the person's hand is not touched by an answer to an earlier value. */
  function take(next, isOwn) {
    params = next;
    const nextShape = JSON.stringify(next.map(({ value, ...declaration }) => declaration));
    if (nextShape !== shape) {
      shape = nextShape;
      values = valuesOf(params);
      return build();
    }
    if (isOwn && performance.now() - touched < 1500) return;
    const now = valuesOf(params);
    for (const param of params) {
      const field = fields.get(param.name);
      const isSame = JSON.stringify(now[param.name]) === JSON.stringify(values[param.name]);
      if (!isSame && !field.element.contains(document.activeElement)) field.set(now[param.name]);
    }
    values = now;
    params.forEach(mark);
  }

  function mark(param) {
    const row = fields.get(param.name)?.row;
    row?.classList.toggle("is-changed", !isDefault(param, values[param.name]));
  }

  function reset(param) {
    fields.get(param.name).field.set(param.default ?? null);
    change(param, param.default ?? null);
  }

  function build() {
    fields = new Map();
    const rows = params.map((param) => {
      const id = `param-${param.name}`;
      const field = makeField(id, param, (value) => change(param, value), app);
      field.set(values[param.name] ?? null);
      const row = el("div", { class: `param ${param.kind}`, "data-param": param.name },
        el("div", { class: "param-head" },
          el("label", { for: id, text: param.name }),
          el("span", { class: "card-kind", text: param.required ? `${param.kind}, required` : param.kind }),
          el("span", { class: "space" }),
          app.place(param.line),
          iconButton(null, "reset", `Default of ${param.name}: ${JSON.stringify(param.default ?? null)}`, () => reset(param))),
        field.element,
        param.doc ? el("p", { class: "doc", text: param.doc }) : null);
      fields.set(param.name, { field, element: field.element, set: field.set, row });
      return row;
    });
    if (!params.length) {
      panel.replaceChildren(el("p", { class: "empty", text: "The script declares no parameters (mr.params)." }));
      return;
    }
    panel.replaceChildren(presetBar, el("div", { class: "params" }, rows), copyBar);
    params.forEach(mark);
  }

  const copyBar = el("div", { class: "button-row" },
    el("button", { id: "copy-set", type: "button", class: "button", text: "Copy as --set",
      onclick: () => copied(setText(params, values), "No value differs from its default.") }),
    el("button", { id: "copy-json", type: "button", class: "button", text: "Copy as JSON",
      onclick: () => copied(jsonText(params, values)) }),
    el("button", { id: "reset-params", type: "button", class: "button", text: "All defaults", onclick: () => {
      values = Object.fromEntries(params.map((param) => [param.name, param.default ?? null]));
      for (const param of params) fields.get(param.name).set(values[param.name]);
      params.forEach(mark);
      isWaiting = true;
      sendNext();
    } }));

  async function copied(text, otherwise) {
    if (text === "") return app.say(otherwise);
    app.say((await copyText(text)) ? `Copied: ${text.length > 160 ? `${text.slice(0, 160)} …` : text}` : "The browser does not let the page copy.");
  }

  const presetChoice = el("select", { id: "preset-choice", "aria-label": "Saved values", onchange: () => {
    if (presetChoice.value) app.send({ type: "preset", action: "load", name: presetChoice.value });
    presetName.value = presetChoice.value;
  } });
  const presetName = el("input", { id: "preset-name", type: "text", placeholder: "name", "aria-label": "Name to save values under", maxlength: "60",
    onkeydown: (event) => event.key === "Enter" && savePreset() });
  function savePreset() {
    const name = presetName.value.trim();
    if (!name) return app.say("Write a name to save these values under.");
    app.send({ type: "preset", action: "save", name });
    presetName.blur();
  }
  const presetBar = el("div", { class: "preset-bar" }, presetChoice, presetName,
    el("button", { id: "preset-save", type: "button", class: "button", text: "Save", title: "Save to a file beside the script", onclick: savePreset }),
    iconButton("preset-delete", "close", "Delete the saved values", () => {
      const name = presetChoice.value || presetName.value.trim();
      if (name) app.send({ type: "preset", action: "delete", name });
    }));
  function showPresets() {
    const kept = presetChoice.value;
    const names = store.get("presets");
    presetChoice.replaceChildren(el("option", { value: "", text: names.length ? "Saved values …" : "No saved values" }),
      ...names.map((name) => el("option", { value: name, text: name })));
    presetChoice.value = names.includes(kept) ? kept : "";
  }
  store.on("presets", showPresets);
  showPresets();
  build();
}

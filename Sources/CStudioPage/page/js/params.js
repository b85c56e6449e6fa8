// SPDX-License-Identifier: MIT
// params: the form of what the script declares with mr.params. A change is sent at once; while the script runs with it,
// the newest values wait.

import { byId, copyText, el, iconButton } from "./dom.js";
import { makeField } from "./param-fields.js";
import { PresetBar } from "./param-presets.js";
import { Newest } from "./newest.js";
import { isDefault, jsonText, readParams, setText, valuesOf } from "./param-text.js";

/** How long after the last touch an answer to an earlier value leaves the form alone, in ms. */
const TOUCH_LASTS = 1500;

export class Params {
  #app;
  #panel = byId("panel-params");
  #params = [];
  #values = {};
  #rows = new Map();
  #shape = "";
  #touched = -Infinity;
  #newest;
  #presets;

  constructor(app) {
    this.#app = app;
    this.#newest = new Newest((values) => app.send({ type: "params", values }));
    this.#presets = new PresetBar(app);
    const { store } = app;
    store.on("film", (film) => {
      const isOwn = this.#newest.isBusy;
      this.#newest.answered();
      this.#take(readParams(film.params ?? []), isOwn);
    });
    store.on("problem answered", () => this.#newest.answered());
    store.on("connection", ({ status }) => status !== "open" && this.#newest.forget());
    this.#build();
  }

  #change(param, value) {
    this.#values = { ...this.#values, [param.name]: value };
    this.#touched = performance.now();
    this.#mark(param);
    this.#sendValues();
  }

  #sendValues() {
    const isSet = ([, value]) => value !== null && value !== undefined;
    this.#newest.send(Object.fromEntries(Object.entries(this.#values).filter(isSet)));
  }

  /** Takes what the film says; a field under the person's hand is not touched by an answer to an earlier value. */
  #take(params, isOwn) {
    this.#params = params;
    const shape = JSON.stringify(params.map(({ value, ...declaration }) => declaration));
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#values = valuesOf(params);
      return this.#build();
    }
    if (isOwn && performance.now() - this.#touched < TOUCH_LASTS) return;
    this.#show(valuesOf(params));
  }

  #show(values) {
    for (const { name } of this.#params) {
      const { field } = this.#rows.get(name);
      const isSame = JSON.stringify(values[name]) === JSON.stringify(this.#values[name]);
      if (!isSame && !field.element.contains(document.activeElement)) field.set(values[name]);
    }
    this.#values = values;
    this.#params.forEach((param) => this.#mark(param));
  }

  /** Marks a parameter that differs from its default. */
  #mark(param) {
    const isChanged = !isDefault(param, this.#values[param.name]);
    this.#rows.get(param.name)?.element.classList.toggle("is-changed", isChanged);
  }

  #reset(param) {
    this.#rows.get(param.name).field.set(param.default ?? null);
    this.#change(param, param.default ?? null);
  }

  #resetAll() {
    this.#values = Object.fromEntries(this.#params.map((param) => [param.name, param.default ?? null]));
    for (const param of this.#params) {
      this.#rows.get(param.name).field.set(this.#values[param.name]);
      this.#mark(param);
    }
    this.#sendValues();
  }

  #build() {
    this.#rows = new Map(this.#params.map((param) => [param.name, this.#makeRow(param)]));
    if (!this.#params.length) {
      const text = "The script declares no parameters (mr.params).";
      return this.#panel.replaceChildren(el("p", { class: "empty", text }));
    }
    const rows = [...this.#rows.values()].map(({ element }) => element);
    this.#panel.replaceChildren(this.#presets.element, el("div", { class: "params" }, rows), this.#copyBar);
    return this.#params.forEach((param) => this.#mark(param));
  }

  #makeRow(param) {
    const id = `param-${param.name}`;
    const field = makeField(id, param, (value) => this.#change(param, value), this.#app);
    field.set(this.#values[param.name] ?? null);
    const fallback = JSON.stringify(param.default ?? null);
    const head = el("div", { class: "param-head" },
      el("label", { for: id, text: param.name }),
      el("span", { class: "card-kind", text: param.required ? `${param.kind}, required` : param.kind }),
      el("span", { class: "space" }),
      this.#app.place(param.place),
      iconButton(null, "reset", `Default of ${param.name}: ${fallback}`, () => this.#reset(param)));
    const doc = param.doc ? el("p", { class: "doc", text: param.doc }) : null;
    const element = el("div", { class: `param ${param.kind}`, "data-param": param.name }, head, field.element, doc);
    return { field, element };
  }

  get #copyBar() {
    const button = (id, text, onclick) => el("button", { id, type: "button", class: "button", text, onclick });
    return el("div", { class: "button-row" },
      button("copy-set", "Copy as --set", () => this.#copy(setText(this.#params, this.#values))),
      button("copy-json", "Copy as JSON", () => this.#copy(jsonText(this.#params, this.#values))),
      button("reset-params", "All defaults", () => this.#resetAll()));
  }

  async #copy(text) {
    const { say } = this.#app;
    if (text === "") return say("No value differs from its default.");
    if (!(await copyText(text))) return say("The browser does not let the page copy.");
    return say(`Copied: ${text.length > 160 ? `${text.slice(0, 160)} …` : text}`);
  }
}

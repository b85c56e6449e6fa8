// SPDX-License-Identifier: MIT
// param-presets: values of parameters that are saved under a name, in a file beside the script.

import { el, iconButton } from "./dom.js";

export class PresetBar {
  element;
  #app;
  #choice = el("select", { id: "preset-choice", "aria-label": "Saved values", onchange: () => this.#load() });
  #name = el("input", {
    id: "preset-name", type: "text", placeholder: "name", maxlength: "60",
    "aria-label": "Name to save values under", onkeydown: (event) => event.key === "Enter" && this.#save(),
  });

  constructor(app) {
    this.#app = app;
    this.element = el("div", { class: "preset-bar" }, this.#choice, this.#name,
      el("button", {
        id: "preset-save", type: "button", class: "button", text: "Save",
        title: "Save to a file beside the script", onclick: () => this.#save(),
      }),
      iconButton("preset-delete", "close", "Delete the saved values", () => this.#delete()));
    app.store.on("presets", () => this.#show());
    this.#show();
  }

  #send(action, name) {
    this.#app.send({ type: "preset", action, name });
  }

  #load() {
    this.#name.value = this.#choice.value;
    if (this.#choice.value) this.#send("load", this.#choice.value);
  }

  #save() {
    const name = this.#name.value.trim();
    if (!name) return this.#app.say("Write a name to save these values under.");
    this.#name.blur();
    return this.#send("save", name);
  }

  #delete() {
    const name = this.#choice.value || this.#name.value.trim();
    if (name) this.#send("delete", name);
  }

  #show() {
    const names = this.#app.store.get("presets");
    const kept = this.#choice.value;
    const first = el("option", { value: "", text: names.length ? "Saved values …" : "No saved values" });
    this.#choice.replaceChildren(first, ...names.map((name) => el("option", { value: name, text: name })));
    this.#choice.value = names.includes(kept) ? kept : "";
  }
}

// SPDX-License-Identifier: MIT
// flip: between the film before the last save and after it.

import { byId } from "./dom.js";
import { changeText } from "./problem.js";

export class Flip {
  #app;
  #isOn = false;
  #generation = null;

  constructor(app) {
    this.#app = app;
    byId("flip").addEventListener("click", () => this.toggle());
    app.store.on("ribbon", () => this.#show());
    app.store.on("before", (isBefore) => (byId("before-badge").hidden = !isBefore));
    app.store.on("film", (film) => this.#newFilm(film));
  }

  toggle(on = !this.#isOn) {
    if (!this.#app.store.get("ribbon")) return;
    this.#isOn = on;
    this.#app.send({ type: "ribbon", action: "flip", on });
    this.#show();
  }

  /** A film that was made anew is looked at itself. */
  #newFilm({ generation }) {
    const isNew = this.#generation !== null && generation !== this.#generation;
    this.#generation = generation;
    if (isNew && this.#isOn) this.toggle(false);
  }

  #show() {
    const ribbon = this.#app.store.get("ribbon");
    const button = byId("flip");
    button.disabled = !ribbon;
    button.setAttribute("aria-pressed", String(this.#isOn));
    button.title = ribbon ? `Before and after the last save: ${changeText(ribbon)} (B)` : "Nothing was saved yet";
  }
}

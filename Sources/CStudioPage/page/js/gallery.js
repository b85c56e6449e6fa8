// SPDX-License-Identifier: MIT
// gallery: transitions, effects, titles and templates, each drawn by the server with the film's own frame, and the Lua
// to copy. One card is in gallery-card.js.

import { byId, el } from "./dom.js";
import { GalleryCard } from "./gallery-card.js";
import { GALLERIES } from "./protocol.js";
import { closesOutside, dialogHead } from "./settings-dialog.js";

const MOST_STEPS = 16;
const STEP_MS = 110;

export class Gallery {
  #app;
  #dialog = byId("gallery");
  #grid = el("div", { class: "gallery-grid", id: "gallery-grid" });
  #filter = el("input", {
    id: "gallery-filter", type: "text", placeholder: "Find …", "aria-label": "Find by name",
    oninput: () => this.#filterCards(),
  });
  #choices = GALLERIES.map((name) => el("button", {
    type: "button", id: `gallery-${name}`, "data-gallery": name, text: name[0].toUpperCase() + name.slice(1),
    onclick: () => this.open(name),
  }));
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #kind = GALLERIES[0];
  #cards = [];
  #step = 0;
  #watcher = new IntersectionObserver((entries) => this.#seen(entries), { root: this.#grid, rootMargin: "120px" });

  constructor(app) {
    this.#app = app;
    const kinds = el("div", { role: "group", "aria-label": "Kind", class: "gallery-tabs" }, this.#choices);
    this.#dialog.append(dialogHead(this.#dialog, "gallery", "Galleries"),
      el("div", { class: "gallery-bar" }, kinds, el("span", { class: "space" }), this.#filter), this.#grid);
    closesOutside(this.#dialog);
    this.#dialog.addEventListener("close", () => {
      this.#empty();
      this.#grid.replaceChildren();
    });
    byId("open-gallery").addEventListener("click", () => this.open());
    app.store.on("gallery", (message) => this.#fill(message));
    app.store.on("gallery-picture", (head) => this.#takePicture(head));
    setInterval(() => this.#move(), STEP_MS);
  }

  /** Opens the gallery of a kind and asks for it anew. */
  open(kind = this.#kind) {
    this.#kind = kind;
    for (const choice of this.#choices) choice.setAttribute("aria-pressed", String(choice.dataset.gallery === kind));
    this.#empty();
    this.#grid.replaceChildren(el("p", { class: "empty", text: "Drawing with the film's frame …" }));
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#app.send({ type: "gallery", kind, frame: this.#app.transport.playhead });
  }

  #fill({ kind, items = [] }) {
    if (kind !== this.#kind || !this.#dialog.open) return;
    this.#empty();
    this.#cards = items.map((item) => new GalleryCard(item, this.#app.say));
    this.#grid.replaceChildren(...this.#cards.map(({ element }) => element));
    for (const { element } of this.#cards) this.#watcher.observe(element);
    this.#filterCards();
  }

  #takePicture(head) {
    const isOurs = GALLERIES[head.value] === this.#kind && head.small < MOST_STEPS;
    if (isOurs) this.#cards[head.number]?.take(head.small, head.bytes);
  }

  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      this.#cards.find(({ element }) => element === target)?.see(isIntersecting);
    }
  }

  /** Goes one step on in all cards that are seen; who wants calm sees the middle of the movement. */
  #move() {
    if (!this.#dialog.open || document.hidden) return;
    this.#step += 1;
    for (const card of this.#cards) card.draw(this.#calm.matches ? null : this.#step);
  }

  #filterCards() {
    const wanted = this.#filter.value.trim().toLowerCase();
    for (const card of this.#cards) card.element.hidden = !card.matches(wanted);
  }

  #empty() {
    for (const card of this.#cards) {
      this.#watcher.unobserve(card.element);
      card.see(false);
    }
    this.#cards = [];
  }
}

// SPDX-License-Identifier: MIT
// gallery: transitions, effects, titles and templates, each drawn by the server with the film's own frame, and the Lua
// to copy.

import { byId, copyText, el } from "./dom.js";
import { GALLERIES } from "./protocol.js";
import { closesOutside, dialogHead } from "./settings-dialog.js";

const MOST_STEPS = 16;
const STEP_MS = 110;

export function setUpGallery(app) {
  const dialog = byId("gallery");
  const grid = el("div", { class: "gallery-grid", id: "gallery-grid" });
  const filter = el("input", { id: "gallery-filter", type: "text", placeholder: "Find …", "aria-label": "Find by name", oninput: () => show() });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let kind = GALLERIES[0];
  let cards = [];

  const tabs = GALLERIES.map((name) => el("button", { type: "button", id: `gallery-${name}`, "data-gallery": name,
    text: name[0].toUpperCase() + name.slice(1), onclick: () => open(name) }));
  dialog.append(dialogHead(dialog, "gallery", "Galleries"),
    el("div", { class: "gallery-bar" }, el("div", { role: "group", "aria-label": "Kind", class: "gallery-tabs" }, tabs), el("span", { class: "space" }), filter),
    grid);
  closesOutside(dialog);

  function open(name = kind) {
    kind = name;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.gallery === kind));
    empty();
    grid.replaceChildren(el("p", { class: "empty", text: "Drawing with the film's frame …" }));
    if (!dialog.open) dialog.showModal();
    app.send({ type: "gallery", kind, frame: app.transport.playhead });
  }

  function empty() {
    for (const card of cards) {
      watcher.unobserve(card.element);
      for (const bitmap of card.bitmaps) bitmap?.close();
    }
    cards = [];
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = cards.find(({ element }) => element === target);
      if (card) see(card, isIntersecting);
    }
  }, { root: grid, rootMargin: "120px" });

  /** Pictures of a card that is seen are decoded; of the others only their bytes are kept. */
  async function see(card, isSeen) {
    card.isSeen = isSeen;
    if (!isSeen) {
      for (const bitmap of card.bitmaps) bitmap?.close();
      card.bitmaps = [];
      return;
    }
    await Promise.all(card.blobs.map((blob, step) => blob && decode(card, step)));
  }

  async function decode(card, step) {
    try {
      const bitmap = await createImageBitmap(card.blobs[step]);
      if (!card.isSeen || !cards.includes(card)) return bitmap.close();
      card.bitmaps[step]?.close();
      card.bitmaps[step] = bitmap;
      draw(card, calm.matches ? middle(card) : step);
    } catch {
      card.blobs[step] = undefined;
    }
  }

  const middle = (card) => Math.floor(card.bitmaps.length / 2);

  function draw(card, step) {
    const bitmap = card.bitmaps[step] ?? card.bitmaps.find(Boolean);
    if (!bitmap) return;
    if (card.canvas.width !== bitmap.width || card.canvas.height !== bitmap.height) {
      card.canvas.width = bitmap.width;
      card.canvas.height = bitmap.height;
    }
    card.canvas.getContext("2d").drawImage(bitmap, 0, 0);
  }

  let step = 0;
  setInterval(() => {
    if (!dialog.open || calm.matches || document.hidden) return;
    step += 1;
    for (const card of cards) {
      if (card.isSeen && card.bitmaps.length > 1) draw(card, step % card.bitmaps.length);
    }
  }, STEP_MS);

  function makeCard(item) {
    const canvas = el("canvas", { width: 160, height: 90, role: "img", "aria-label": `${item.name}, drawn with the film's frame` });
    const element = el("article", { class: "gallery-card", "data-item": item.name }, canvas,
      el("div", { class: "card-head" }, el("h3", { text: item.name }), el("span", { class: "space" }),
        el("button", { type: "button", class: "button", text: "Copy Lua", "aria-label": `Copy the Lua of ${item.name}`,
          onclick: async () => app.say((await copyText(item.lua ?? "")) ? `Copied the Lua of ${item.name}.` : "The browser does not let the page copy.") })),
      el("p", { class: "doc", text: item.doc ?? "" }), el("pre", { text: item.lua ?? "", tabindex: "0", "aria-label": "Lua" }));
    return { item, element, canvas, blobs: [], bitmaps: [], isSeen: false };
  }

  app.store.on("gallery", (message) => {
    if (message.kind !== kind) return;
    empty();
    cards = (message.items ?? []).map(makeCard);
    grid.replaceChildren(...cards.map(({ element }) => element));
    for (const { element } of cards) watcher.observe(element);
    show();
  });
  app.store.on("gallery-picture", (head) => {
    const card = cards[head.number];
    if (!card || GALLERIES[head.value] !== kind || head.small >= MOST_STEPS) return;
    card.blobs[head.small] = new Blob([head.bytes], { type: "image/jpeg" });
    if (card.isSeen) decode(card, head.small);
  });

  function show() {
    const wanted = filter.value.trim().toLowerCase();
    for (const { item, element } of cards) {
      element.hidden = wanted !== "" && !`${item.name} ${item.doc}`.toLowerCase().includes(wanted);
    }
  }

  dialog.addEventListener("close", empty);
  app.openGallery = open;
  byId("open-gallery").addEventListener("click", () => open());
}

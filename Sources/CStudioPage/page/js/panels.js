// SPDX-License-Identifier: MIT
// panels: the tabs beside the picture, the height of the timeline, and places in scripts as links.

import { byId, copyText, el } from "./dom.js";
import { editorLink, shortPlace } from "./protocol.js";

const LEAST_HEIGHT = 110;

export function setUpPanels(app) {
  const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
  const isNarrow = matchMedia("(max-width: 900px)");

  function open(name, focus = false) {
    let tab = tabs.find((candidate) => candidate.dataset.tab === name) ?? tabs[1];
    if (tab.dataset.tab === "timeline" && !isNarrow.matches) tab = tabs[1];
    for (const other of tabs) {
      const isOpen = other === tab;
      other.setAttribute("aria-selected", String(isOpen));
      other.tabIndex = isOpen ? 0 : -1;
      byId(`panel-${other.dataset.tab}`)?.classList.toggle("is-open", isOpen);
    }
    document.body.dataset.tab = tab.dataset.tab;
    app.view.set("tab", tab.dataset.tab);
    if (focus) tab.focus();
    else tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    app.store.tell("tab", tab.dataset.tab);
    app.store.tell("resized");
  }

  for (const tab of tabs) tab.addEventListener("click", () => open(tab.dataset.tab));
  byId("tabs").addEventListener("keydown", (event) => {
    const shown = tabs.filter((tab) => tab.offsetParent !== null);
    const at = shown.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    open(shown[(at + step + shown.length) % shown.length].dataset.tab, true);
  });
  isNarrow.addEventListener("change", () => open(document.body.dataset.tab));
  app.store.on("welcome", () => open(app.view.get("tab") ?? "layers"));
  app.openTab = open;
  app.isTabOpen = (name) => document.body.dataset.tab === name;
  open(isNarrow.matches ? "timeline" : "layers");
  setUpGrip(app);
  keepFocusFromMouse();
  setUpTop(app);
}

/** The line above the timeline is dragged, or moved with the arrow keys. */
function setUpGrip(app) {
  const grip = byId("timeline-grip");
  const set = (height) => {
    const most = Math.round(Math.max(140, innerHeight * 0.6));
    const kept = Math.round(Math.min(most, Math.max(LEAST_HEIGHT, height)));
    document.documentElement.style.setProperty("--timeline-height", `${kept}px`);
    for (const [name, value] of [["min", LEAST_HEIGHT], ["max", most], ["now", kept]]) {
      grip.setAttribute(`aria-value${name}`, String(value));
    }
    app.settings.set("timelineHeight", kept);
    app.store.tell("resized");
  };
  if (app.settings.get("timelineHeight") > 0) set(app.settings.get("timelineHeight"));
  grip.addEventListener("pointerdown", (event) => {
    grip.setPointerCapture(event.pointerId);
    grip.onpointermove = (move) => set(innerHeight - move.clientY);
  });
  grip.addEventListener("lostpointercapture", () => (grip.onpointermove = null));
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 16, ArrowDown: -16 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(byId("timeline").clientHeight + step);
  });
}

/** A click on a button leaves the keys to the film: only the Tab key moves the focus to buttons. */
function keepFocusFromMouse() {
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest?.("button");
    if (!button || button.closest("dialog")) return;
    button.addEventListener("mousedown", (down) => down.preventDefault(), { once: true });
    if (document.activeElement?.matches("input, textarea, select, button")) document.activeElement.blur();
  });
  let byPointer = false;
  document.addEventListener("pointerdown", () => (byPointer = true), true);
  document.addEventListener("keydown", () => (byPointer = false), true);
  document.addEventListener("change", (event) => {
    const isControl = event.target.matches("select, [type=range]") && event.target.closest("#viewer, #timeline");
    if (byPointer && isControl) event.target.blur();
  });
}

function setUpTop(app) {
  app.store.on("welcome", (welcome) => {
    byId("film-name").textContent = welcome.name || "Moonreel studio";
    byId("film-name").title = welcome.script ?? "";
    document.title = `${welcome.name || "film"} – Moonreel studio`;
  });
  app.place = (place) => placeElement(app, place);
}

/** "film.lua:12" as a link to the editor where a pattern is set, else as a button that copies it. */
function placeElement(app, place) {
  if (!place) return null;
  const script = app.store.get("welcome")?.script;
  const link = editorLink(app.settings.get("link"), place, script);
  const text = shortPlace(place, script);
  if (link) return el("a", { class: "place", href: link, text, title: `Open ${place} in the editor` });
  return el("button", {
    class: "place", type: "button", text, title: `Copy ${place} (links: see Settings)`,
    onclick: async (event) => {
      event.stopPropagation();
      if (await copyText(place)) app.say(`Copied ${place}`);
    },
  });
}

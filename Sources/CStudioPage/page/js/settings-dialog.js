// SPDX-License-Identifier: MIT
// settings-dialog: the theme, links to an editor, and what else a person sets once.

import { byId, el, forgetTokens, iconButton } from "./dom.js";

const LINKS = [
  ["", "no links (a click copies the place)"],
  ["vscode://file{path}:{line}", "Visual Studio Code"],
  ["vscodium://file{path}:{line}", "VSCodium"],
  ["cursor://file{path}:{line}", "Cursor"],
  ["zed://file{path}:{line}", "Zed"],
  ["idea://open?file={path}&line={line}", "IntelliJ IDEA"],
  ["subl://open?url=file://{path}&line={line}", "Sublime Text"],
  ["emacs://open?url=file://{path}&line={line}", "Emacs"],
];

/** A dialog's head and its way out. */
export function dialogHead(dialog, id, title) {
  return el("header", { class: "dialog-head" }, el("h2", { id: `${id}-title`, text: title }), el("span", { class: "space" }),
    iconButton(`${id}-close`, "close", "Close (Esc)", () => dialog.close()));
}

/** A click beside a dialog closes it. */
export function closesOutside(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

export function setUpSettings(app) {
  const { settings, store } = app;
  const dialog = byId("settings");
  const prefersLight = matchMedia("(prefers-color-scheme: light)");

  function applyTheme() {
    const theme = settings.get("theme");
    const isLight = theme === "light" || (theme === "auto" && prefersLight.matches);
    document.documentElement.dataset.theme = isLight ? "light" : "dark";
    forgetTokens();
    store.tell("resized");
  }

  const choice = (id, name, rows) => {
    const select = el("select", { id, onchange: () => settings.set(name, select.value) },
      rows.map(([value, text]) => el("option", { value, text })));
    select.value = settings.get(name);
    return select;
  };
  const tick = (id, name) =>
    el("input", { id, type: "checkbox", checked: settings.get(name), onchange: (event) => settings.set(name, event.target.checked) });

  const own = el("input", { id: "setting-link", type: "text", class: "mono", spellcheck: "false", placeholder: "scheme://…{path}:{line}",
    onchange: () => settings.set("link", own.value.trim()) });
  own.value = settings.get("link");
  const known = choice("setting-editor", "link", LINKS);
  known.addEventListener("change", () => (own.value = known.value));
  const row = (id, text, control, doc) => el("div", { class: "setting" }, el("label", { for: id, text }), control, doc ? el("p", { class: "doc", text: doc }) : null);

  dialog.append(dialogHead(dialog, "settings", "Settings"), el("div", { class: "dialog-body" },
    row("setting-theme", "Look", choice("setting-theme", "theme", [["auto", "as the system"], ["dark", "dark"], ["light", "light"]])),
    row("setting-display", "Times as", choice("setting-display", "display", [["timecode", "timecode"], ["frame", "frames"], ["seconds", "seconds"]])),
    row("setting-editor", "Places in scripts open in", known),
    row("setting-link", "or by the pattern", own, "{path} is the whole path of the file, {line} the line."),
    row("setting-scrub", "Sound while scrubbing", tick("setting-scrub", "scrubSound")),
    row("setting-follow", "The timeline follows the playhead", tick("setting-follow", "follow"))));
  closesOutside(dialog);
  byId("open-settings").addEventListener("click", () => dialog.showModal());
  prefersLight.addEventListener("change", applyTheme);
  store.on("setting", ({ name }) => name === "theme" && applyTheme());
  applyTheme();
}

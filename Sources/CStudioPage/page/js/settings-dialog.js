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

const THEMES = [["auto", "as the system"], ["dark", "dark"], ["light", "light"]];
const DISPLAYS = [["timecode", "timecode"], ["frame", "frames"], ["seconds", "seconds"]];

/** A dialog's head and its way out. */
export function dialogHead(dialog, id, title) {
  return el("header", { class: "dialog-head" },
    el("h2", { id: `${id}-title`, text: title }), el("span", { class: "space" }),
    iconButton(`${id}-close`, "close", "Close (Esc)", () => dialog.close()));
}

/** A click beside a dialog closes it. */
export function closesOutside(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

export function setUpSettings(app) {
  const dialog = byId("settings");
  dialog.append(dialogHead(dialog, "settings", "Settings"), el("div", { class: "dialog-body" }, rows(app.settings)));
  closesOutside(dialog);
  byId("open-settings").addEventListener("click", () => dialog.showModal());
  followTheme(app);
}

function rows(settings) {
  const [editor, pattern] = linkFields(settings);
  return [
    row("Look", choice(settings, "setting-theme", "theme", THEMES)),
    row("Times as", choice(settings, "setting-display", "display", DISPLAYS)),
    row("Places in scripts open in", editor),
    row("or by the pattern", pattern, "{path} is the whole path of the file, {line} the line."),
    row("Sound while scrubbing", tick(settings, "setting-scrub", "scrubSound")),
    row("The timeline follows the playhead", tick(settings, "setting-follow", "follow")),
  ];
}

function row(text, control, doc) {
  const more = doc ? el("p", { class: "doc", text: doc }) : null;
  return el("div", { class: "setting" }, el("label", { for: control.id, text }), control, more);
}

function choice(settings, id, name, options) {
  const select = el("select", { id, onchange: () => settings.set(name, select.value) },
    options.map(([value, text]) => el("option", { value, text })));
  select.value = settings.get(name);
  return select;
}

function tick(settings, id, name) {
  const onchange = (event) => settings.set(name, event.target.checked);
  return el("input", { id, type: "checkbox", checked: settings.get(name), onchange });
}

/** The choice of editors, and the pattern of the one that is chosen, which can be another. */
function linkFields(settings) {
  const pattern = el("input", {
    id: "setting-link", type: "text", class: "mono", spellcheck: "false", placeholder: "scheme://…{path}:{line}",
    onchange: () => settings.set("link", pattern.value.trim()),
  });
  pattern.value = settings.get("link");
  const editor = choice(settings, "setting-editor", "link", LINKS);
  editor.addEventListener("change", () => (pattern.value = editor.value));
  return [editor, pattern];
}

function followTheme({ settings, store }) {
  const prefersLight = matchMedia("(prefers-color-scheme: light)");
  const apply = () => {
    const theme = settings.get("theme");
    const isLight = theme === "light" || (theme === "auto" && prefersLight.matches);
    document.documentElement.dataset.theme = isLight ? "light" : "dark";
    forgetTokens();
    store.tell("resized");
  };
  prefersLight.addEventListener("change", apply);
  store.on("setting", ({ name }) => name === "theme" && apply());
  apply();
}

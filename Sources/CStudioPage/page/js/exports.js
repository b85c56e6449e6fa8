// SPDX-License-Identifier: MIT
// exports: the form for a film file, the list of what is being written, and single frames as PNG.

import { byId, el, iconButton } from "./dom.js";

const STATES = { waiting: "waiting", running: "running", done: "done", failed: "failed", cancelled: "cancelled" };

export function setUpExports(app) {
  const { store } = app;
  const panel = byId("panel-export");
  const loop = () => store.get("state").loop ?? {};

  const preset = el("select", { id: "export-preset" });
  const range = el("select", { id: "export-range", onchange: () => showRange() },
    el("option", { value: "film", text: "The whole film" }), el("option", { value: "points", text: "In to out point" }),
    el("option", { value: "own", text: "From … to …" }));
  const from = el("input", { id: "export-from", type: "number", min: "0", step: "any", "aria-label": "From, in seconds", class: "mono" });
  const to = el("input", { id: "export-to", type: "number", min: "0", step: "any", "aria-label": "To, in seconds", class: "mono" });
  const scale = el("select", { id: "export-scale" }, ...[1, 0.75, 0.5, 0.25].map((value) =>
    el("option", { value: String(value), text: `${value * 100} %` })));
  const path = el("input", { id: "export-path", type: "text", spellcheck: "false", placeholder: "chosen for you" });
  const ownRange = el("div", { class: "field-row", hidden: true }, from, el("span", { class: "unit", text: "to" }), to, el("span", { class: "unit", text: "s" }));
  const row = (label, control) => el("div", { class: "param" }, el("label", { for: control.id, text: label }), control);
  const list = el("div", { id: "jobs", role: "list", "aria-label": "Exports" });

  panel.append(
    row("Preset", preset), row("Range", range), ownRange, row("Size", scale), row("File", path),
    el("div", { class: "button-row" },
      el("button", { id: "export", type: "button", class: "button primary", text: "Export", onclick: start }),
      el("button", { id: "export-snapshot", type: "button", class: "button", text: "Frame as PNG", onclick: () => app.snapshot() })),
    el("p", { class: "caption", text: "Exports" }), list);

  function showRange() {
    ownRange.hidden = range.value !== "own";
    if (range.value !== "own" || to.value !== "") return;
    from.value = String(loop().in ?? 0);
    to.value = String(loop().out ?? store.get("film")?.duration ?? 0);
  }

  function rangeOf() {
    const end = store.get("film")?.duration ?? 0;
    switch (range.value) {
      case "points": return [loop().in ?? 0, loop().out ?? end];
      case "own": return [Number(from.value), Number(to.value)];
      default: return null;
    }
  }

  function start() {
    const message = { type: "export" };
    const wanted = rangeOf();
    if (wanted && !(wanted[1] > wanted[0])) return app.say("The range is empty: its end must come after its start.");
    if (wanted) message.range = wanted;
    if (preset.value) message.preset = preset.value;
    if (path.value.trim()) message.path = path.value.trim();
    if (scale.value !== "1") message.scale = Number(scale.value);
    app.send(message);
  }

  function showPresets() {
    const names = store.get("welcome")?.exportPresets ?? [];
    const kept = preset.value;
    preset.replaceChildren(el("option", { value: "", text: "As the script says" }), ...names.map((name) => el("option", { value: name, text: name })));
    preset.value = names.includes(kept) ? kept : "";
    const folder = store.get("welcome")?.folder;
    path.placeholder = folder ? `in ${folder}` : "chosen for you";
    path.title = path.placeholder;
  }

  // A row stays the same element while its job lives, so that its buttons keep the focus.
  const rows = new Map();
  function showJobs() {
    const jobs = store.get("jobs");
    const ids = new Set(jobs.map(({ id }) => id));
    for (const [id, made] of rows) {
      if (ids.has(id)) continue;
      made.element.remove();
      rows.delete(id);
    }
    for (const job of [...jobs].reverse()) {
      if (!rows.has(job.id)) {
        rows.set(job.id, makeRow(job));
        list.append(rows.get(job.id).element);
      }
      rows.get(job.id).show(job);
    }
    list.classList.toggle("is-empty", jobs.length === 0);
    const running = jobs.filter(({ state }) => state === "running" || state === "waiting").length;
    byId("jobs-count").textContent = String(running);
    byId("jobs-count").hidden = running === 0;
  }

  function makeRow(job) {
    const name = el("h3", {});
    const state = el("span", { class: "card-kind", role: "status" });
    const bar = el("progress", { max: 1, "aria-label": "Progress" });
    const note = el("p", { class: "doc" });
    const cancel = el("button", { type: "button", class: "plain", text: "Cancel", "data-job-cancel": String(job.id),
      onclick: () => app.send({ type: "cancel", job: job.id }) });
    const reveal = iconButton(null, "folder", "Open the folder", () => app.send({ type: "reveal", job: job.id }));
    reveal.dataset.jobReveal = String(job.id);
    const element = el("article", { class: "card", role: "listitem", "data-job": String(job.id) },
      el("div", { class: "card-head" }, name, el("span", { class: "space" }), state, cancel, reveal), bar, note);
    const show = (now) => {
      name.textContent = (now.path ?? "").split("/").pop() || `Export ${now.id}`;
      name.title = now.path ?? "";
      const isAlive = now.state === "running" || now.state === "waiting";
      const share = Math.max(0, Math.min(1, Number(now.done) || 0));
      state.textContent = now.state === "running" ? `${Math.floor(share * 100)} %` : STATES[now.state] ?? now.state;
      bar.value = share;
      bar.hidden = !isAlive;
      cancel.hidden = !isAlive;
      reveal.hidden = now.state !== "done" || store.get("welcome")?.hasOpener === false;
      note.textContent = now.sentence ?? (now.state === "done" ? now.path : now.preset ?? "");
      element.dataset.state = now.state;
    };
    return { element, show };
  }

  app.snapshot = () => app.send({ type: "snapshot", frame: app.transport.playhead });
  byId("snapshot").addEventListener("click", () => app.snapshot());
  byId("open-export").addEventListener("click", () => {
    app.openTab("export");
    preset.focus();
  });
  store.on("welcome", showPresets);
  store.on("jobs", showJobs);
  showPresets();
  showJobs();
}

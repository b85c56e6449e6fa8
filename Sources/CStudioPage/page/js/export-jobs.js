// SPDX-License-Identifier: MIT
// export-jobs: what is being written, what waits, and what became of it.

import { byId, copyText, el } from "./dom.js";

const isAlive = ({ state }) => state === "running" || state === "waiting";

export class JobList {
  element = el("div", { id: "jobs", role: "list", "aria-label": "Exports" });
  #app;
  // A row stays the same element while its job lives, so that its buttons keep the focus.
  #rows = new Map();

  constructor(app) {
    this.#app = app;
    app.store.on("jobs", (jobs) => this.#show(jobs));
    this.#show([]);
  }

  #show(jobs) {
    const ids = new Set(jobs.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      this.#rows.delete(id);
    }
    for (const job of jobs) {
      if (!this.#rows.has(job.id)) this.#add(job);
      this.#rows.get(job.id).show(job);
    }
    this.element.classList.toggle("is-empty", jobs.length === 0);
    const alive = jobs.filter(isAlive).length;
    byId("jobs-count").textContent = String(alive);
    byId("jobs-count").hidden = alive === 0;
  }

  /** The newest job stands first. */
  #add(job) {
    const row = new JobRow(this.#app, job.id);
    this.#rows.set(job.id, row);
    this.element.prepend(row.element);
  }
}

class JobRow {
  element;
  #name = el("h3", {});
  #state = el("span", { class: "card-kind", role: "status" });
  #bar = el("progress", { max: 1, "aria-label": "Progress" });
  #note = el("p", { class: "doc" });
  #cancel;
  #copy;
  #path = "";

  constructor(app, job) {
    this.#cancel = el("button", {
      type: "button", class: "plain", text: "Cancel", "data-job-cancel": String(job),
      onclick: () => app.send({ type: "cancel", job }),
    });
    // A sandboxed program opens no other ones: the path is for the person's own file browser or shell.
    this.#copy = el("button", {
      type: "button", class: "plain", text: "Copy path", "data-job-copy": String(job),
      onclick: async () =>
        app.say((await copyText(this.#path)) ? `Copied ${this.#path}.` : "The browser does not let the page copy."),
    });
    const head = el("div", { class: "card-head" },
      this.#name, el("span", { class: "space" }), this.#state, this.#cancel, this.#copy);
    const attributes = { class: "card", role: "listitem", "data-job": String(job) };
    this.element = el("article", attributes, head, this.#bar, this.#note);
  }

  show(job) {
    const done = Math.max(0, Math.min(1, Number(job.done) || 0));
    const path = (this.#path = job.path ?? "");
    this.#name.textContent = path.split("/").pop() || `Export ${job.id}`;
    this.#name.title = path;
    this.#state.textContent = job.state === "running" ? `${Math.floor(done * 100)} %` : job.state;
    this.#bar.value = done;
    this.#bar.hidden = this.#cancel.hidden = !isAlive(job);
    this.#copy.hidden = job.state !== "done";
    this.#note.textContent = job.sentence ?? (job.state === "done" ? path : job.preset ?? "");
    this.element.dataset.state = job.state;
  }
}

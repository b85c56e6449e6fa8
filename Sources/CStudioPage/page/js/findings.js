// SPDX-License-Identifier: MIT
// findings: what 'moonreel check' finds in the script, and the mistake that it has.

import { byId, el } from "./dom.js";

export function showFindings(app) {
  const findings = app.store.get("findings");
  const problem = app.store.get("problem");
  showCount(findings.length + (problem ? 1 : 0), problem !== null);
  const caption = (text) => el("p", { class: "caption", text });
  const card = ({ sentence, place }) =>
    el("article", { class: "card finding" }, app.place(place), el("p", { text: sentence }));
  const parts = [];
  if (problem) parts.push(caption("The mistake"), card(problem));
  if (findings.length) parts.push(caption("What 'moonreel check' finds"), ...findings.map(card));
  if (!parts.length) parts.push(el("p", { class: "empty", text: "Nothing to find fault with." }));
  byId("panel-findings").replaceChildren(...parts);
}

function showCount(count, isBad) {
  const element = byId("findings-count");
  element.textContent = String(count);
  element.hidden = count === 0;
  element.classList.toggle("bad", isBad);
}

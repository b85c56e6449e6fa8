// SPDX-License-Identifier: MIT
// problem: the sentence of a mistake, over the last good picture; and what the last save changed, in words.

import { byId } from "./dom.js";

export function setUpProblem(app) {
  const { store } = app;

  function show() {
    const problem = store.get("problem");
    byId("problem").hidden = !problem;
    document.body.classList.toggle("has-problem", problem !== null);
    byId("problem-sentence").textContent = problem?.sentence ?? "";
    byId("problem-place").replaceChildren(...[app.place(problem?.place)].filter(Boolean));
  }

  let wasBad = false;
  store.on("problem", (problem) => {
    show();
    if (wasBad && !problem) app.speak("The mistake is mended.");
    wasBad = problem !== null;
  });
  store.on("setting", ({ name }) => name === "link" && show());
  store.on("film", note);
  store.on("problem", note);
  // What is read in a moment needs no word.
  let readingTimer = 0;
  store.on("reading", (isReading) => {
    clearTimeout(readingTimer);
    if (isReading) readingTimer = setTimeout(note, 150);
    else note();
  });

  function note() {
    const isReading = store.get("reading");
    const isOld = store.get("problem") !== null && store.get("shown") !== null;
    const text = isOld ? "A mistake: this is the last good film" : "";
    byId("save-note").textContent = isReading ? "Reading …" : text;
    byId("save-note").classList.toggle("is-busy", isReading);
  }
}

/** "12 frames changed, 30 added". */
export function changeText(ribbon) {
  const changed = (ribbon.changed ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const parts = [];
  const frames = (count) => `${count} ${count === 1 ? "frame" : "frames"}`;
  if (changed) parts.push(`${frames(changed)} changed`);
  if (ribbon.added > 0) parts.push(`${ribbon.added} added`);
  if (ribbon.removed > 0) parts.push(`${ribbon.removed} removed`);
  if (ribbon.sound?.length > 0) parts.push("sound changed");
  if (!ribbon.done) parts.push("comparing …");
  return parts.length ? parts.join(", ") : "nothing changed";
}

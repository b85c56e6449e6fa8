// SPDX-License-Identifier: MIT
// selected: what is known of the clip that is selected on the timeline, with its keyframed values at the playhead.

import { el } from "./dom.js";
import { linesOf, valueAt } from "./timeline-curves.js";
import { findAgain } from "./timeline-scale.js";
import { secondsOfFrame } from "./timecode.js";

const number = (value) => String(Math.round(value * 1000) / 1000);

/** A property's value at a time: one number for each of its lines. */
function textAt(keyframes, seconds) {
  return linesOf(keyframes).lines.map((line) => number(valueAt(line, seconds))).join(", ");
}

/** The rows of a clip: [name, text]. */
export function rowsOf(clip, seconds) {
  const { transition } = clip;
  const rows = [
    ["time", `${number(clip.start)} to ${number(clip.end)} s`], ["length", `${number(clip.end - clip.start)} s`],
  ];
  if (clip.file) rows.push(["file", clip.file]);
  if (Number.isFinite(clip.speed) && clip.speed !== 1) rows.push(["speed", `${number(clip.speed)}×`]);
  if (transition) rows.push(["transition", `${transition.name}, ${number(transition.duration)} s`]);
  for (const keyframes of clip.keyframes ?? []) rows.push([keyframes.property, textAt(keyframes, seconds)]);
  return rows;
}

/** A card of the selected clip, or null. */
export function selectedCard(app) {
  const film = app.store.get("film");
  const found = film && findAgain(app.store.get("selection"), film.timeline);
  if (!found) return null;
  const { clip, track } = found;
  const seconds = secondsOfFrame(app.transport.playhead, film.fps);
  const rows = rowsOf(clip, seconds).flatMap(([name, text]) => [el("dt", { text: name }), el("dd", { text })]);
  return el("article", { class: "card is-picked", id: "selected-clip" },
    el("div", { class: "card-head" },
      el("h3", { text: clip.name }), el("span", { class: "card-kind", text: track.name }),
      el("span", { class: "space" }), app.place(clip.line)),
    el("dl", { class: "values" }, rows));
}

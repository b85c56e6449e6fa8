// SPDX-License-Identifier: MIT
// timeline-tracks: one row for each track. A canvas draws what is in the row; a button lies over each clip that is seen,
// for the pointer, the keyboard and those who hear the page.

import { atNextFrame, byId, el, fitCanvas, token } from "./dom.js";
import { drawClip } from "./timeline-clip.js";

const HEIGHTS = { video: 42, audio: 34, captions: 22, layers: 34 };
const MOST_BUTTONS = 150;
const NARROWEST_BUTTON = 5;

/** The row in which each clip lies so that none covers another; the first clip's row is 0. Pure. */
export function stackClips(clips) {
  const ends = [];
  const rows = new Map();
  for (const clip of [...clips].sort((a, b) => a.start - b.start)) {
    let row = ends.findIndex((end) => end <= clip.start + 1e-6);
    if (row < 0) row = ends.length;
    ends[row] = clip.end;
    rows.set(clip, row);
  }
  return { rows, count: Math.max(1, ends.length) };
}

/** The tracks of a film; captions that are no track of their own become one. */
export function tracksOf(timeline) {
  const tracks = [...(timeline?.tracks ?? [])];
  const captions = timeline?.captions;
  if (Array.isArray(captions) && captions.length && !tracks.some((track) => track.kind === "captions")) {
    tracks.push({ kind: "captions", name: "Captions", clips: captions.map((caption, at) => ({
      id: -1 - at, name: caption.text ?? "", start: caption.start, end: caption.end, kind: "caption", line: caption.line })) });
  }
  return tracks;
}

export function setUpTracks(app, { scale, select, seekAt }) {
  const list = byId("tracks");
  let lanes = [];

  function build() {
    const tracks = tracksOf(app.store.get("film")?.timeline);
    byId("timeline-empty").hidden = tracks.some((track) => track.clips?.length);
    lanes = tracks.map(lane);
    const top = list.scrollTop;
    list.replaceChildren(...lanes.map(({ row }) => row));
    list.scrollTop = top;
  }

  function lane(track) {
    const stack = stackClips(track.clips ?? []);
    const room = HEIGHTS[track.kind] ?? 34;
    const each = stack.count > 3 ? Math.min(room, 24) : room;
    const canvas = el("canvas", { class: "lane-art", "aria-hidden": "true" });
    const buttons = el("div", { class: "lane-buttons" });
    const box = el("div", { class: "lane" }, canvas, buttons);
    const row = el("div", { class: `track ${track.kind}`, role: "group", "aria-label": `Track ${track.name}` },
      el("div", { class: "track-head", title: track.name }, el("span", { class: "track-dot" }), el("span", { text: track.name })), box);
    box.style.height = `${each * stack.count + 4}px`;
    box.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && !event.target.closest("button")) seekAt(event.clientX, false);
    });
    return { track, stack, each, canvas, buttons, row, box, made: new Map() };
  }

  function draw() {
    const selection = app.store.get("selection");
    const view = scale();
    app.media.forgetWishes();
    const top = list.scrollTop - 40;
    const bottom = list.scrollTop + list.clientHeight + 40;
    for (const one of lanes) {
      const from = one.row.offsetTop - list.offsetTop;
      if (from < bottom && from + one.row.offsetHeight > top) drawLane(one, view, selection);
    }
  }
  list.addEventListener("scroll", atNextFrame(draw), { passive: true });

  function drawLane(one, view, selection) {
    const { context, width } = fitCanvas(one.canvas);
    const seen = [];
    for (const clip of one.track.clips ?? []) {
      if (clip.end < view.from || clip.start > view.from + view.span) continue;
      seen.push(clip);
      const left = Math.max(-20, view.x(clip.start));
      const right = Math.min(width + 20, view.x(clip.end));
      const top = 2 + one.stack.rows.get(clip) * one.each;
      drawClip(context, {
        clip, kind: one.track.kind, view, left, width: Math.max(2, right - left - 1), top, height: one.each - 2,
        isPicked: selection?.id === clip.id, media: app.media, color: token(`clip-${one.track.kind}`) || token("clip-layers"),
      });
    }
    const wide = seen.filter((clip) => view.x(clip.end) - view.x(clip.start) >= NARROWEST_BUTTON);
    placeButtons(one, wide.slice(0, MOST_BUTTONS), view, width, selection);
  }

  /** Buttons stay as they are while their clip is seen, so that the focus is not lost. */
  function placeButtons(one, seen, view, width, selection) {
    const isSeen = new Set(seen);
    for (const [clip, button] of one.made) {
      if (isSeen.has(clip)) continue;
      button.remove();
      one.made.delete(clip);
    }
    for (const clip of seen) {
      let button = one.made.get(clip);
      if (!button) {
        button = clipButton(one, clip);
        one.made.set(clip, button);
        one.buttons.append(button);
      }
      const left = Math.max(0, view.x(clip.start));
      const right = Math.min(width, view.x(clip.end));
      button.style.left = `${left}px`;
      button.style.width = `${Math.max(3, right - left - 1)}px`;
      button.style.top = `${2 + one.stack.rows.get(clip) * one.each}px`;
      button.style.height = `${one.each - 2}px`;
      button.setAttribute("aria-pressed", String(selection?.id === clip.id));
    }
  }

  function clipButton(one, clip) {
    const label = [clip.name, `${clip.start.toFixed(2)} to ${clip.end.toFixed(2)} s`, clip.line,
      clip.transition ? `${clip.transition.name} ${clip.transition.duration} s` : null].filter(Boolean).join(", ");
    return el("button", {
      type: "button", class: "clip", "data-clip": String(clip.id), title: label, "aria-label": label,
      onclick: (event) => {
        select(one.track, clip);
        if (event.detail === 0) app.transport.seekSeconds(clip.start);
        else seekAt(event.clientX, false);
      },
    }, el("span", { text: clip.name }));
  }

  return { build, draw };
}

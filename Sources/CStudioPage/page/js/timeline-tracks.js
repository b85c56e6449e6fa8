// SPDX-License-Identifier: MIT
// timeline-tracks: one row for each track. A canvas draws what is in the row; a button lies over each clip that is
// seen, for the pointer, the keyboard and those who hear the page.

import { byId, el, fitCanvas, token } from "./dom.js";
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
function tracksOf(timeline) {
  const tracks = [...(timeline?.tracks ?? [])];
  const captions = timeline?.captions;
  if (Array.isArray(captions) && captions.length && !tracks.some((track) => track.kind === "captions")) {
    const clips = captions.map(({ text = "", start, end, line }, at) =>
      ({ id: -1 - at, name: text, start, end, line, kind: "caption" }));
    tracks.push({ kind: "captions", name: "Captions", clips });
  }
  return tracks;
}

export class Tracks {
  #app;
  #timeline;
  #list = byId("tracks");
  #lanes = [];

  constructor(app, timeline) {
    this.#app = app;
    this.#timeline = timeline;
    this.#list.addEventListener("scroll", timeline.redraw, { passive: true });
  }

  /** Makes the rows of a film's tracks. */
  build(timeline) {
    const tracks = tracksOf(timeline);
    byId("timeline-empty").hidden = tracks.some((track) => track.clips?.length);
    this.#lanes = tracks.map((track) => this.#makeLane(track));
    const top = this.#list.scrollTop;
    this.#list.replaceChildren(...this.#lanes.map(({ row }) => row));
    this.#list.scrollTop = top;
  }

  /** Draws the rows that are seen. */
  draw() {
    this.#app.media.forgetWishes();
    const top = this.#list.scrollTop;
    const bottom = top + this.#list.clientHeight;
    for (const lane of this.#lanes) {
      const from = lane.row.offsetTop - this.#list.offsetTop;
      if (from < bottom && from + lane.row.offsetHeight > top) this.#drawLane(lane);
    }
  }

  #makeLane(track) {
    const stack = stackClips(track.clips ?? []);
    const room = HEIGHTS[track.kind] ?? HEIGHTS.layers;
    const each = stack.count > 3 ? Math.min(room, 24) : room;
    const canvas = el("canvas", { class: "lane-art", "aria-hidden": "true" });
    const buttons = el("div", { class: "lane-buttons" });
    const box = el("div", { class: "lane" }, canvas, buttons);
    const head = el("div", { class: "track-head", title: track.name },
      el("span", { class: "track-dot" }), el("span", { text: track.name }));
    const row = el("div", {
      class: `track ${track.kind}`, role: "group", "aria-label": `Track ${track.name}`,
    }, head, box);
    box.style.height = `${each * stack.count + 4}px`;
    box.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && !event.target.closest("button")) this.#timeline.seekAt(event.clientX);
    });
    return { track, stack, each, canvas, buttons, row, made: new Map() };
  }

  #drawLane(lane) {
    const { context, width } = fitCanvas(lane.canvas);
    const view = this.#timeline.scale;
    const { kind, clips = [] } = lane.track;
    const selection = this.#app.store.get("selection");
    const seen = clips.filter((clip) => clip.end >= view.from && clip.start <= view.from + view.span);
    for (const clip of seen) {
      const left = Math.max(-20, view.x(clip.start));
      const right = Math.min(width + 20, view.x(clip.end));
      drawClip(context, {
        clip, kind, view, left, width: Math.max(2, right - left - 1), top: topOf(lane, clip), height: lane.each - 2,
        isPicked: selection?.id === clip.id, media: this.#app.media,
        color: token(`clip-${kind}`) || token("clip-layers"),
      });
    }
    const wide = seen.filter((clip) => view.x(clip.end) - view.x(clip.start) >= NARROWEST_BUTTON);
    this.#placeButtons(lane, wide.slice(0, MOST_BUTTONS), width);
  }

  /** Buttons stay as they are while their clip is seen, so that the focus is not lost. */
  #placeButtons(lane, seen, width) {
    const isSeen = new Set(seen);
    for (const [clip, button] of lane.made) {
      if (isSeen.has(clip)) continue;
      button.remove();
      lane.made.delete(clip);
    }
    for (const clip of seen) {
      if (!lane.made.has(clip)) {
        lane.made.set(clip, this.#makeButton(lane.track, clip));
        lane.buttons.append(lane.made.get(clip));
      }
      this.#placeButton(lane.made.get(clip), lane, clip, width);
    }
  }

  #placeButton(button, lane, clip, width) {
    const view = this.#timeline.scale;
    const left = Math.max(0, view.x(clip.start));
    const right = Math.min(width, view.x(clip.end));
    Object.assign(button.style, {
      left: `${left}px`, width: `${Math.max(3, right - left - 1)}px`,
      top: `${topOf(lane, clip)}px`, height: `${lane.each - 2}px`,
    });
    button.setAttribute("aria-pressed", String(this.#app.store.get("selection")?.id === clip.id));
  }

  #makeButton(track, clip) {
    const label = labelOf(clip);
    return el("button", {
      type: "button", class: "clip", "data-clip": String(clip.id), title: label, "aria-label": label,
      onclick: (event) => {
        this.#timeline.select(track, clip);
        // A press of a key has no place: it goes to the clip's start.
        if (event.detail === 0) this.#app.transport.seekSeconds(clip.start);
        else this.#timeline.seekAt(event.clientX);
      },
    }, el("span", { text: clip.name }));
  }
}

const topOf = (lane, clip) => 2 + lane.stack.rows.get(clip) * lane.each;

function labelOf(clip) {
  const { transition } = clip;
  return [
    clip.name, `${clip.start.toFixed(2)} to ${clip.end.toFixed(2)} s`, clip.line,
    transition ? `${transition.name} ${transition.duration} s` : null,
  ].filter(Boolean).join(", ");
}

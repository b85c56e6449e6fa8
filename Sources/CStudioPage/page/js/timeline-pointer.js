// SPDX-License-Identifier: MIT
// timeline-pointer: scrubbing on the ruler, the wheel, and the bar that moves the view.

import { byId } from "./dom.js";
import { Scale } from "./timeline-scale.js";

export function setUpPointer(timeline) {
  scrubOnRuler(timeline);
  byId("timeline-body").addEventListener("wheel", (event) => wheel(timeline, event), { passive: false });
  dragBar(timeline);
}

/** A press on the ruler goes there; a drag scrubs, and its end is the exact frame. */
function scrubOnRuler(timeline) {
  const ruler = byId("ruler");
  ruler.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    ruler.setPointerCapture(event.pointerId);
    timeline.isHeld = true;
    timeline.seekAt(event.clientX, true);
    ruler.onpointermove = (move) => timeline.seekAt(move.clientX, true);
    ruler.onpointerup = (up) => timeline.seekAt(up.clientX);
  });
  ruler.addEventListener("lostpointercapture", () => {
    ruler.onpointermove = ruler.onpointerup = null;
    timeline.isHeld = false;
  });
}

/** With Ctrl or over the ruler the wheel zooms, to the side it moves; else it scrolls the rows. */
function wheel(timeline, event) {
  const { scale } = timeline;
  const isOnRuler = event.target.id === "ruler" && !event.deltaX && !event.shiftKey;
  if (event.ctrlKey || event.metaKey || isOnRuler) {
    event.preventDefault();
    const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 150);
    const around = timeline.secondsAt(event.clientX);
    return timeline.look(scale.zoomed(scale.zoom * factor, around, timeline.mostZoom));
  }
  const by = event.deltaX || (event.shiftKey ? event.deltaY : 0);
  if (!by) return undefined;
  event.preventDefault();
  return timeline.look(moved(scale, scale.from + by / scale.pixelsPerSecond));
}

const moved = (scale, from) => new Scale(scale.duration, scale.width, scale.zoom, from);

function dragBar(timeline) {
  const bar = byId("timeline-scroll");
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const { left, width } = bar.getBoundingClientRect();
    const { scale } = timeline;
    const there = ((event.clientX - left) / width) * scale.duration - scale.span / 2;
    const from = event.target.id === "timeline-thumb" ? scale.from : there;
    timeline.look(moved(scale, from));
    bar.onpointermove = (move) => {
      const by = ((move.clientX - event.clientX) / width) * scale.duration;
      timeline.look(moved(scale, from + by));
    };
  });
  bar.addEventListener("lostpointercapture", () => (bar.onpointermove = null));
}

// SPDX-License-Identifier: MIT
// timeline: what of the film is seen, going to times and clips, zoom. Rows are in timeline-tracks.js, the ruler with
// the ribbon in timeline-ruler.js.

import { atMostEvery, atNextFrame, byId } from "./dom.js";
import { changeText } from "./problem.js";
import { frameAtSeconds, secondsOfFrame } from "./timecode.js";
import { cutsOf, findAgain, largestZoom, nextOf, rememberedClip, Scale } from "./timeline-scale.js";
import { drawRuler } from "./timeline-ruler.js";
import { setUpTracks } from "./timeline-tracks.js";

export function setUpTimeline(app) {
  const { store, settings } = app;
  const body = byId("timeline-body");
  const film = () => store.get("film");
  const fps = () => film()?.fps ?? [25, 1];
  const duration = () => Math.max(film()?.duration ?? 0, fps()[1] / fps()[0]);
  const headWidth = () => parseFloat(getComputedStyle(byId("timeline")).getPropertyValue("--head-width"));
  const mostZoom = () => largestZoom(duration(), fps());
  let scale = new Scale(1, 100, 1, 0);
  let head = 116;

  function measure() {
    head = headWidth();
    const width = body.clientWidth - head - 8;
    scale = new Scale(duration(), width, Math.min(app.view.get("zoom"), mostZoom()), app.view.get("from"));
  }

  const keepView = atMostEvery(300, () => {
    app.view.set("zoom", scale.zoom);
    app.view.set("from", scale.from);
  });
  function look(next) {
    scale = next;
    keepView();
    redraw();
  }

  const tracks = setUpTracks(app, { scale: () => scale, select, seekAt });
  const redraw = atNextFrame(() => {
    if (body.clientWidth === 0) return;
    drawRuler(byId("ruler"), { scale, head, fps: fps(), film: film(), ribbon: store.get("ribbon"), loop: store.get("state").loop });
    tracks.draw();
    showPlayhead();
    showThumb();
    byId("timeline-zoom").value = String((100 * Math.log(scale.zoom)) / Math.log(Math.max(1.01, mostZoom())));
  });
  const remeasure = () => {
    measure();
    redraw();
  };

  function showPlayhead() {
    const x = scale.x(secondsOfFrame(app.transport.playhead, fps()));
    const line = byId("playhead");
    line.style.transform = `translateX(${Math.round(head + x)}px)`;
    line.hidden = x < -1 || x > scale.width + 1 || !film();
  }

  /** While the film plays the view turns a page when the playhead leaves it. */
  function follow() {
    const seconds = secondsOfFrame(app.transport.playhead, fps());
    const isOutside = seconds < scale.from || seconds > scale.from + scale.span;
    if (scale.zoom > 1 && isOutside && settings.get("follow") && !isDragging) {
      look(new Scale(duration(), scale.width, scale.zoom, seconds - scale.span * 0.08));
    } else showPlayhead();
  }

  function showThumb() {
    const bar = byId("timeline-scroll");
    bar.classList.toggle("is-idle", scale.zoom <= 1.001);
    const room = bar.clientWidth;
    const thumb = byId("timeline-thumb");
    thumb.style.width = `${Math.max(24, room / scale.zoom)}px`;
    thumb.style.transform = `translateX(${(scale.from / scale.duration) * room}px)`;
  }

  function seekAt(clientX, isScrubbing) {
    const x = clientX - body.getBoundingClientRect().left - head;
    app.transport.seek(frameAtSeconds(scale.seconds(Math.max(0, Math.min(scale.width, x))), fps()), isScrubbing);
  }

  function select(track, clip) {
    const remembered = clip ? rememberedClip(track, clip) : null;
    app.view.set("selection", remembered);
    store.set("selection", remembered);
  }
  app.select = (track, clip) => select(track, clip);

  let isDragging = false;
  setUpScrubbing(byId("ruler"), seekAt, (drags) => (isDragging = drags));
  setUpMoving(app, { body, scale: () => scale, look, mostZoom, head: () => head });

  app.zoomTimeline = (factor) => {
    const playhead = secondsOfFrame(app.transport.playhead, fps());
    const isSeen = playhead >= scale.from && playhead <= scale.from + scale.span;
    const around = isSeen ? playhead : scale.from + scale.span / 2;
    look(scale.zoomed(factor === 0 ? 1 : scale.zoom * factor, around, mostZoom()));
  };
  byId("zoom-in").addEventListener("click", () => app.zoomTimeline(1.5));
  byId("zoom-out").addEventListener("click", () => app.zoomTimeline(1 / 1.5));
  byId("zoom-fit").addEventListener("click", () => app.zoomTimeline(0));
  byId("timeline-zoom").addEventListener("input", (event) => {
    const zoom = Math.max(1.01, mostZoom()) ** (Number(event.target.value) / 100);
    app.zoomTimeline(zoom / scale.zoom);
  });

  app.goToCut = (direction) => {
    const frames = [...cutsOf(film()?.timeline).map((time) => Math.round((time * fps()[0]) / fps()[1]))];
    const next = nextOf(frames, app.transport.playhead, direction);
    if (next !== null) app.transport.seek(next);
  };
  app.goToChange = (direction) => {
    const starts = (store.get("ribbon")?.changed ?? []).map(([first]) => first);
    const next = nextOf(starts, app.transport.playhead, direction);
    if (next === null) return app.say("No more changed frames that way.");
    app.transport.seek(next);
  };
  byId("next-change").addEventListener("click", () => app.goToChange(1));
  byId("previous-change").addEventListener("click", () => app.goToChange(-1));

  let drawn = "";
  store.on("film", () => {
    const again = findAgain(app.view.get("selection"), film().timeline);
    store.set("selection", again ? rememberedClip(again.track, again.clip) : null);
    measure();
    const shape = JSON.stringify(film().timeline ?? null);
    if (shape !== drawn) tracks.build();
    drawn = shape;
    redraw();
  });
  store.on("ribbon", (ribbon) => {
    byId("ribbon-note").textContent = ribbon ? `Last save: ${changeText(ribbon)}` : "";
    const hasChanges = (ribbon?.changed ?? []).length > 0;
    byId("next-change").hidden = byId("previous-change").hidden = !hasChanges;
    redraw();
  });
  store.on("selection", (selection) => {
    byId("selection-note").textContent = selection ? selection.name : "";
    redraw();
  });
  store.on("playhead", follow);
  store.on("state", redraw);
  store.on("media", atMostEvery(150, redraw));
  store.on("resized", remeasure);
  new ResizeObserver(remeasure).observe(body);
}

/** A press on the ruler goes there; a drag scrubs, and its end is the exact frame. */
function setUpScrubbing(ruler, seekAt, drags) {
  ruler.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    ruler.setPointerCapture(event.pointerId);
    drags(true);
    seekAt(event.clientX, true);
    ruler.onpointermove = (move) => seekAt(move.clientX, true);
    ruler.onpointerup = (up) => seekAt(up.clientX, false);
  });
  ruler.addEventListener("lostpointercapture", () => {
    ruler.onpointermove = ruler.onpointerup = null;
    drags(false);
  });
}

/** The wheel zooms (with Ctrl, or over the ruler) and moves; the bar below is dragged. */
function setUpMoving(app, { body, scale, look, mostZoom, head }) {
  const moved = (from) => new Scale(scale().duration, scale().width, scale().zoom, from);
  body.addEventListener("wheel", (event) => {
    const isRuler = event.target.id === "ruler";
    if (event.ctrlKey || event.metaKey || (isRuler && !event.deltaX && !event.shiftKey)) {
      event.preventDefault();
      const seconds = scale().seconds(event.clientX - body.getBoundingClientRect().left - head());
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 150);
      look(scale().zoomed(scale().zoom * factor, seconds, mostZoom()));
      return;
    }
    const by = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!by) return;
    event.preventDefault();
    look(moved(scale().from + by / scale().pixelsPerSecond));
  }, { passive: false });
  const bar = byId("timeline-scroll");
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const start = event.clientX;
    const rect = bar.getBoundingClientRect();
    const isOnThumb = event.target.id === "timeline-thumb";
    const from = isOnThumb ? scale().from : ((start - rect.left) / rect.width) * scale().duration - scale().span / 2;
    look(moved(from));
    bar.onpointermove = (move) => look(moved(from + ((move.clientX - start) / rect.width) * scale().duration));
  });
  bar.addEventListener("lostpointercapture", () => (bar.onpointermove = null));
}

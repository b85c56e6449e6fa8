// SPDX-License-Identifier: MIT
// timeline: which stretch of the film is seen, and what is selected. Rows are in timeline-tracks.js, the ruler with the
// ribbon in timeline-ruler.js, the pointer in timeline-pointer.js.

import { atMostEvery, atNextFrame, byId } from "./dom.js";
import { changeText } from "./problem.js";
import { frameAtSeconds } from "./timecode.js";
import { setUpPointer } from "./timeline-pointer.js";
import { drawRuler } from "./timeline-ruler.js";
import {
  changeStarts, cutsOf, findAgain, largestZoom, nextOf, rememberedClip, Scale,
} from "./timeline-scale.js";
import { Tracks } from "./timeline-tracks.js";

const RIGHT_MARGIN = 8;
const MEDIA_EVERY = 150;

export class Timeline {
  /** Whether the ruler is held, so that the view must not turn a page. */
  isHeld = false;
  #app;
  #body = byId("timeline-body");
  #tracks;
  #scale = new Scale(1, 100, 1, 0);
  #head = 0;
  #drawn = "";
  // The stretch that was kept for this script is taken up with its film.
  #takesUp = true;
  #keepView = atMostEvery(300, () => {
    this.#app.view.set("zoom", this.#scale.zoom);
    this.#app.view.set("from", this.#scale.from);
  });

  constructor(app) {
    this.#app = app;
    this.#tracks = new Tracks(app, this);
    setUpPointer(this);
    this.#wire();
    this.#listen();
  }

  get scale() {
    return this.#scale;
  }

  redraw = atNextFrame(() => this.#draw());

  /** Shows another stretch of the film. */
  look(scale) {
    this.#scale = scale;
    this.#keepView();
    this.redraw();
  }

  /** The largest zoom of this film. */
  get mostZoom() {
    return largestZoom(this.#duration, this.#app.transport.fps);
  }

  /** Zooms around the playhead where it is seen, else around the middle; 0 shows the whole film. */
  zoom(factor) {
    const playhead = this.#app.transport.seconds;
    const { from, span } = this.#scale;
    const around = playhead >= from && playhead <= from + span ? playhead : from + span / 2;
    this.look(this.#scale.zoomed(factor === 0 ? 1 : this.#scale.zoom * factor, around, this.mostZoom));
  }

  /** The film's time under a place on the screen. */
  secondsAt(clientX) {
    const x = clientX - this.#body.getBoundingClientRect().left - this.#head;
    return this.#scale.seconds(Math.max(0, Math.min(this.#scale.width, x)));
  }

  seekAt(clientX, isScrubbing = false) {
    const { transport } = this.#app;
    transport.seek(frameAtSeconds(this.secondsAt(clientX), transport.fps), isScrubbing);
  }

  /** Selects a clip of a track, or nothing. */
  select(track, clip) {
    const remembered = clip ? rememberedClip(track, clip) : null;
    this.#app.view.set("selection", remembered);
    this.#app.store.set("selection", remembered);
  }

  goToCut(direction) {
    const { transport, store } = this.#app;
    const [rate, base] = transport.fps;
    const frames = cutsOf(store.get("film")?.timeline).map((time) => Math.round((time * rate) / base));
    const next = nextOf(frames, transport.playhead, direction);
    if (next !== null) transport.seek(next);
  }

  goToChange(direction) {
    const { transport, store, say } = this.#app;
    const starts = changeStarts(store.get("ribbon"), transport.fps);
    const next = nextOf(starts, transport.playhead, direction);
    if (next === null) say("Nothing more changed that way.");
    else transport.seek(next);
  }

  get #duration() {
    const [rate, base] = this.#app.transport.fps;
    return Math.max(this.#app.store.get("film")?.duration ?? 0, base / rate);
  }

  #wire() {
    const click = (id, run) => byId(id).addEventListener("click", run);
    click("zoom-in", () => this.zoom(1.5));
    click("zoom-out", () => this.zoom(1 / 1.5));
    click("zoom-fit", () => this.zoom(0));
    click("next-change", () => this.goToChange(1));
    click("previous-change", () => this.goToChange(-1));
    byId("timeline-zoom").addEventListener("input", ({ target }) => {
      const zoom = Math.max(1.01, this.mostZoom) ** (Number(target.value) / 100);
      this.zoom(zoom / this.#scale.zoom);
    });
  }

  #listen() {
    const { store } = this.#app;
    store.on("welcome", () => (this.#takesUp = true));
    store.on("film", (film) => this.#newFilm(film));
    store.on("ribbon", (ribbon) => this.#showRibbon(ribbon));
    store.on("selection", (selection) => {
      byId("selection-note").textContent = selection ? selection.name : "";
      this.redraw();
    });
    store.on("playhead", () => this.#follow());
    store.on("state", this.redraw);
    store.on("media", atMostEvery(MEDIA_EVERY, this.redraw));
    store.on("resized", () => this.#measure());
    new ResizeObserver(() => this.#measure()).observe(this.#body);
  }

  #newFilm({ timeline }) {
    const again = findAgain(this.#app.view.get("selection"), timeline);
    this.#app.store.set("selection", again ? rememberedClip(again.track, again.clip) : null);
    const shape = JSON.stringify(timeline ?? null);
    if (shape !== this.#drawn) this.#tracks.build(timeline);
    this.#drawn = shape;
    this.#measure();
  }

  #measure() {
    const style = getComputedStyle(byId("timeline"));
    this.#head = parseFloat(style.getPropertyValue("--head-width"));
    const width = this.#body.clientWidth - this.#head - RIGHT_MARGIN;
    const { view, store } = this.#app;
    const { zoom, from } = this.#takesUp ? { zoom: view.get("zoom"), from: view.get("from") } : this.#scale;
    if (store.get("film")) this.#takesUp = false;
    this.#scale = new Scale(this.#duration, width, Math.min(zoom, this.mostZoom), from);
    this.redraw();
  }

  #draw() {
    if (this.#body.clientWidth === 0) return;
    const { store, transport } = this.#app;
    drawRuler(byId("ruler"), {
      scale: this.#scale, head: this.#head, fps: transport.fps, film: store.get("film"),
      ribbon: store.get("ribbon"), loop: transport.loop,
    });
    this.#tracks.draw();
    this.#showPlayhead();
    this.#showThumb();
    const share = Math.log(this.#scale.zoom) / Math.log(Math.max(1.01, this.mostZoom));
    byId("timeline-zoom").value = String(100 * share);
  }

  #showPlayhead() {
    const x = this.#scale.x(this.#app.transport.seconds);
    const line = byId("playhead");
    line.style.transform = `translateX(${Math.round(this.#head + x)}px)`;
    line.hidden = x < -1 || x > this.#scale.width + 1 || !this.#app.store.get("film");
  }

  #showThumb() {
    const { zoom, from, duration } = this.#scale;
    const bar = byId("timeline-scroll");
    bar.classList.toggle("is-idle", zoom <= 1.001);
    const thumb = byId("timeline-thumb");
    thumb.style.width = `${Math.max(24, bar.clientWidth / zoom)}px`;
    thumb.style.transform = `translateX(${(from / duration) * bar.clientWidth}px)`;
  }

  /** While the film plays the view turns a page when the playhead leaves it. */
  #follow() {
    const { from, span, zoom, width } = this.#scale;
    const { seconds } = this.#app.transport;
    const isOutside = seconds < from || seconds > from + span;
    if (zoom > 1 && isOutside && this.#app.settings.get("follow") && !this.isHeld) {
      this.look(new Scale(this.#duration, width, zoom, seconds - span * 0.08));
    } else this.#showPlayhead();
  }

  #showRibbon(ribbon) {
    byId("ribbon-note").textContent = ribbon ? `Last save: ${changeText(ribbon)}` : "";
    const hasChanges = changeStarts(ribbon, this.#app.transport.fps).length > 0;
    byId("next-change").hidden = byId("previous-change").hidden = !hasChanges;
    this.redraw();
  }
}

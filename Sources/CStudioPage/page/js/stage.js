// SPDX-License-Identifier: MIT
// stage: where the picture lies: fitted, or zoomed and moved; full screen. The pointer on it is in stage-pointer.js,
// values of pixels in pixels.js.

import { atMostEvery, atNextFrame, byId, el } from "./dom.js";
import { drawGuides } from "./guides.js";
import { setUpPixels } from "./pixels.js";
import { fitBox, zoomAt } from "./stage-box.js";
import { setUpPointer } from "./stage-pointer.js";

const SMALLEST = 0.05;
const LARGEST = 32;
/** From this many device pixels for one of the film's on, pixels are shown as squares. */
const CLOSE = 1.99;
const FITTED = { zoom: 0, x: 0, y: 0 };

export class Stage {
  #app;
  #element = byId("stage");
  #picture = byId("picture");
  #choice = byId("picture-zoom");
  #place = FITTED;
  #box = { left: 0, top: 0, width: 16, height: 9 };
  #redrawGuides = atNextFrame(() => this.#drawGuides());
  #sentView = "";
  #sendView = atMostEvery(200, () => this.#tellView());

  constructor(app) {
    this.#app = app;
    this.#picture.classList.add("is-empty");
    setUpPointer(this.#element, this);
    setUpPixels(app, this);
    this.#choice.addEventListener("change", () => this.zoom(Number(this.#choice.value)));
    byId("full-screen").addEventListener("click", () => this.toggleFullScreen());
    new ResizeObserver(() => this.#layOut()).observe(this.#element);
    this.#listen();
    this.#layOut();
  }

  /** Where the film's frame lies on the stage, in CSS pixels. */
  get box() {
    return this.#box;
  }

  get filmSize() {
    return this.#app.store.get("film")?.size ?? [this.#picture.width, this.#picture.height];
  }

  /** The device pixels that are of use: those on the screen, and no more than the film has. */
  get viewSize() {
    const most = this.#hasFilm ? this.filmSize : [4096, 4096];
    const length = (film, css) => Math.max(16, Math.round(Math.min(film, css * devicePixelRatio)));
    return { width: length(most[0], this.#box.width), height: length(most[1], this.#box.height) };
  }

  /** Device pixels for one of the film's. */
  get scale() {
    return (this.#box.width / this.filmSize[0]) * devicePixelRatio;
  }

  /** Sets the zoom (0 fits) around a point of the stage, by default its middle. */
  zoom(zoom, point = this.#size.map((length) => length / 2)) {
    this.#move(zoomAt(this.#place, zoom, point, this.filmSize, this.#size, devicePixelRatio));
  }

  zoomBy(factor, point) {
    this.zoom(Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor)), point);
  }

  toggleZoom(point) {
    this.zoom(this.#place.zoom === 0 ? 1 : 0, point);
  }

  /** Moves a picture that is zoomed; answers false for one that is fitted. */
  pan(dx, dy) {
    const { zoom, x, y } = this.#place;
    if (zoom === 0) return false;
    this.#move({ zoom, x: x + dx, y: y + dy });
    return true;
  }

  toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else byId("viewer").requestFullscreen?.().catch(() => {});
  }

  get #hasFilm() {
    return this.#app.store.get("film") !== null;
  }

  get #size() {
    return [this.#element.clientWidth, this.#element.clientHeight];
  }

  #listen() {
    const { store } = this.#app;
    store.on("welcome", () => {
      this.#place = { ...FITTED, ...this.#app.view.get("picture") };
      this.#sentView = "";
      this.#layOut();
    });
    store.on("film resized", () => this.#layOut());
    store.on("setting", ({ name }) => (name === "safe" || name === "guides") && this.#redrawGuides());
    store.on("welcome problem film shown", () => this.#showNote());
  }

  #move(place) {
    this.#place = place;
    this.#app.view.set("picture", place);
    this.#layOut();
  }

  #layOut() {
    const box = fitBox(this.filmSize, this.#size, this.#place, devicePixelRatio);
    this.#box = box;
    Object.assign(byId("frame").style, {
      width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.left}px, ${box.top}px)`,
    });
    this.#picture.classList.toggle("is-close", this.scale > CLOSE);
    this.#showZoom();
    this.#redrawGuides();
    this.#sendView();
  }

  /** Tells the server the size that is seen, where it is another than before. */
  #tellView() {
    const size = this.viewSize;
    const text = `${size.width}x${size.height}`;
    if (text !== this.#sentView && this.#app.send({ type: "view", ...size })) this.#sentView = text;
  }

  #showZoom() {
    const { zoom } = this.#place;
    const percent = `${Math.round(this.scale * 100)} %`;
    this.#choice.querySelector("[data-own]")?.remove();
    this.#choice.options[0].textContent = this.#hasFilm && zoom === 0 ? `Fit (${percent})` : "Fit";
    const isKnown = [...this.#choice.options].some((option) => Number(option.value) === zoom);
    if (!isKnown) this.#choice.append(el("option", { value: String(zoom), text: percent, "data-own": "1" }));
    this.#choice.value = String(zoom);
  }

  #drawGuides() {
    const { settings } = this.#app;
    const has = this.#hasFilm;
    drawGuides(byId("overlay"), this.#box, has && settings.get("safe"), has ? settings.get("guides") : "none");
  }

  /** What stands where there is no picture. */
  #showNote() {
    const { store } = this.#app;
    const isSoundOnly = store.get("film")?.hasPictures === false;
    const isEmpty = isSoundOnly || !store.get("shown");
    const note = byId("stage-note");
    this.#picture.classList.toggle("is-empty", isEmpty);
    note.hidden = !isEmpty || store.get("problem") !== null;
    note.textContent = isSoundOnly ? "Sound without pictures" : "Reading the film …";
  }
}

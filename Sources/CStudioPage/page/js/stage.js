// SPDX-License-Identifier: MIT
// stage: where the picture lies: fitted or zoomed and moved, values under the pointer, full screen.

import { atMostEvery, atNextFrame, byId, el } from "./dom.js";
import { fitBox, zoomAt } from "./stage-box.js";
import { drawGuides } from "./guides.js";

const LARGEST = 32;

export function setUpStage(app) {
  const { store, settings } = app;
  const stage = byId("stage");
  const frame = byId("frame");
  const picture = byId("picture");
  const zoomChoice = byId("picture-zoom");
  let place = { zoom: 0, x: 0, y: 0 };
  let box = { left: 0, top: 0, width: 16, height: 9 };
  picture.classList.add("is-empty");

  const hasFilm = () => store.get("film") !== null;
  const filmSize = () => store.get("film")?.size ?? [picture.width, picture.height];
  const stageSize = () => [stage.clientWidth, stage.clientHeight];

  const redrawGuides = atNextFrame(() =>
    drawGuides(byId("overlay"), box, settings.get("safe") && hasFilm(), hasFilm() ? settings.get("guides") : "none"));
  const sendView = atMostEvery(200, () => app.send({ type: "view", ...viewSize() }));

  function layOut() {
    box = fitBox(filmSize(), stageSize(), place, devicePixelRatio || 1);
    Object.assign(frame.style, {
      width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.left}px, ${box.top}px)`,
    });
    const scale = (box.width / filmSize()[0]) * (devicePixelRatio || 1);
    picture.classList.toggle("is-close", scale > 1.99);
    showZoom(scale);
    redrawGuides();
    sendView();
  }

  function showZoom(scale) {
    const text = !hasFilm() ? "Fit" : place.zoom === 0 ? `Fit (${Math.round(scale * 100)} %)` : `${Math.round(scale * 100)} %`;
    const known = [...zoomChoice.options].find((option) => Number(option.value) === place.zoom && !option.dataset.own);
    zoomChoice.querySelector("[data-own]")?.remove();
    if (known) {
      if (place.zoom === 0) known.textContent = text;
      zoomChoice.value = known.value;
    } else {
      zoomChoice.append(el("option", { value: String(place.zoom), text, "data-own": "1" }));
      zoomChoice.value = String(place.zoom);
    }
  }

  /** The pixels that are of use: those on the screen, and no more than the film has. */
  function viewSize() {
    const [width, height] = filmSize();
    const scale = devicePixelRatio || 1;
    return {
      width: Math.max(16, Math.round(Math.min(width > 16 ? width : 4096, box.width * scale))),
      height: Math.max(16, Math.round(Math.min(height > 16 ? height : 4096, box.height * scale))),
    };
  }

  function move(next) {
    place = next;
    app.view.set("picture", place);
    layOut();
  }

  /** Sets the zoom (0 fits) around a point of the stage, by default its middle. */
  function zoomTo(zoom, point = stageSize().map((length) => length / 2)) {
    move(zoomAt(place, zoom, point, filmSize(), stageSize(), devicePixelRatio || 1));
  }

  function zoomBy(factor, point) {
    const now = (box.width / filmSize()[0]) * (devicePixelRatio || 1);
    zoomTo(Math.min(LARGEST, Math.max(0.05, now * factor)), point);
  }

  setUpPointer({ stage, zoomBy, zoomTo, pan: (dx, dy) => app.panPicture(dx, dy) });
  setUpPixels(app, () => box, filmSize);

  zoomChoice.addEventListener("change", () => zoomTo(Number(zoomChoice.value)));
  new ResizeObserver(layOut).observe(stage);
  store.on("film", layOut);
  store.on("welcome", () => {
    place = { zoom: 0, x: 0, y: 0, ...app.view.get("picture") };
    layOut();
  });
  store.on("resized", layOut);
  store.on("setting", ({ name }) => (name === "safe" || name === "guides") && redrawGuides());
  const notePicture = () => {
    const text = store.get("problem") ? "" : "Reading the film …";
    if (!store.get("shown")) byId("stage-note").textContent = text;
  };
  store.on("welcome problem", notePicture);
  store.on("shown", (shown) => {
    if (!shown) return;
    picture.classList.remove("is-empty");
    byId("stage-note").hidden = true;
  });
  store.on("film", (film) => {
    if (film.hasPictures !== false) return;
    byId("stage-note").hidden = false;
    byId("stage-note").textContent = "Sound without pictures";
    picture.classList.add("is-empty");
  });

  /** Moves a picture that is zoomed; answers false for one that is fitted. */
  app.panPicture = (dx, dy) => place.zoom !== 0 && move({ ...place, x: place.x + dx, y: place.y + dy }) !== false;
  app.zoomPicture = zoomTo;
  app.toggleZoom = () => zoomTo(place.zoom === 0 ? 1 : 0);
  app.toggleFullScreen = () =>
    document.fullscreenElement ? document.exitFullscreen() : byId("viewer").requestFullscreen?.().catch(() => {});
  byId("full-screen").addEventListener("click", app.toggleFullScreen);
  layOut();
  return { viewSize };
}

/** Wheel and pinch zoom, a drag moves, a double click goes between fitted and 100 %. */
function setUpPointer({ stage, zoomBy, zoomTo, pan }) {
  const pointers = new Map();
  const at = (event) => {
    const rect = stage.getBoundingClientRect();
    return [event.clientX - rect.left, event.clientY - rect.top];
  };
  const distance = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-Math.max(-80, Math.min(80, event.deltaY)) / 240), at(event));
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#problem, button, a")) return;
    pointers.set(event.pointerId, at(event));
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const was = pointers.size === 2 ? distance() : 0;
    pointers.set(event.pointerId, now);
    if (pointers.size === 2) zoomBy(distance() / Math.max(1, was), now);
    else pan(now[0] - before[0], now[1] - before[1]);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    stage.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }
  stage.addEventListener("dblclick", (event) => {
    if (event.target.closest("#problem")) return;
    stage.dataset.close = stage.dataset.close === "1" ? "" : "1";
    zoomTo(stage.dataset.close === "1" ? 1 : 0, at(event));
  });
}

/** Place and colour of the film's pixel under the pointer. */
function setUpPixels(app, box, filmSize) {
  const note = byId("pixel-note");
  const picture = byId("picture");
  const one = el("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  let pointer = null;

  const read = atNextFrame(() => {
    const [width, height] = filmSize();
    const here = box();
    const x = pointer ? Math.floor(((pointer[0] - here.left) / here.width) * width) : -1;
    const y = pointer ? Math.floor(((pointer[1] - here.top) / here.height) * height) : -1;
    note.hidden = !pointer || x < 0 || y < 0 || x >= width || y >= height || !app.store.get("shown");
    if (note.hidden) return;
    const sx = Math.floor(((x + 0.5) / width) * picture.width);
    const sy = Math.floor(((y + 0.5) / height) * picture.height);
    one.drawImage(picture, sx, sy, 1, 1, 0, 0, 1, 1);
    const [red, green, blue] = one.getImageData(0, 0, 1, 1).data;
    const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
    const three = (part) => String(part).padStart(3, "\u2007");
    note.textContent = `${x}, ${y}   R${three(red)} G${three(green)} B${three(blue)}   #${hex}`;
  });

  byId("stage").addEventListener("pointermove", (event) => {
    const rect = byId("stage").getBoundingClientRect();
    pointer = [event.clientX - rect.left, event.clientY - rect.top];
    read();
  });
  byId("stage").addEventListener("pointerleave", () => {
    pointer = null;
    read();
  });
  app.store.on("shown", () => pointer && read());
}

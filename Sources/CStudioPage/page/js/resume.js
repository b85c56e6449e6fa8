// SPDX-License-Identifier: MIT
// resume: a page that is loaded anew, or connects again, goes on where it was: time, loop and points, rate.

import { atMostEvery } from "./dom.js";
import { frameAtSeconds, secondsOfFrame } from "./timecode.js";

const KEY = "moonreel.studio.moment";

function read(script) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept && kept.script === script ? kept : null;
  } catch {
    return null;
  }
}

export function setUpResume(app) {
  const { store } = app;
  let isNew = false;
  let isKept = false;

  const keep = atMostEvery(400, () => {
    const film = store.get("film");
    if (!isKept || !film) return;
    const moment = {
      script: store.get("welcome")?.script ?? "", rate: app.transport.rate,
      seconds: secondsOfFrame(app.transport.playhead, film.fps), loop: store.get("state").loop,
    };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(moment));
    } catch {
      // A browser that keeps nothing begins at the start.
    }
  });

  store.on("welcome", () => {
    isNew = true;
    isKept = false;
  });
  store.on("film", (film) => {
    if (!isNew) return;
    isNew = false;
    const kept = read(store.get("welcome")?.script ?? "");
    isKept = true;
    if (!kept) return;
    if (kept.rate) app.transport.rate = kept.rate;
    const { loop } = kept;
    if (loop && (loop.on || typeof loop.in === "number" || typeof loop.out === "number")) app.transport.setLoop(loop);
    const frame = frameAtSeconds(kept.seconds, film.fps);
    if (frame > 0 && Number.isFinite(frame)) app.transport.seek(frame);
  });
  store.on("playhead state rate", keep);
}

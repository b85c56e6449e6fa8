// SPDX-License-Identifier: MIT
// sound-control: the button, the fader, and telling the server what the sound needs.

import { byId, icon } from "./dom.js";
import { Sound } from "./sound.js";

const REPORT_EVERY = 500;

export function setUpSound(app) {
  const { store, settings } = app;
  const button = byId("sound");
  const fader = byId("volume");

  app.sound = new Sound(app.clock, {
    changed: (status) => {
      store.set("sound", status);
      tell();
    },
    levels: (levels) => store.set("levels", levels),
  });

  function tell() {
    const status = store.get("sound");
    const isMuted = settings.get("muted");
    const isHeard = status === "on" && !isMuted;
    app.sound.volume = isMuted ? 0 : settings.get("volume");
    app.send({
      type: "sound", on: isHeard, volume: settings.get("volume"), scrub: settings.get("scrubSound"),
      sampleRate: app.sound.sampleRate,
    });
    button.setAttribute("aria-pressed", String(isHeard));
    button.replaceChildren(icon(isHeard ? "sound" : "silent"), Object.assign(document.createElement("span"), {
      textContent: isHeard ? "Sound" : status === "none" ? "No sound" : "Sound off",
    }));
    button.disabled = status === "none";
    button.classList.toggle("is-waiting", status === "off" && !isMuted);
  }

  async function toggle() {
    if (store.get("sound") !== "on") {
      settings.set("muted", false);
      await app.sound.start();
    } else {
      settings.set("muted", !settings.get("muted"));
    }
    tell();
  }

  button.addEventListener("click", toggle);
  fader.value = settings.get("volume");
  fader.addEventListener("input", () => {
    settings.set("volume", Number(fader.value));
    if (settings.get("muted")) settings.set("muted", false);
    app.sound.volume = settings.get("volume");
    if (store.get("sound") !== "on") app.sound.start();
  });
  fader.addEventListener("change", tell);
  app.toggleSound = toggle;

  // The browser lets sound run only after a gesture; the first one of any kind will do.
  const firstGesture = (event) => {
    if (event.type === "keydown" && ["Escape", "Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
    removeEventListener("pointerup", firstGesture, true);
    removeEventListener("keydown", firstGesture, true);
    if (!settings.get("muted") && !event.target.closest?.("#sound")) app.sound.start();
  };
  addEventListener("pointerup", firstGesture, true);
  addEventListener("keydown", firstGesture, true);

  store.on("welcome", tell);
  store.on("setting", ({ name }) => name === "scrubSound" && tell());
  let wasPlaying = false;
  store.on("state", (state) => {
    const isPlaying = state.status === "playing";
    if (wasPlaying && !isPlaying) app.sound.flush();
    wasPlaying = isPlaying;
  });
  setInterval(() => {
    if (store.get("state").status !== "playing") return;
    const report = app.sound.report();
    if (report) app.send(report);
  }, REPORT_EVERY);
  if (navigator.userActivation?.hasBeenActive) app.sound.start();
  tell();
}

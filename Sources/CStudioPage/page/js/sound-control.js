// SPDX-License-Identifier: MIT
// sound-control: the button, the fader, and telling the server what the sound needs.

import { byId, el, icon } from "./dom.js";

const REPORT_EVERY = 500;

const NO_GESTURE = ["Escape", "Shift", "Control", "Alt", "Meta", "Tab"];

export class SoundControl {
  #app;
  #sound;
  #wasPlaying = false;

  constructor(app, sound) {
    this.#app = app;
    this.#sound = sound;
    byId("sound").addEventListener("click", () => this.toggle());
    this.#wireFader();
    this.#awaitGesture();
    const { store } = app;
    store.on("sound welcome", () => this.#tell());
    store.on("setting", ({ name }) => name === "scrubSound" && this.#tell());
    store.on("state", (state) => this.#follow(state));
    setInterval(() => this.#report(), REPORT_EVERY);
    if (navigator.userActivation?.hasBeenActive) sound.start();
    this.#tell();
  }

  /** Turns sound on or off. */
  async toggle() {
    const { settings, store } = this.#app;
    if (store.get("sound") === "on") settings.set("muted", !settings.get("muted"));
    else {
      settings.set("muted", false);
      await this.#sound.start();
    }
    this.#tell();
  }

  #wireFader() {
    const { settings, store } = this.#app;
    const fader = byId("volume");
    fader.value = settings.get("volume");
    fader.addEventListener("input", () => {
      settings.set("volume", Number(fader.value));
      settings.set("muted", false);
      this.#sound.volume = settings.get("volume");
      if (store.get("sound") !== "on") this.#sound.start();
    });
    fader.addEventListener("change", () => this.#tell());
  }

  /** The browser lets sound run only after a gesture; the first one of any kind will do. */
  #awaitGesture() {
    const heard = (event) => {
      if (event.type === "keydown" && NO_GESTURE.includes(event.key)) return;
      removeEventListener("pointerup", heard, true);
      removeEventListener("keydown", heard, true);
      const isOnButton = event.target.closest?.("#sound");
      if (!this.#app.settings.get("muted") && !isOnButton) this.#sound.start();
    };
    addEventListener("pointerup", heard, true);
    addEventListener("keydown", heard, true);
  }

  /** Tells the server whether sound is wanted, and shows it. */
  #tell() {
    const { settings, store, send } = this.#app;
    const status = store.get("sound");
    const isMuted = settings.get("muted");
    const isHeard = status === "on" && !isMuted;
    this.#sound.volume = isMuted ? 0 : settings.get("volume");
    send({
      type: "sound", on: isHeard, volume: settings.get("volume"), scrub: settings.get("scrubSound"),
      sampleRate: this.#sound.sampleRate,
    });
    this.#show(status, isHeard, isMuted);
  }

  #show(status, isHeard, isMuted) {
    const button = byId("sound");
    const text = status === "none" ? "No sound" : isHeard ? "Sound" : "Sound off";
    button.setAttribute("aria-pressed", String(isHeard));
    button.replaceChildren(icon(isHeard ? "sound" : "silent"), el("span", { text }));
    button.disabled = status === "none";
    button.classList.toggle("is-waiting", status === "off" && !isMuted);
  }

  /** What was to be heard after a pause is forgotten. */
  #follow({ status }) {
    const isPlaying = status === "playing";
    if (this.#wasPlaying && !isPlaying) this.#sound.flush();
    this.#wasPlaying = isPlaying;
  }

  #report() {
    if (this.#app.store.get("state").status !== "playing") return;
    const report = this.#sound.report();
    if (report) this.#app.send(report);
  }
}

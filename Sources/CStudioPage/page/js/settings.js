// SPDX-License-Identifier: MIT
// settings: what the page remembers in the browser: settings for all films, and the view of each script.

const DEFAULTS = {
  theme: "auto", link: "", display: "timecode", volume: 1, muted: false, scrubSound: true,
  safe: false, guides: "none", follow: true, timelineHeight: 0,
};
const VIEW = { tab: "layers", zoom: 1, from: 0, selection: null, picture: { zoom: 0, x: 0, y: 0 } };

function read(key, defaults) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return { ...defaults, ...(kept && typeof kept === "object" ? kept : {}) };
  } catch {
    return { ...defaults };
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing (private windows) still works; it forgets.
  }
}

/** A group of values that are kept under one key. */
class Kept {
  #key;
  #values;
  #tell;

  constructor(key, defaults, tell) {
    this.#key = key;
    this.#values = read(key, defaults);
    this.#tell = tell;
  }

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values[name] = value;
    write(this.#key, this.#values);
    this.#tell?.(name, value);
  }
}

export const makeSettings = (tell) => new Kept("moonreel.studio", DEFAULTS, tell);

/** The view of one script: zoom, selection, the open panel. */
export const makeView = (script) => new Kept(`moonreel.studio.view:${script}`, VIEW, null);

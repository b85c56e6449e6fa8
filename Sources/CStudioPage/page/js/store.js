// SPDX-License-Identifier: MIT
// store: what the page knows. Each topic has one value; whoever wants to know of changes listens to the topic.

const STILL = {
  time: 0, frame: 0, rate: 1, status: "paused", reason: null, divisor: 1,
  loop: { on: false, in: null, out: null }, dropped: {}, stalls: {}, muted: false,
};

export class Store {
  #listeners = new Map();
  #values = new Map([
    ["connection", { status: "connecting", sentence: null }],
    ["welcome", null], ["film", null], ["problem", null], ["state", STILL], ["layers", null],
    ["ribbon", null], ["findings", []], ["reading", false], ["jobs", []], ["proxies", null], ["presets", []], ["shown", null],
    ["selection", null],
    ["before", false], ["levels", null], ["sound", "off"],
  ]);

  get topics() {
    return [...this.#values.keys()];
  }

  get(topic) {
    return this.#values.get(topic);
  }

  set(topic, value) {
    this.#values.set(topic, value);
    this.tell(topic, value);
  }

  /** Calls `listener` with each new value of a topic. */
  on(topics, listener) {
    for (const topic of topics.split(" ")) {
      const list = this.#listeners.get(topic) ?? [];
      list.push(listener);
      this.#listeners.set(topic, list);
    }
  }

  /** Tells the listeners of something that is not kept. */
  tell(topic, value) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(value);
  }
}

/** The frame at the playhead: the newest picture's, or by the clock where there are no pictures. */
export function playheadFrame(store) {
  const shown = store.get("shown");
  const film = store.get("film");
  if (!film) return 0;
  const frame = film.hasPictures !== false && shown ? shown.frame : frameByClock(store.get("state"), film.fps);
  return Math.max(0, Math.min(frame, Math.max(0, film.frames - 1)));
}

function frameByClock(state, fps) {
  if (state.status !== "playing" || !state.at) return state.frame ?? 0;
  const seconds = ((performance.now() - state.at) / 1000) * state.rate;
  return Math.floor((state.frame ?? 0) + (seconds * fps[0]) / fps[1]);
}

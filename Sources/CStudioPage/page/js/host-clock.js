// SPDX-License-Identifier: MIT
// host-clock: maps the page's clock (performance.now, ms) to the server's (ms) from pings, trusting the one among the last
// few that can be least wrong: by half its round trip, and by what the clocks, which follow sound cards, have drifted
// since. Pure.

const DRIFT = 0.0001;

export class HostClock {
  #samples = [];

  /** Notes a ping sent at `sent` and answered at `received`, both by the page's clock; `host` is the server's time. */
  note(sent, host, received) {
    const trip = received - sent;
    if (!(trip >= 0) || !Number.isFinite(host)) return;
    this.#samples.push({ trip, offset: host - (sent + received) / 2, at: received });
    if (this.#samples.length > 24) this.#samples.shift();
  }

  forget() {
    this.#samples = [];
  }

  get isKnown() {
    return this.#samples.length > 0;
  }

  /** What to add to the page's ms to get the server's. */
  get offset() {
    const now = this.#samples.at(-1)?.at ?? 0;
    const doubt = ({ trip, at }) => trip / 2 + (now - at) * DRIFT;
    let best = this.#samples[0];
    for (const sample of this.#samples) if (doubt(sample) <= doubt(best)) best = sample;
    return best ? best.offset : 0;
  }

  hostOf(page) {
    return page + this.offset;
  }

  pageOf(host) {
    return host - this.offset;
  }
}

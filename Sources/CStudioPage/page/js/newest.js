// SPDX-License-Identifier: MIT
// newest: sends values of which only the newest counts, one message at a time.

/** After this many ms without an answer the next message goes out all the same. */
const PATIENCE = 5000;

export class Newest {
  #send;
  #waiting = null;
  #isOpen = false;
  #timer = 0;

  /** `send(value)` sends and says whether it went out. */
  constructor(send) {
    this.#send = send;
  }

  /** Whether a message is open or waits. */
  get isBusy() {
    return this.#isOpen || this.#waiting !== null;
  }

  send(value) {
    this.#waiting = value;
    this.#sendNext();
  }

  /** The message that is open was answered. */
  answered() {
    clearTimeout(this.#timer);
    this.#isOpen = false;
    this.#sendNext();
  }

  forget() {
    clearTimeout(this.#timer);
    this.#isOpen = false;
    this.#waiting = null;
  }

  #sendNext() {
    if (this.#isOpen || this.#waiting === null || !this.#send(this.#waiting)) return;
    this.#waiting = null;
    this.#isOpen = true;
    this.#timer = setTimeout(() => this.answered(), PATIENCE);
  }
}

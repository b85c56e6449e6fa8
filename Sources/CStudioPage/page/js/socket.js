// SPDX-License-Identifier: MIT
// socket: the one WebSocket. It introduces the page, keeps the clocks together, and connects again when it is lost.

import { MAX_TEXT, parseBinary, parseText } from "./protocol.js";

const REFUSED = 4001;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const SILENCE = 15000;
/** So many pings go out one after the other at first: sound begins by what they say. */
const FIRST_PINGS = 8;

export class Connection {
  #handlers;
  #clock;
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #pings = 0;
  #firstPings = 0;
  #heard = 0;
  #isWelcome = false;

  /** Handlers: hello() gives the first message; text(message), binary(head), status(status, sentence) are told. */
  constructor(handlers, clock) {
    this.#handlers = handlers;
    this.#clock = clock;
    setInterval(() => this.#beat(), 500);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  get isOpen() {
    return this.#isWelcome && this.#socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.#timer);
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => socket === this.#socket && this.#received(event.data);
    socket.onclose = (event) => socket === this.#socket && this.#closed(event);
  }

  /** Sends a message, and says whether it went out. While nobody listens it is dropped: views are sent anew. */
  send(message) {
    if (!this.isOpen) return false;
    const text = JSON.stringify(message);
    if (text.length > MAX_TEXT / 4 && new TextEncoder().encode(text).length > MAX_TEXT) return false;
    this.#socket.send(text);
    return true;
  }

  #opened(socket) {
    this.#clock.forget();
    this.#pings = 0;
    this.#heard = performance.now();
    socket.send(JSON.stringify(this.#handlers.hello()));
  }

  #received(data) {
    this.#heard = performance.now();
    if (typeof data !== "string") {
      const head = parseBinary(data);
      this.#handlers.binary(head);
      return;
    }
    const message = parseText(data);
    if (!message) return;
    if (message.type === "pong") {
      this.#clock.note(Number(message.client), Number(message.host), performance.now());
      if (this.#firstPings < FIRST_PINGS) this.#pingFirst();
      return;
    }
    if (message.type === "welcome") this.#welcomed();
    this.#handlers.text(message);
  }

  #welcomed() {
    this.#isWelcome = true;
    this.#wait = FIRST_WAIT;
    this.#handlers.status("open", null);
    this.#firstPings = 0;
    this.#pingFirst();
  }

  #pingFirst() {
    this.#firstPings += 1;
    this.#ping();
  }

  #closed(event) {
    this.#isWelcome = false;
    this.#socket = null;
    if (event.code === REFUSED) {
      const sentence = "The studio does not know this page's key. Open the address that 'moonreel studio' printed.";
      this.#handlers.status("refused", sentence);
      return;
    }
    this.#handlers.status("lost", "The studio does not answer. The page tries again by itself.");
    this.#timer = setTimeout(() => this.connect(), this.#wait * (0.8 + 0.4 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcome = false;
    socket?.close();
  }

  #hurry() {
    if (this.#socket || !this.#timer) return;
    this.#wait = FIRST_WAIT;
    this.connect();
  }

  /** Pings often at first, then every two seconds, and gives up a connection on which nothing is heard. */
  #beat() {
    if (!this.isOpen) return;
    if (this.#pings < 6 || this.#pings % 4 === 0) this.#ping();
    this.#pings += 1;
    if (document.hidden || performance.now() - this.#heard < SILENCE) return;
    this.#handlers.status("lost", "The studio has been silent for a while. The page connects again.");
    this.connect();
  }

  #ping() {
    this.#socket.send(JSON.stringify({ type: "ping", client: performance.now() }));
  }
}

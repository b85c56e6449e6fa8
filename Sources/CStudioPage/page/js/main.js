// SPDX-License-Identifier: MIT
// main: puts the page together. Messages from the server go into the store; the parts listen to the store and send
// what the person does.

import { byId } from "./dom.js";
import { Exports } from "./exports.js";
import { Flip } from "./flip.js";
import { Gallery } from "./gallery.js";
import { setUpGuides } from "./guides-control.js";
import { HostClock } from "./host-clock.js";
import { Inspector } from "./inspector.js";
import { setUpKeys } from "./keys.js";
import { Media } from "./media.js";
import { setUpMeters } from "./meters.js";
import { setUpPanels } from "./panels.js";
import { Params } from "./params.js";
import { canDecodeH264, Pictures } from "./pictures.js";
import { setUpProblem } from "./problem.js";
import { KIND, tokenOf } from "./protocol.js";
import { setUpProxies } from "./proxies.js";
import { setUpResume } from "./resume.js";
import { setUpScopes } from "./scopes.js";
import { setUpSettings } from "./settings-dialog.js";
import { makeSettings, makeView } from "./settings.js";
import { Connection } from "./socket.js";
import { SoundControl } from "./sound-control.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage.js";
import { Store } from "./store.js";
import { Timeline } from "./timeline.js";
import { setUpTransport } from "./transport-view.js";
import { Transport } from "./transport.js";

const store = new Store();
const clock = new HostClock();
const settings = makeSettings((name, value) => store.tell("setting", { name, value }));
const app = { store, clock, settings, view: makeView(""), codecs: ["jpeg"], say, speak, send };

function send(message) {
  return app.connection.send(message);
}

let saidTimer = 0;
/** Shows a sentence for a while. */
function say(sentence) {
  const said = byId("said");
  said.textContent = sentence;
  said.hidden = false;
  // A popover that is shown anew lies over dialogs, too.
  hidePopover(said);
  said.showPopover?.();
  clearTimeout(saidTimer);
  saidTimer = setTimeout(() => {
    hidePopover(said);
    said.hidden = true;
  }, Math.min(12000, 3000 + sentence.length * 60));
}

function hidePopover(element) {
  if (element.showPopover && element.matches(":popover-open")) element.hidePopover();
}

/** Tells a sentence to those who listen to the page. */
function speak(sentence) {
  byId("spoken").textContent = sentence;
}

const pictures = new Pictures(byId("picture"), {
  credit: (frame) => send({ type: "shown", frame }),
  isLate: (head) => delayOf(head) > frameMilliseconds(),
  drawn: (head) => {
    app.sound.pictureCame(delayOf(head));
    if (head.isBefore !== store.get("before")) store.set("before", head.isBefore);
    store.set("shown", { frame: head.number, time: head.value, isExact: head.isExact, isBefore: head.isBefore,
      divisor: head.small, hasProxies: head.hasProxies, generation: head.generation });
  },
  failed: () => {
    app.codecs = ["jpeg"];
    app.connection.connect();
  },
});

/** How many ms after it was due a picture is drawn now; NaN where nothing plays. */
function delayOf(head) {
  const plays = clock.isKnown && head.host > 0 && store.get("state").status === "playing";
  return plays ? clock.hostOf(performance.now()) - head.host : NaN;
}

function frameMilliseconds() {
  const fps = store.get("film")?.fps ?? [25, 1];
  return (1000 * fps[1]) / fps[0];
}

app.media = new Media(app);
app.sound = new Sound(clock, {
  changed: (status) => store.set("sound", status),
  levels: (levels) => store.set("levels", levels),
});

/** What the server says, by type. Other types are left alone, so that a newer server may say more. */
const hearText = {
  welcome: (message) => {
    app.view = makeView(message.script ?? "");
    store.set("welcome", message);
    app.speak("Connected.");
  },
  film: (message) => {
    store.set("reading", false);
    if (Array.isArray(message.findings)) store.set("findings", message.findings);
    // What an earlier save changed says nothing about this film.
    const isNew = (store.get("film")?.generation ?? message.generation) !== message.generation;
    store.set("film", message);
    if (isNew) store.set("ribbon", null);
  },
  findings: (message) => store.set("findings", message.list ?? []),
  reading: () => store.set("reading", true),
  problem: (message) => {
    store.set("reading", false);
    store.set("problem", message.sentence ? message : null);
  },
  state: (message) => {
    const rate = message.rate || store.get("state").rate;
    store.set("state", { ...store.get("state"), ...message, rate, at: performance.now() });
  },
  layers: (message) => store.set("layers", message),
  ribbon: (message) => store.set("ribbon", message),
  jobs: (message) => store.set("jobs", message.list ?? []),
  levels: (message) => store.set("levels", message),
  proxies: (message) => store.set("proxies", message),
  presets: (message) => store.set("presets", message.names ?? []),
  gallery: (message) => store.tell("gallery", message),
  flush: (message) => app.sound.flushFrom(message.host),
  said: (message) => {
    say(String(message.sentence ?? ""));
    store.tell("answered", message);
  },
};

function hearBinary(head) {
  switch (head?.kind) {
    case KIND.h264:
    case KIND.jpeg:
      return pictures.receive(head);
    case KIND.sound:
      return app.sound.receive(head);
    case KIND.small:
      return head.isGallery ? store.tell("gallery-picture", head) : app.media.receivePicture(head);
    case KIND.peaks:
      return app.media.receivePeaks(head);
    default:
      return undefined;
  }
}

app.connection = new Connection({
  hello: () => ({ type: "hello", token: tokenOf(location.hash) ?? "", codecs: app.codecs, ...app.stage.viewSize }),
  text: (message) => Object.hasOwn(hearText, message.type) && hearText[message.type](message),
  binary: hearBinary,
  status: (status, sentence) => {
    if (status !== "open") {
      pictures.reset();
      app.sound.flush();
    }
    store.set("connection", { status, sentence });
  },
}, clock);

store.on("connection", ({ status, sentence }) => {
  document.body.dataset.status = status;
  const note = byId("connection");
  note.textContent = sentence ?? "";
  note.hidden = !sentence;
  if (status === "refused") byId("stage-note").textContent = "";
});

app.transport = new Transport(app);
app.stage = new Stage(app);
setUpPanels(app);
setUpSettings(app);
setUpTransport(app);
setUpProblem(app);
setUpProxies(app);
app.soundControl = new SoundControl(app, app.sound);
app.flip = new Flip(app);
app.timeline = new Timeline(app);
app.params = new Params(app);
app.exports = new Exports(app);
app.gallery = new Gallery(app);
app.inspector = new Inspector(app);
setUpScopes(app);
setUpMeters(app);
setUpGuides(app);
setUpKeys(app);
setUpResume(app);

/** What browser tests read: each topic of the store, and what stands in no topic. Nothing here changes the page. */
window.studio = Object.freeze(Object.defineProperties({
  get playhead() { return app.transport.playhead; },
  get codecs() { return [...app.codecs]; },
  get counters() { return { ...pictures.counters, sound: { ...app.sound.counters } }; },
}, Object.fromEntries(store.topics.map((topic) => [topic, { get: () => store.get(topic) }]))));

if (await canDecodeH264()) app.codecs = ["h264", "jpeg"];
if (tokenOf(location.hash)) app.connection.connect();
else {
  store.set("connection", {
    status: "refused",
    sentence: "This address has no key. Open the whole address that 'moonreel studio' printed, with all after the #.",
  });
}

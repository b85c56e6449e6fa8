// SPDX-License-Identifier: MIT
// Tests of the studio's page that need no film. A browser test evaluates this file on the page; its value is a promise
// of the list of failures, each one sentence; an empty list is success.

(async () => {
  const failures = [];
  const show = (value) => JSON.stringify(value, (_, part) =>
    typeof part === "number" && !Number.isFinite(part) ? String(part) : part);
  function equal(name, got, wanted) {
    if (show(got) !== show(wanted)) failures.push(`${name}: got ${show(got)}, wanted ${show(wanted)}`);
  }
  const near = (name, got, wanted, within) => {
    if (!(Math.abs(got - wanted) <= within)) failures.push(`${name}: got ${got}, wanted ${wanted} within ${within}`);
  };
  const load = (name) => import(`/js/${name}.js`);

  const time = await load("timecode");
  const NTSC = [30000, 1001];
  for (const [frame, fps, wanted] of [
    [0, [25, 1], "00:00:00:00"], [25, [25, 1], "00:00:01:00"], [90061, [25, 1], "01:00:02:11"],
    // SMPTE ST 12-1: two numbers are left out at each minute but every tenth.
    [1799, NTSC, "00:00:59;29"], [1800, NTSC, "00:01:00;02"], [17981, NTSC, "00:09:59;29"], [17982, NTSC, "00:10:00;00"],
    [107892, NTSC, "01:00:00;00"], [3600, [60000, 1001], "00:01:00;04"], [48, [24000, 1001], "00:00:02:00"],
  ]) equal(`timecode of frame ${frame} at ${fps}`, time.timecode(frame, fps), wanted);
  for (const fps of [[24, 1], [25, 1], NTSC, [60, 1], [60000, 1001]]) {
    for (let frame = 0; frame < 40000; frame += 173) {
      equal(`frame ${frame} at ${fps} there and back`, time.parsePosition(time.timecode(frame, fps), fps, 0), frame);
      equal(`frame ${frame} at ${fps} by seconds`, time.frameAtSeconds(time.secondsOfFrame(frame, fps), fps), frame);
    }
  }
  for (const [text, wanted] of [
    ["90", 90], ["90f", 90], ["+12", 62], ["-1", 49], ["1.5s", 38], ["1.5", 38], ["1m30s", 2250], ["2m", 3000], ["3:04", 79],
    ["1:00:00", 1500], ["", null], ["  ", null], ["abc", null], ["1:2:3:4:5", null], ["1::2", null], ["--3", null], [":", null],
  ]) equal(`position "${text}" from frame 50`, time.parsePosition(text, [25, 1], 50), wanted);

  const protocol = await load("protocol");
  function binary(kind, flags, small, generation, number, size, value, host, payload) {
    const buffer = new ArrayBuffer(32 + payload.length);
    const view = new DataView(buffer);
    [kind, flags, small, 0].forEach((byte, at) => view.setUint8(at, byte));
    [generation, number, size].forEach((word, at) => view.setUint32(4 + at * 4, word, true));
    view.setFloat64(16, value, true);
    view.setFloat64(24, host, true);
    new Uint8Array(buffer, 32).set(payload);
    return buffer;
  }
  const picture = protocol.parseBinary(binary(1, 3, 2, 7, 42, (1920 << 16) | 1080, 1.4, 99.5, [1, 2, 3]));
  equal("head of a picture", [picture.kind, picture.isExact, picture.isBefore, picture.small, picture.generation,
    picture.number, protocol.sizeOf(picture), picture.value, picture.host, [...picture.bytes]],
  [1, true, true, 2, 7, 42, [1920, 1080], 1.4, 99.5, [1, 2, 3]]);
  const samples = new Uint8Array(new Float32Array([0.25, -1, 0.5, 1]).buffer);
  const sound = protocol.parseBinary(binary(3, 0, 2, 1, 48000, 2, 0, 10, samples));
  equal("channels of sound", protocol.planesOf(sound).map((plane) => [...plane]), [[0.25, 0.5], [-1, 1]]);
  for (const [name, buffer] of [
    ["an empty message", new ArrayBuffer(0)], ["half a head", new ArrayBuffer(31)], ["text", "text"],
    ["an unknown kind", binary(9, 0, 0, 0, 0, 0, 0, 0, [1])], ["a picture without bytes", binary(1, 0, 1, 0, 0, 0, 0, 0, [])],
    ["sound without channels", binary(3, 0, 0, 0, 48000, 2, 0, 0, [])],
    ["sound that is cut off", binary(3, 0, 2, 0, 48000, 3, 0, 0, samples)],
    ["sound of a wild rate", binary(3, 0, 2, 0, 4294967295, 2, 0, 0, samples)],
    ["half a pair of peaks", binary(5, 0, 0, 0, 0, 1, 0, 0, [1, 2, 3, 4])],
  ]) equal(`${name} is refused`, protocol.parseBinary(buffer), null);
  for (const [text, wanted] of [["{}", null], ["[]", null], ["", null], ["null", null], ["{\"type\":1}", null]]) {
    equal(`text ${text} is refused`, protocol.parseText(text), wanted);
  }
  equal("codec of an access unit", protocol.codecOf(new Uint8Array(
    [0, 0, 0, 1, 9, 16, 0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x1f, 1, 2, 3, 4, 5, 6, 7])), "avc1.42C01F");
  equal("codec of noise", protocol.codecOf(new Uint8Array(64).fill(255)), null);
  equal("token", ["#token=ab12", "#token=ab12&debug", "#debug&token=ab12", "#token=", "", "#token=xyz"].map(protocol.tokenOf),
    ["ab12", "ab12", "ab12", null, null, null]);
  const link = (pattern, place) => protocol.editorLink(pattern, place, "/films/a b/film.lua");
  equal("links to an editor", [
    link("vscode://file{path}:{line}", "film.lua:12"), link("vscode://file{path}:{line}", "/x/#1?.lua:3"), link("", "film.lua:12"),
    link("javascript:alert(1){path}", "film.lua:12"), link("vscode://file{path}:{line}", "film.lua"),
  ], ["vscode://file/films/a%20b/film.lua:12", "vscode://file/x/%231%3F.lua:3", null, null, null]);

  const { HostClock } = await load("host-clock");
  const clock = new HostClock();
  clock.note(100, 5060, 120);
  clock.note(200, 5101.5, 202);
  clock.note(300, 5280, 360);
  near("host clock trusts the shortest trip", clock.hostOf(201), 5101.5, 1e-9);
  near("host clock there and back", clock.pageOf(clock.hostOf(777)), 777, 1e-9);
  clock.note(500, NaN, 501);
  near("host clock ignores nonsense", clock.hostOf(201), 5101.5, 1e-9);
  clock.note(60200, 65110, 60202);
  near("host clock trusts what was said lately", clock.hostOf(60201), 65110, 1e-9);
  clock.note(60300, 65260, 60350);
  near("host clock trusts the shortest of late trips", clock.hostOf(60201), 65110, 1e-9);

  const { awayAfter, placeBlock } = await load("sound");
  const run = { generation: 1, next: 4800, nextHost: 100, away: 0 };
  const block = (generation, host) => ({ generation, host, size: 480, number: 48000 });
  for (const [name, ...given] of [
    ["a block that follows joins at the sample", run, block(1, 101), 4850, 1000, 0, [4800, false, true]],
    ["a block of another film begins a run", run, block(2, 101), 4850, 1000, 0, [4850, true, true]],
    ["a block after a jump begins a run", run, block(1, 300), 14400, 1000, 0, [14400, true, true]],
    ["the rest of a block that is partly past plays in its place", null, block(1, 0), 900, 1000, 0, [900, true, true]],
    ["a block that is past is silent", null, block(1, 0), 500, 1000, 0, [500, true, false]],
    ["a block that follows and is past is silent and keeps the run", run, block(1, 100), 4800, 9000, 1, [4800, false, false]],
    ["sound that has come to lie elsewhere is put in its place", { ...run, away: 600 }, block(1, 101), 5500, 1000, 0, [5500, true, true]],
    ["sound that lies elsewhere by little goes on", { ...run, away: -400 }, block(1, 101), 4400, 1000, 0, [4800, false, true]],
    ["sound that is always late is moved", run, block(1, 100), 4800, 9000, 8, [9000, true, true]],
  ]) {
    const wanted = given.pop();
    const { at, isNewRun, plays } = placeBlock(...given);
    equal(name, [at, isNewRun, plays], wanted);
  }

  let away = 0;
  for (let count = 0; count < 16; count++) away = awayAfter({ ...run, away }, 4800 + 960);
  near("sound that lies elsewhere is noticed within a third of a second", away, 960 * (1 - Math.exp(-1)), 30);

  // The sound thread, rendered faster than real time: samples lie at their frames, runs fade in and out, a cut is kept.
  const offline = new OfflineAudioContext(2, 24000, 48000);
  await offline.audioWorklet.addModule("/js/sound-worklet.js");
  const node = new AudioWorkletNode(offline, "studio-sound", { numberOfInputs: 0, outputChannelCount: [2] });
  node.connect(offline.destination);
  const planes = (left, right, length = 480) => [new Float32Array(length).fill(left), new Float32Array(length).fill(right)];
  const stopped = offline.suspend(0.05).then(async () => {
    for (const [at, isNewRun, left, right] of [
      [4800, true, 0.5, -0.5], [5280, false, 0.25, -0.25], [9600, true, 0.5, 0.5], [10080, true, 0.1, 0.1],
    ]) node.port.postMessage({ at, isNewRun, planes: planes(left, right) });
    node.port.postMessage({ at: 14400, isNewRun: true, planes: planes(1, 1, 4800) });
    node.port.postMessage({ cut: 16800 });
    node.port.postMessage({ at: 48000 * 60, isNewRun: true, planes: planes(1, 1) });
    await new Promise((resolve) => setTimeout(resolve, 100));
    offline.resume();
  });
  const rendered = await offline.startRendering();
  await stopped;
  const [left, right] = [rendered.getChannelData(0), rendered.getChannelData(1)];
  const around = (samples, frame) => Math.round(samples[frame] * 1e4) / 1e4;
  equal("sound at its frames", [4799, 5000, 5279, 5280, 5500, 5760].map((frame) => around(left, frame)), [0, 0.5, 0.5, 0.25, 0.25, 0]);
  equal("the other channel", [5000, 5500].map((frame) => around(right, frame)), [-0.5, -0.25]);
  equal("a run fades in and out", [left[4810] < 0.1, left[4810] > 0, left[5750] < 0.03, left[5750] > 0], [true, true, true, true]);
  equal("a new run fades over from the run before", [around(left, 9800), left[10075] < 0.05, around(left, 10300)], [0.5, true, 0.1]);
  equal("a cut ends sound at its frame", [around(left, 16000), around(left, 16800), around(left, 18000)], [1, 0, 0]);

  const scale = await load("timeline-scale");
  const view = new scale.Scale(10, 1000, 2, 4);
  equal("pixels of the timeline", [view.x(4), view.x(9), view.seconds(500), new scale.Scale(10, 1000, 2, 9).from], [0, 1000, 6.5, 5]);
  near("zoom keeps its place", view.zoomed(4, 6, 100).x(6), view.x(6), 1e-9);
  equal("zoom has bounds", [view.zoomed(0.1, 6, 100).zoom, view.zoomed(1e9, 6, 100).zoom], [1, 100]);
  equal("next cut", [scale.nextOf([0, 5, 9], 5, 1), scale.nextOf([0, 5, 9], 5, -1), scale.nextOf([0], 0, 1)], [9, 0, null]);
  const clip = (id, name, line, start) => ({ id, name, line, start, end: start + 1 });
  const timeline = { tracks: [{ name: "A", clips: [clip(1, "x", "f:1", 0), clip(2, "x", "f:2", 5), clip(3, "y", "f:9", 7)] }] };
  equal("a selection is found again", [
    scale.findAgain({ name: "x", track: "A", line: "f:2", start: 1 }, timeline)?.clip.id,
    scale.findAgain({ name: "x", track: "A", line: "f:7", start: 4.6 }, timeline)?.clip.id,
    scale.findAgain({ name: "z", track: "A", line: "f:9", start: 0 }, timeline)?.clip.id,
    scale.findAgain({ name: "z", track: "A", line: null, start: 0 }, timeline), scale.findAgain(null, timeline),
  ], [2, 2, 3, null, null]);

  equal("starts of changes", [scale.changeStarts({ changed: [[9, 10], [50, 60]], sound: [[0.36, 1], [1, 2]] }, [25, 1]),
    scale.changeStarts(null, [25, 1])], [[9, 25, 50], []]);

  const curves = await load("timeline-curves");
  const lines = curves.linesOf({ points: [[0, [0, 10]], [1, [5, 20]], ["?", 1], [2, null]] });
  equal("curves of a vector", lines, { lines: [[[0, 0], [1, 5]], [[0, 10], [1, 20]]], low: 0, high: 20 });
  equal("place of a value", [curves.shareOf(0, 0, 4), curves.shareOf(4, 0, 4), curves.shareOf(3, 3, 3)], [1, 0, 0.5]);
  equal("value of a line", [-1, 0.5, 9].map((at) => curves.valueAt([[0, 2], [1, 4]], at)), [2, 3, 4]);
  const { rowsOf } = await load("selected");
  equal("what is told of a clip", rowsOf({ start: 1, end: 3.5, speed: 2, transition: { name: "wipe", duration: 0.5 },
    keyframes: [{ property: "position", points: [[1, [0, 10]], [2, [1, 20]]] }] }, 1.5),
  [["time", "1 to 3.5 s"], ["length", "2.5 s"], ["speed", "2×"], ["transition", "wipe, 0.5 s"], ["position", "0.5, 15"]]);
  const { stackClips } = await load("timeline-tracks");
  const stacked = [{ start: 0, end: 2 }, { start: 1, end: 3 }, { start: 2, end: 4 }];
  const stack = stackClips(stacked);
  equal("clips that overlap lie in rows", [stack.count, stacked.map((one) => stack.rows.get(one))], [2, [0, 1, 0]]);

  const params = await load("param-text");
  const declared = [{ name: "title", default: "a" }, { name: "clips", default: [] }, { name: "rows", default: [] }, { name: "n", default: 1 }];
  equal("--set", params.setText(declared, { title: "it's late", clips: ["a.mp4", "b c.mp4"], rows: [{ a: 1 }], n: 1 }),
    `--set 'title=it'\\''s late' --set clips=a.mp4 --set 'clips=b c.mp4' --set 'rows=[{"a":1}]'`);
  equal("JSON", JSON.parse(params.jsonText(declared, { title: "x", n: null, other: 3 })), { title: "x" });
  equal("numbers", [[{ kind: "integer" }, 1.5], [{ min: 0 }, -1], [{ max: 2 }, 3], [{}, NaN], [{ min: 0, max: 1 }, 1]]
    .map(([param, value]) => params.numberProblem(param, value) === null), [false, false, false, false, true]);
  equal("steps", [[0, 1], [0, 300], [-10, 10], [0, 2]].map(([min, max]) => params.stepOf({ kind: "number", min, max })), [0.005, 2, 0.1, 0.01]);
  equal("colours", ["#fff", "#ff5a3c80", "red", [1, 0, 0.5], null].map(params.pickerColor), ["#ffffff", "#ff5a3c", null, "#ff0080", null]);

  equal("values that came as words", [["boolean", "false"], ["boolean", true], ["number", "1.5"], ["string", "1.5"], ["color", "color #ff5a3c"],
    ["integer", "x"], ["time", null]].map(([kind, value]) => params.readValue(kind, value)), [false, true, 1.5, "1.5", "#ff5a3c", "x", null]);
  equal("places for people", [protocol.shortPlace("/films/a.lua:3", "/films/b.lua"), protocol.shortPlace("/x/a.lua:3", "/films/b.lua")],
    ["a.lua:3", "/x/a.lua:3"]);

  const box = await load("stage-box");
  equal("a film is fitted", box.fitBox([1600, 900], [816, 616], { zoom: 0, x: 9, y: 9 }, 1), { left: 8, top: 83, width: 800, height: 450 });
  const place = box.zoomAt({ zoom: 0, x: 0, y: 0 }, 2, [208, 208], [1600, 900], [816, 616], 1);
  const zoomed = box.fitBox([1600, 900], [816, 616], place, 1);
  near("zoom keeps the pixel under the pointer", (208 - zoomed.left) / zoomed.width, 0.25, 1e-6);

  const scopes = await load("scopes-count");
  const white = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255]);
  const wave = scopes.countWaveform(white, 2, 1, 2);
  equal("waveform of white and black", [wave[255 * 2], wave[1], wave.reduce((a, b) => a + b)], [1, 1, 2]);
  equal("grey lies in the middle of the vectorscope", scopes.countVectors(white, 101)[50 * 101 + 50], 2);
  equal("histogram", scopes.countLevels(white).map((levels) => [levels[0], levels[255]]), [[1, 1], [1, 1], [1, 1], [1, 1]]);
  near("blue of BT.709 is the far right", scopes.chromaBlue(255, scopes.luma(0, 0, 255)) / 255, 0.5, 1e-3);

  const { nameOfKey } = await load("keys");
  equal("names of keys", [
    { key: "l" }, { key: "I", shiftKey: true }, { key: "ArrowLeft", shiftKey: true }, { key: "?", shiftKey: true },
    { key: "+", shiftKey: true }, { key: "ArrowUp", altKey: true }, { key: " " },
  ].map(nameOfKey), ["L", "Shift+I", "Shift+ArrowLeft", "?", "+", "Alt+ArrowUp", " "]);
  const { changeText } = await load("problem");
  equal("the ribbon in words", [
    changeText({ changed: [[1, 3], [5, 5]], added: 2, removed: 0, done: true }), changeText({ changed: [[0, 0]], done: true }),
    changeText({ changed: [], sound: [], done: true }),
    changeText({ changed: [], sound: [[0, 1]], done: true }), changeText({ changed: [], done: false }),
  ], ["4 frames changed, 2 added", "1 frame changed", "nothing changed", "sound changed", "comparing …"]);
  const { proxiesText } = await load("proxies");
  equal("proxies in words", [
    { done: 0, total: 0, percent: 0, sentence: null }, { done: 1, total: 3, percent: 41, sentence: null },
    { done: 3, total: 3, percent: 0, sentence: null }, { done: 1, total: 1, percent: 0, sentence: "No room." },
  ].map(proxiesText), ["", "Proxies 2 of 3, 41 %", "", "Not all proxies"]);
  return failures;
})()

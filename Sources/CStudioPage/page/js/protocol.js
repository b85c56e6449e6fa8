// SPDX-License-Identifier: MIT
// protocol: what goes over the wire, taken apart. Pure functions; the socket is in socket.js.

export const KIND = { h264: 1, jpeg: 2, sound: 3, small: 4, peaks: 5 };
export const GALLERIES = ["transitions", "effects", "titles", "templates"];
const HEAD_BYTES = 32;
/** The page sends no text that is longer, as the server would refuse it. */
export const MAX_TEXT = 64 * 1024;

/** The head of a binary message and its bytes, or null where they are not what the kind needs. */
export function parseBinary(buffer) {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < HEAD_BYTES) return null;
  const view = new DataView(buffer);
  const kind = view.getUint8(0);
  const flags = view.getUint8(1);
  const size = view.getUint32(12, true);
  const head = {
    kind,
    isExact: (flags & 1) !== 0,
    isBefore: (flags & 2) !== 0,
    isGallery: (flags & 4) !== 0,
    hasProxies: (flags & 8) !== 0,
    small: view.getUint8(2),
    generation: view.getUint32(4, true),
    number: view.getUint32(8, true),
    size,
    value: view.getFloat64(16, true),
    host: view.getFloat64(24, true),
    bytes: new Uint8Array(buffer, HEAD_BYTES),
  };
  return isWhole(head) ? head : null;
}

function isWhole(head) {
  const length = head.bytes.length;
  switch (head.kind) {
    case KIND.h264:
    case KIND.jpeg:
    case KIND.small:
      return length > 0;
    case KIND.sound:
      return head.small >= 1 && head.small <= 8 && head.number >= 8000 && head.number <= 384000 &&
        head.size > 0 && length === head.size * head.small * 4;
    case KIND.peaks:
      return length % 8 === 0;
    default:
      return false;
  }
}

/** Width and height of a picture's head. */
export const sizeOf = (head) => [head.size >>> 16, head.size & 0xffff];

/** Interleaved samples of a sound message, one array a channel. */
export function planesOf(head) {
  const samples = new Float32Array(head.bytes.buffer, head.bytes.byteOffset, head.size * head.small);
  const planes = [];
  for (let channel = 0; channel < head.small; channel++) {
    const plane = new Float32Array(head.size);
    for (let at = 0, from = channel; at < head.size; at++, from += head.small) plane[at] = samples[from];
    planes.push(plane);
  }
  return planes;
}

/** Pairs of least and greatest sample. */
export function peaksOf(head) {
  return new Float32Array(head.bytes.slice().buffer);
}

/** A text message as an object with a `type`, or null. */
export function parseText(text) {
  try {
    const message = JSON.parse(text);
    return message && typeof message.type === "string" ? message : null;
  } catch {
    return null;
  }
}

/** The token in the fragment of the page's address: "#token=HEX&…". */
export function tokenOf(fragment) {
  const match = /(?:^#?|&)token=([0-9a-fA-F]+)(?:&|$)/.exec(fragment);
  return match ? match[1] : null;
}

/** The codec's name for a decoder, "avc1.42C01F", from the first sequence parameter set in an access unit. */
export function codecOf(bytes) {
  const end = Math.min(bytes.length - 7, 4096);
  for (let at = 0; at < end; at++) {
    const isStart = bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1;
    if (!isStart || (bytes[at + 3] & 31) !== 7) continue;
    const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");
    return `avc1.${hex(bytes[at + 4])}${hex(bytes[at + 5])}${hex(bytes[at + 6])}`;
  }
  return null;
}

/** "film.lua:12" as its file and its line; null where there is no line. */
function parsePlace(place) {
  const match = /^(.*?):(\d+)(?::\d+)?$/.exec(place ?? "");
  return match ? { file: match[1], line: Number(match[2]) } : null;
}

/** A place for people: files below the script's folder without it. */
export function shortPlace(place, script) {
  const folder = (script ?? "").replace(/[^/]*$/, "");
  return folder !== "" && place.startsWith(folder) ? place.slice(folder.length) : place;
}

/** The whole path of a place's file, which is relative to the script's folder. */
function pathOf(file, script) {
  if (file.startsWith("/")) return file;
  const folder = (script ?? "").replace(/[^/]*$/, "");
  return folder + file.replace(/^\.\//, "");
}

/** An editor's link from a pattern such as "vscode://file{path}:{line}"; null where no pattern or line is known. */
export function editorLink(pattern, place, script) {
  const parts = parsePlace(place);
  if (!pattern || !parts) return null;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(pattern) || /^(javascript|data|vbscript|blob|file):/i.test(pattern)) return null;
  const path = encodeURI(pathOf(parts.file, script)).replace(/[?#]/g, encodeURIComponent);
  return pattern.replace("{path}", path).replace("{line}", String(parts.line));
}

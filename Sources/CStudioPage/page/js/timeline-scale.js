// SPDX-License-Identifier: MIT
// timeline-scale: seconds and pixels of the timeline, its ticks, its cuts, and finding a selection again. Pure.

import { frameAtSeconds, nominalRate } from "./timecode.js";

/** A stretch of the film on `width` pixels. Zoom 1 shows all of it. */
export class Scale {
  constructor(duration, width, zoom, from) {
    this.duration = Math.max(0.001, duration);
    this.width = Math.max(1, width);
    this.zoom = Math.max(1, zoom);
    this.span = this.duration / this.zoom;
    this.from = Math.max(0, Math.min(from, this.duration - this.span));
  }

  x(seconds) {
    return ((seconds - this.from) / this.span) * this.width;
  }

  seconds(x) {
    return this.from + (x / this.width) * this.span;
  }

  get pixelsPerSecond() {
    return this.width / this.span;
  }

  /** The scale with another zoom, at which `seconds` stays where it is. */
  zoomed(zoom, seconds, most) {
    const next = Math.max(1, Math.min(most, zoom));
    const share = (seconds - this.from) / this.span;
    return new Scale(this.duration, this.width, next, seconds - share * (this.duration / next));
  }
}

/** The largest zoom: some ten frames on the screen. */
export const largestZoom = (duration, fps) => Math.max(1, (duration * fps[0]) / fps[1] / 10);

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400];

/** Seconds between two ticks with a number, which need `room` pixels; may be a few frames. */
export function tickStep(scale, fps, room = 96) {
  const frame = fps[1] / fps[0];
  const wanted = room / scale.pixelsPerSecond;
  for (const frames of [1, 2, 5, 10]) {
    if (frames < nominalRate(fps) && frames * frame >= wanted) return frames * frame;
  }
  return STEPS.find((step) => step >= wanted) ?? Math.ceil(wanted / 3600) * 3600;
}

/** All times at which something begins or ends, in order. */
export function cutsOf(timeline) {
  const times = new Set([0]);
  for (const track of timeline?.tracks ?? []) {
    for (const clip of track.clips ?? []) times.add(clip.start).add(clip.end);
  }
  return [...times].sort((a, b) => a - b);
}

/** The next of sorted frames after (1) or before (-1) `frame`, or null. */
export function nextOf(frames, frame, direction) {
  if (direction > 0) return frames.find((candidate) => candidate > frame) ?? null;
  return frames.findLast((candidate) => candidate < frame) ?? null;
}

/** The frames at which a stretch of changed pictures or sound begins, in order. */
export function changeStarts(ribbon, fps) {
  const pictures = (ribbon?.changed ?? []).map(([first]) => first);
  const sound = (ribbon?.sound ?? []).map(([start]) => frameAtSeconds(start, fps));
  return [...new Set([...pictures, ...sound])].sort((a, b) => a - b);
}

/** What of a clip is remembered to find it again in a film that was made anew. */
export const rememberedClip = (track, clip) =>
  ({ id: clip.id, track: track.name, name: clip.name, line: clip.line ?? null, start: clip.start });

/** The clip that was remembered: the same line and name nearest in time, else the same name on the track, else none. */
export function findAgain(remembered, timeline) {
  if (!remembered) return null;
  const all = (timeline?.tracks ?? []).flatMap((track) => (track.clips ?? []).map((clip) => ({ track, clip })));
  const near = (list) => list.sort((a, b) =>
    Math.abs(a.clip.start - remembered.start) - Math.abs(b.clip.start - remembered.start))[0] ?? null;
  const sameName = all.filter(({ track, clip }) => clip.name === remembered.name && track.name === remembered.track);
  return near(sameName.filter(({ clip }) => (clip.line ?? null) === remembered.line)) ?? near(sameName) ??
    near(all.filter(({ clip }) => remembered.line !== null && clip.line === remembered.line));
}

// SPDX-License-Identifier: MIT
// stage-box: where the film's frame lies on the stage, in CSS pixels. Pure functions.
// A place is { zoom, x, y }: zoom 0 fits; else device pixels for each of the film's; x and y are how far the frame's
// middle lies from the stage's middle.

const MARGIN = 8;

export function fitBox([filmWidth, filmHeight], [width, height], place, devicePixels) {
  const fit = Math.max(0.001, Math.min((width - 2 * MARGIN) / filmWidth, (height - 2 * MARGIN) / filmHeight));
  const scale = place.zoom === 0 ? fit : place.zoom / devicePixels;
  const w = filmWidth * scale;
  const h = filmHeight * scale;
  // A frame that was moved keeps at least a corner on the stage.
  const limit = (offset, length, room) => {
    const most = Math.max(0, (length + room) / 2 - 40);
    return Math.max(-most, Math.min(most, offset));
  };
  const x = place.zoom === 0 ? 0 : limit(place.x, w, width);
  const y = place.zoom === 0 ? 0 : limit(place.y, h, height);
  const left = width / 2 + x - w / 2;
  const top = height / 2 + y - h / 2;
  const snap = (value) => Math.round(value * devicePixels) / devicePixels;
  return { left: snap(left), top: snap(top), width: w, height: h };
}

/** The place after zooming so that what lies under `point` stays there. */
export function zoomAt(place, zoom, point, filmSize, stageSize, devicePixels) {
  if (zoom === 0) return { zoom: 0, x: 0, y: 0 };
  const before = fitBox(filmSize, stageSize, place, devicePixels);
  const share = [(point[0] - before.left) / before.width, (point[1] - before.top) / before.height];
  const width = (filmSize[0] * zoom) / devicePixels;
  const height = (filmSize[1] * zoom) / devicePixels;
  return {
    zoom,
    x: point[0] - share[0] * width + width / 2 - stageSize[0] / 2,
    y: point[1] - share[1] * height + height / 2 - stageSize[1] / 2,
  };
}

/** The part of the frame with the shape `width` to `height`, in the middle. */
export function shapeInside(box, ratio) {
  const width = Math.min(box.width, box.height * ratio);
  const height = width / ratio;
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}

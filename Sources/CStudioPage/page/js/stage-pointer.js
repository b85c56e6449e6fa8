// SPDX-License-Identifier: MIT
// stage-pointer: the wheel and two fingers zoom the picture, a drag moves it, a double click goes between fitted and
// the film's own pixels.

export function setUpPointer(element, stage) {
  const pointers = new Map();
  const at = (event) => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    stage.zoomBy(Math.exp(-Math.max(-80, Math.min(80, event.deltaY)) / 240), at(event));
  }, { passive: false });
  element.addEventListener("pointerdown", (event) => {
    if (isOnText(event)) return;
    pointers.set(event.pointerId, at(event));
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (pointers.has(event.pointerId)) drag(pointers, event.pointerId, at(event), stage);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }
  element.addEventListener("dblclick", (event) => isOnText(event) || stage.toggleZoom(at(event)));
}

/** The sentence of a mistake can be selected and clicked. */
const isOnText = (event) => event.target.closest("#problem, button, a") !== null;

function drag(pointers, id, now, stage) {
  const before = pointers.get(id);
  const spread = distance(pointers);
  pointers.set(id, now);
  if (pointers.size === 2) stage.zoomBy(distance(pointers) / Math.max(1, spread), now);
  else stage.pan(now[0] - before[0], now[1] - before[1]);
}

function distance(pointers) {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

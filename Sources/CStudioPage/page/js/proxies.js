// SPDX-License-Identifier: MIT
// proxies: how far the small copies of heavy files are, which are seen while the film plays.

import { byId } from "./dom.js";

export function setUpProxies(app) {
  app.store.on("proxies", (message) => {
    const note = byId("proxies-note");
    note.textContent = proxiesText(message);
    note.title = message?.sentence ?? "Small copies of heavy files, seen while the film plays and nowhere else";
  });
}

/** "Proxies 2 of 3, 41 %"; nothing where none is being made. */
export function proxiesText({ done, total, percent, sentence }) {
  if (done < total) return `Proxies ${done + 1} of ${total}, ${percent} %`;
  return sentence ? "Not all proxies" : "";
}

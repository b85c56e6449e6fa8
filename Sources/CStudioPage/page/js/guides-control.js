// SPDX-License-Identifier: MIT
// guides-control: the button of the safe areas and the choice of guides.

import { byId } from "./dom.js";

export function setUpGuides({ settings, store }) {
  const button = byId("safe-areas");
  const choice = byId("guides-kind");
  const show = () => {
    button.setAttribute("aria-pressed", String(settings.get("safe")));
    choice.value = settings.get("guides");
  };
  button.addEventListener("click", () => settings.set("safe", !settings.get("safe")));
  choice.addEventListener("change", () => settings.set("guides", choice.value));
  store.on("setting", show);
  show();
}

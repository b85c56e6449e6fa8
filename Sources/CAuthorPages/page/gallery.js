// SPDX-License-Identifier: MIT
// Moving pictures play while they are seen; where the reader wants less motion, when they are clicked.
"use strict";
(() => {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const videos = document.querySelectorAll("video");
  for (const video of videos) {
    video.addEventListener("click", () => { if (video.paused) video.play(); else video.pause(); });
  }
  if (isCalm) return;
  const watcher = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting) target.play().catch(() => {}); else target.pause();
    }
  });
  for (const video of videos) watcher.observe(video);
})();

// SPDX-License-Identifier: MIT
// guides: safe areas and guides over the picture.

import { fitCanvas } from "./dom.js";
import { shapeInside } from "./stage-box.js";

/** Action safe and title safe of SMPTE ST 2046-1: 93 % and 90 % of each side. */
const SAFE = [[0.93, "action"], [0.9, "title"]];
const SHAPES = { square: 1, tall: 9 / 16, wide: 2.39 };

export function drawGuides(canvas, box, hasSafe, guides) {
  const { context, width, height } = fitCanvas(canvas);
  if (!hasSafe && guides === "none") return;
  context.font = "10px system-ui, sans-serif";
  if (guides in SHAPES) shade(context, width, height, box, shapeInside(box, SHAPES[guides]));
  if (guides === "thirds") lines(context, box, [1 / 3, 2 / 3]);
  if (guides === "center") lines(context, box, [1 / 2]);
  if (hasSafe) for (const [share, name] of SAFE) safeArea(context, box, share, name);
}

/** A light line on a dark one, to be seen on any picture. */
function stroke(context, draw) {
  for (const [color, wide] of [["rgb(0 0 0 / 0.55)", 3], ["rgb(255 255 255 / 0.85)", 1]]) {
    context.strokeStyle = color;
    context.lineWidth = wide;
    context.beginPath();
    draw();
    context.stroke();
  }
}

const half = (value) => Math.round(value) + 0.5;

function lines(context, box, shares) {
  stroke(context, () => {
    for (const share of shares) {
      const x = half(box.left + share * box.width);
      const y = half(box.top + share * box.height);
      context.moveTo(x, box.top);
      context.lineTo(x, box.top + box.height);
      context.moveTo(box.left, y);
      context.lineTo(box.left + box.width, y);
    }
  });
}

function safeArea(context, box, share, name) {
  const left = half(box.left + ((1 - share) / 2) * box.width);
  const top = half(box.top + ((1 - share) / 2) * box.height);
  stroke(context, () => context.rect(left, top, Math.round(share * box.width), Math.round(share * box.height)));
  context.fillStyle = "rgb(0 0 0 / 0.6)";
  const isOuter = share > 0.91;
  const y = isOuter ? top + box.height * share - 4 : top + 12;
  context.fillText(name, left + 5, y + 1);
  context.fillStyle = "rgb(255 255 255 / 0.9)";
  context.fillText(name, left + 4, y);
}

function shade(context, width, height, box, inside) {
  context.fillStyle = "rgb(0 0 0 / 0.55)";
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.rect(inside.left, inside.top, inside.width, inside.height);
  context.fill("evenodd");
  stroke(context, () => context.rect(half(inside.left), half(inside.top), inside.width - 1, inside.height - 1));
}

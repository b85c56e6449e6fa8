// SPDX-License-Identifier: MIT
// dom: small tools to build the page's elements.

/** An element with attributes, `on…` listeners and children; null attributes and children are left out. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "class") element.className = value;
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** An icon from the page's symbols. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** A button of an icon with a label for those who do not see it. */
export const iconButton = (id, name, label, onclick) =>
  el("button", { id, type: "button", class: "icon-button", title: label, "aria-label": label, onclick }, icon(name));

/** Fits a canvas's pixels to its box on the screen; returns its context in CSS pixels, and its size. */
export function fitCanvas(canvas) {
  const scale = Math.min(3, devicePixelRatio || 1);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const w = Math.max(1, Math.round(width * scale));
  const h = Math.max(1, Math.round(height * scale));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** Values of the page's design tokens, read once for each theme. */
let tokens = null;
export function token(name) {
  tokens ??= new Map();
  if (!tokens.has(name)) {
    tokens.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  }
  return tokens.get(name);
}
export const forgetTokens = () => (tokens = null);

/** Runs `body` at the next animation frame, once however often it is asked for. */
export function atNextFrame(body) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      body();
    });
  };
}

/** Runs `body` at most once in `wait` ms, and once more at the end. */
export function atMostEvery(wait, body) {
  let timer = 0;
  let last = 0;
  return () => {
    if (timer) return;
    const rest = Math.max(0, last + wait - performance.now());
    timer = setTimeout(() => {
      timer = 0;
      last = performance.now();
      body();
    }, rest);
  };
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { "aria-hidden": "true", class: "offscreen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const worked = document.execCommand("copy");
    area.remove();
    return worked;
  }
}

/** Whether key presses at this element are text. */
export function isTyping(element) {
  if (!element || element === document.body) return false;
  if (element.isContentEditable || element.tagName === "TEXTAREA" || element.tagName === "SELECT") return true;
  return element.tagName === "INPUT" && !["range", "checkbox", "radio", "button", "color"].includes(element.type);
}

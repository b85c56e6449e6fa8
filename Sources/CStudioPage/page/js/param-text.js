// SPDX-License-Identifier: MIT
// param-text: parameters as text for the command line and for files, and what a person types as a value. Pure.

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A word for a shell: quoted where it has to be. */
function shellWord(text) {
  return /^[A-Za-z0-9_@%+=:,.\/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const valueText = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : String(value));

/** The values that differ from their defaults as `--set name=value …`; a list repeats the name. */
export function setText(params, values) {
  const words = [];
  for (const { name, default: fallback } of params) {
    const value = values[name];
    if (value === null || value === undefined || same(value, fallback)) continue;
    const isFlat = Array.isArray(value) && value.every((item) => item === null || typeof item !== "object");
    for (const item of isFlat ? value : [value]) words.push(`--set ${shellWord(`${name}=${valueText(item)}`)}`);
  }
  return words.join(" ");
}

/** All values that are set, as a file for `--params`. */
export function jsonText(params, values) {
  const object = {};
  for (const { name } of params) {
    if (values[name] !== null && values[name] !== undefined) object[name] = values[name];
  }
  return `${JSON.stringify(object, null, 2)}\n`;
}

/** A value in the shape that its kind has here, where it came as words: "true" is a yes, "12" a number. */
export function readValue(kind, value) {
  if (typeof value !== "string") return value ?? null;
  const text = value.trim();
  switch (kind) {
    case "boolean": return /^(true|yes|1)$/i.test(text);
    case "number": case "integer": case "time":
      return text !== "" && Number.isFinite(Number(text)) ? Number(text) : value;
    case "color": return text.replace(/^color /, "");
    default: return value;
  }
}

/** Declarations with their values and defaults read by kind. */
export const readParams = (params) => params.map((param) => ({
  ...param, value: readValue(param.kind, param.value), default: readValue(param.kind, param.default),
}));

/** Values as the film has them: the given one, else the default. */
export function valuesOf(params) {
  return Object.fromEntries(params.map(({ name, value, default: fallback }) => [name, value ?? fallback ?? null]));
}

export const isDefault = (param, value) => same(value, param.default);

/** What is wrong with a number for this parameter, or null. */
export function numberProblem(param, value) {
  if (!Number.isFinite(value)) return "a number is needed";
  if (param.kind === "integer" && !Number.isInteger(value)) return "a whole number is needed";
  if (typeof param.min === "number" && value < param.min) return `at least ${param.min}`;
  if (typeof param.max === "number" && value > param.max) return `at most ${param.max}`;
  return null;
}

/** A sensible step for a slider from min to max: about 200 steps, of 1, 2 or 5 times a power of ten. */
export function stepOf(param) {
  if (param.kind === "integer") return 1;
  const range = param.max - param.min;
  if (!(range > 0)) return "any";
  const rough = range / 200;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough - 1e-12) * power;
  return Number(step.toPrecision(3));
}

/** A colour of a parameter as "#rrggbb" for the browser's picker, or null where it has no such name. */
export function pickerColor(value) {
  if (Array.isArray(value) && value.length >= 3 && value.every(Number.isFinite)) {
    const part = (share) => Math.round(Math.max(0, Math.min(1, share)) * 255).toString(16).padStart(2, "0");
    return `#${value.slice(0, 3).map(part).join("")}`;
  }
  if (typeof value !== "string") return null;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(value);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase();
  const long = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(value);
  return long ? `#${long[1].toLowerCase()}` : null;
}

/** The columns of a table: those declared, else the names in its rows. */
export function columnsOf(param, rows) {
  if (Array.isArray(param.columns) && param.columns.length) {
    return param.columns.map((column) => (typeof column === "string" ? { name: column } : column));
  }
  const names = new Set(rows.filter(isNamedRow).flatMap((row) => Object.keys(row)));
  return [...names].map((name) => ({ name }));
}

/** Whether a row of a table has names for its cells. */
export const isNamedRow = (row) => row !== null && typeof row === "object" && !Array.isArray(row);

/** What a cell's text means: a number or a yes stays one where the cell held one before. */
export function cellValue(text, before, kind) {
  if (kind === "number" || kind === "integer" || kind === "time" || typeof before === "number") {
    const number = Number(text);
    return text.trim() !== "" && Number.isFinite(number) ? number : text;
  }
  if (kind === "boolean" || typeof before === "boolean") return /^(true|yes|1)$/i.test(text.trim());
  return text;
}

// SPDX-License-Identifier: MIT
// param-fields: the control for each kind of parameter. A field is { element, set(value) }; it calls change(value) as
// the person edits.

import { el, iconButton } from "./dom.js";
import { cellValue, columnsOf, isNamedRow, numberProblem, pickerColor, stepOf } from "./param-text.js";

/** Marks what is wrong with an input; an input without problem is sound. */
function judge(input, problem) {
  input.setCustomValidity(problem ?? "");
  input.classList.toggle("is-wrong", problem !== null);
  input.title = problem ?? "";
  return problem === null;
}

function textField(id, param, change) {
  const input = el("input", { id, type: "text", spellcheck: "false", oninput: () => change(input.value) });
  return { element: input, set: (value) => (input.value = value ?? "") };
}

function longTextField(id, param, change) {
  const area = el("textarea", { id, rows: 3, oninput: () => change(area.value) });
  return { element: area, set: (value) => (area.value = value ?? "") };
}

function numberField(id, param, change, { unit } = {}) {
  const hasRange = typeof param.min === "number" && typeof param.max === "number" && param.max > param.min;
  const step = hasRange ? stepOf(param) : param.kind === "integer" ? 1 : "any";
  const number = el("input", { id, type: "number", class: "mono", step: "any", oninput: () => take(number.value) });
  if (param.kind === "integer") number.step = "1";
  for (const bound of ["min", "max"]) if (typeof param[bound] === "number") number[bound] = String(param[bound]);
  const slider = hasRange
    ? el("input", {
      type: "range", id: `${id}-slider`, min: String(param.min), max: String(param.max), step: String(step),
      "aria-label": param.name, oninput: () => take(slider.value, true),
    })
    : null;
  function take(text, isSlider = false) {
    const value = text.trim?.() === "" ? NaN : Number(text);
    if (!isSlider && text === "" && !param.required) {
      judge(number, null);
      return change(null);
    }
    if (!judge(number, numberProblem(param, value))) return;
    if (isSlider) number.value = String(value);
    else if (slider) slider.value = String(value);
    change(value);
  }
  return {
    element: el("div", { class: "field-row" }, slider, number, unit ?? null),
    set: (value) => {
      number.value = value ?? "";
      if (slider && value !== null) slider.value = String(value);
      judge(number, null);
    },
  };
}

function timeField(id, param, change, { app }) {
  const here = el("button", { type: "button", class: "button", text: "Here", title: "The playhead's time",
    onclick: () => {
      const fps = app.store.get("film").fps;
      const seconds = Math.round(((app.transport.playhead * fps[1]) / fps[0]) * 1e4) / 1e4;
      field.set(seconds);
      change(seconds);
    } });
  const unit = [el("span", { class: "unit", text: "s" }), here];
  const field = numberField(id, { ...param, kind: "number" }, change, { unit });
  return field;
}

function booleanField(id, param, change) {
  const box = el("input", { id, type: "checkbox", onchange: () => change(box.checked) });
  return { element: box, set: (value) => (box.checked = value === true) };
}

function choiceField(id, param, change) {
  const choices = (param.choices ?? []).map(String);
  const select = el("select", { id, onchange: () => change(select.value === "" ? null : select.value) },
    param.required || param.default != null ? [] : [el("option", { value: "", text: "–" })],
    choices.map((value) => el("option", { value, text: value })));
  return { element: select, set: (value) => (select.value = value ?? "") };
}

function colorField(id, param, change) {
  const picker = el("input", { type: "color", "aria-label": `${param.name}, picker`, oninput: () => {
    const alpha = /^#[0-9a-f]{8}$/i.test(text.value) ? text.value.slice(7) : "";
    text.value = picker.value + alpha;
    change(text.value);
  } });
  const text = el("input", { id, type: "text", class: "mono", spellcheck: "false", oninput: () => {
    const color = pickerColor(text.value.trim());
    if (color) picker.value = color;
    if (text.value.trim()) change(text.value.trim());
  } });
  return {
    element: el("div", { class: "field-row" }, picker, text),
    set: (value) => {
      text.value = typeof value === "string" ? value : value ? pickerColor(value) ?? JSON.stringify(value) : "";
      picker.value = pickerColor(value) ?? "#000000";
    },
  };
}

/** Rows that can be added, taken away and moved; each row makes its inputs. */
function rowsField(id, makeRow, empty, change) {
  let items = [];
  const list = el("div", { class: "rows" });
  const add = el("button", { id, type: "button", class: "button", text: "Add", onclick: () => {
    items = [...items, empty()];
    tell(true);
    list.lastElementChild?.querySelector("input")?.focus();
  } });
  function tell(isNewShape = false) {
    if (isNewShape) draw();
    change(items);
  }
  function draw() {
    list.replaceChildren(...items.map((item, at) => el("div", { class: "row" },
      makeRow(item, (value) => {
        items = items.with(at, value);
        tell();
      }, at),
      iconButton(null, "up", "Move up", () => at > 0 && move(at)),
      iconButton(null, "close", "Take away", () => {
        items = items.filter((_, other) => other !== at);
        tell(true);
      }))));
  }
  function move(at) {
    items = items.with(at, items[at - 1]).with(at - 1, items[at]);
    tell(true);
  }
  return {
    element: el("div", { class: "rows-field" }, list, add),
    set: (value) => {
      items = Array.isArray(value) ? value : [];
      draw();
    },
  };
}

function listField(id, param, change) {
  const kind = param.items;
  const isNumber = kind === "number" || kind === "integer" || kind === "time";
  return rowsField(id, (item, set, at) => {
    const input = el("input", { type: "text", spellcheck: "false", "aria-label": `${param.name} ${at + 1}`,
      oninput: () => set(cellValue(input.value, item, kind)) });
    input.value = typeof item === "object" ? JSON.stringify(item) : String(item);
    return input;
  }, () => (isNumber ? 0 : ""), change);
}

/** Rows of named cells; a table of another shape is edited as JSON. */
function tableField(id, param, change) {
  let json = null;
  const box = el("div", { class: "table-field" });
  let field = null;
  function grid(columns) {
    return rowsField(id, (row, set, at) => columns.map((column) => {
      const input = el("input", { type: "text", spellcheck: "false", placeholder: column.name,
        "aria-label": `${column.name}, row ${at + 1}`, oninput: () => {
          row = { ...row, [column.name]: cellValue(input.value, row[column.name], column.kind) };
          set(row);
        } });
      input.value = String(row[column.name] ?? "");
      return input;
    }), () => Object.fromEntries(columns.map(({ name }) => [name, ""])), change);
  }
  function raw() {
    const area = el("textarea", { id, class: "mono", rows: 5, spellcheck: "false", oninput: () => {
      try {
        const value = JSON.parse(area.value);
        judge(area, value !== null && typeof value === "object" ? null : "a JSON object or array is needed");
        if (value !== null && typeof value === "object") change(value);
      } catch {
        judge(area, "this is not JSON");
      }
    } });
    return { element: area, set: (value) => (area.value = value === null ? "" : JSON.stringify(value, null, 1)) };
  }
  return {
    element: box,
    set: (value) => {
      const rows = Array.isArray(value) ? value : [];
      const columns = columnsOf(param, rows);
      const isGrid = columns.length > 0 && rows.every(isNamedRow);
      const shape = isGrid ? columns.map(({ name }) => name).join() : "json";
      if (json !== shape) {
        field = isGrid ? grid(columns) : raw();
        box.replaceChildren(field.element);
        json = shape;
      }
      field.set(isGrid ? rows : value);
    },
  };
}

const FIELDS = {
  string: textField, text: longTextField, number: numberField, integer: numberField, boolean: booleanField,
  choice: choiceField, color: colorField, file: textField, files: listField, time: timeField, list: listField,
  table: tableField,
};

/** The field of a parameter; a kind that this page does not know is text. */
export function makeField(id, param, change, app) {
  return (FIELDS[param.kind] ?? textField)(id, param, change, { app });
}

// SPDX-License-Identifier: MIT
// Finds what carries `data-name` on the page: "/" goes to the field, arrows choose, Enter goes there, Escape leaves.
"use strict";
(() => {
  const field = document.getElementById("search");
  const list = document.getElementById("found");
  const entries = [...document.querySelectorAll("[data-name]")].map((element) => ({
    id: element.id, name: element.dataset.name, words: element.dataset.words || "",
    small: element.dataset.name.toLowerCase(),
  }));
  let chosen = 0;

  // Lower is better; Infinity does not fit.
  const rank = (entry, query) => {
    const last = entry.small.split(/[.:]/).pop();
    if (entry.small === query || last === query) return 0;
    if (last.startsWith(query)) return 1;
    if (entry.small.startsWith(query)) return 2;
    if (entry.small.includes(query)) return 3;
    const words = (entry.small + " " + entry.words.toLowerCase());
    return query.split(/\s+/).every((word) => words.includes(word)) ? 4 : Infinity;
  };

  const choose = (index) => {
    const items = [...list.children];
    chosen = Math.max(0, Math.min(index, items.length - 1));
    items.forEach((item, place) => item.setAttribute("aria-selected", place === chosen));
    items[chosen]?.scrollIntoView({ block: "nearest" });
  };

  const close = () => { list.hidden = true; field.setAttribute("aria-expanded", "false"); };

  const show = () => {
    const query = field.value.trim().toLowerCase();
    if (!query) return close();
    const found = entries.map((entry) => ({ entry, rank: rank(entry, query) }))
      .filter((one) => one.rank < Infinity)
      .sort((a, b) => a.rank - b.rank || a.entry.name.length - b.entry.name.length).slice(0, 60);
    list.replaceChildren(...found.map(({ entry }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const words = document.createElement("small");
      item.setAttribute("role", "option");
      link.href = "#" + entry.id;
      link.textContent = entry.name;
      words.textContent = entry.words;
      link.append(words);
      item.append(link);
      return item;
    }));
    if (!found.length) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "Nothing is called that.";
      list.append(none);
    }
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
    choose(0);
  };

  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Escape") { field.value = ""; close(); field.blur(); return; }
    else if (event.key === "Enter") list.children[chosen]?.querySelector("a")?.click();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) { close(); field.blur(); } });
  document.addEventListener("click", (event) => {
    if (!list.contains(event.target) && event.target !== field) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  // Examples are copied whole: with what they begin and end with.
  for (const block of document.querySelectorAll("pre[data-script]")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.dataset.script);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  }
})();

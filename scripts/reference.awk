# SPDX-License-Identifier: MIT
# From LuaCATS stubs to Markdown: a heading for each class, its fields as a list, and each function with
# its parameters and results.

# A type or name in code quotes; what follows it stays text.
function code(text) { gsub(/\|/, "\\|", text); return "`" text "`" }

# Splits "type with spaces, fun(a: b): c, {…}|nil description" at the end of the type.
function type_length(text,    i, c, depth, rest) {
  depth = 0
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c ~ /[({<[]/) depth++
    if (c ~ /[)}>\]]/) depth--
    if (c == "\"") { do i++; while (i <= length(text) && substr(text, i, 1) != "\"") }
    if (c == " " && depth == 0) {
      rest = substr(text, i + 1)
      if (rest ~ /^\|/ || substr(text, i - 1, 1) ~ /[|,:]/) continue
      return i - 1
    }
  }
  return length(text)
}

function item(prefix, text,    n) {
  n = type_length(text)
  rest = substr(text, n + 1)
  sub(/^ *[#@]* */, "", rest)
  return "- " prefix "`" substr(text, 1, n) "`" (rest == "" ? "" : " – " rest)
}

function forget() { doc = ""; params = ""; results = ""; class = ""; fields = ""; alias = "" }

function flush_class() {
  if (class == "") return
  # A class that only goes on here, so that editors see one.
  if (doc == "" && fields == "") { forget(); return }
  printf "## %s\n\n", class
  if (doc != "") printf "%s\n\n", doc
  if (fields != "") printf "%s\n", fields
  forget()
}

BEGIN { forget() }

FNR == 1 { flush_class() }

/^---@meta/ || /^-- / { next }

/^---@class / {
  flush_class_doc = doc
  text = $0
  sub(/^---@class (\(exact\) )?/, "", text)
  flush = class; if (flush != "") flush_class()
  doc = flush_class_doc
  sub(/^moonreel\./, "", text)
  class = text
  next
}

/^---@alias / {
  text = $0; sub(/^---@alias /, "", text); sub(/^moonreel\./, "", text)
  name = text; sub(/ .*/, "", name)
  kind = substr(text, length(name) + 2)
  printf "## %s\n\n", name
  if (doc != "") printf "%s\n\n", doc
  if (kind != "") printf "`%s`\n\n", kind
  forget(); in_alias = 1
  next
}

in_alias && /^---\|/ {
  text = $0; sub(/^---\| */, "", text)
  value = text; sub(/ *#.*/, "", value)
  note = index(text, "#") ? substr(text, index(text, "#") + 1) : ""
  sub(/^ */, "", note)
  printf "- `%s`%s\n", value, note == "" ? "" : " – " note
  next
}

in_alias { in_alias = 0; printf "\n" }

/^---@field / {
  text = $0; sub(/^---@field +(public +)?/, "", text)
  name = text; sub(/ .*/, "", name)
  fields = fields item("`" name "`: ", substr(text, length(name) + 2)) "\n"
  next
}

/^---@param / {
  text = $0; sub(/^---@param +/, "", text)
  name = text; sub(/ .*/, "", name)
  params = params item("`" name "`: ", substr(text, length(name) + 2)) "\n"
  next
}

/^---@return / {
  text = $0; sub(/^---@return +/, "", text)
  results = results item("returns ", text) "\n"
  next
}

/^---@overload / {
  text = $0; sub(/^---@overload +fun/, "", text)
  results = results "- also `" text "`\n"
  next
}

/^---@/ { next }

/^---/ {
  text = $0; sub(/^--- ?/, "", text)
  doc = doc == "" ? text : doc "\n" text
  next
}

/^(local )?[A-Za-z_.]+ *= *(class *\()?\{/ { flush_class(); forget(); next }

/^function / {
  flush_class()
  text = $0; sub(/^function /, "", text); sub(/ *end *$/, "", text)
  name = text
  printf "### `%s`\n\n", name
  if (doc != "") printf "%s\n\n", doc
  if (params results != "") printf "%s%s\n", params, results
  forget()
  next
}

/^$/ { if (class != "") flush_class(); else forget() }

END { flush_class() }

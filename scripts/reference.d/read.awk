# SPDX-License-Identifier: MIT
# Reads the pages' plan, then LuaCATS stubs and modules. Each heading of the reference is an entry:
#
#   doc[entry], fields[entry]      text, and a list of fields or values
#   signature[entry], takes[entry] of a function, its parameters and results
#   methods[entry]                 names of what stands below it, one a line; each has doc, signature and takes, too
#   file_of[entry]                 where it was declared first, below stdlib

# A type between marks, which becomes code, and a link where it has a heading of its own.
function type_mark(type) { return "\001" type "\001" }

# Where the type ends in "type with spaces, fun(a: b): c, {…}|nil description".
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

# Results may have names after their types; they are left out where a description follows in any case.
function item(prefix, text,    n, rest) {
  n = type_length(text)
  rest = substr(text, n + 1)
  sub(/^ *[#@]* */, "", rest)
  return "- " prefix type_mark(substr(text, 1, n)) (rest == "" ? "" : " – " rest)
}

function forget() { words = ""; params = ""; results = "" }

# Begins an entry, or goes on with one that another file has begun.
function enter(name) {
  if (!(name in file_of)) {
    file_of[name] = place
    order[++count] = name
  }
  if (words != "") doc[name] = doc[name] == "" ? words : doc[name] "\n\n" words
  if (name ~ /^moonreel\./) { stub_words[name] = doc[name]; delete doc[name] }
  entry = name
  forget()
}

function add_field(name, text) {
  if ((entry, name) in has_field) return
  has_field[entry, name] = 1
  fields[entry] = fields[entry] text "\n"
}

# The module is a function: what require gives.
function be_function(text) {
  doc[module] = doc[module] "\n\n" (text == "" ? "" : "`" text "`\n\n") words
  takes[module] = params results
  forget()
}

function enter_function(owner, name, text) {
  if ((owner, name) in is_known) { forget(); return }
  is_known[owner, name] = 1
  if (owner != "") {
    if (!(owner in file_of)) { file_of[owner] = place; order[++count] = owner }
    methods[owner] = methods[owner] name "\n"
  } else {
    file_of[name] = place
    order[++count] = name
  }
  doc[name] = words
  signature[name] = text
  takes[name] = params results
  forget()
}

BEGIN { forget(); while ((getline line < rules) > 0) read_rule(line) }

function read_rule(line,    part) {
  split(line, part, "\t")
  if (part[3] != "") return
  if (!(part[1] in library)) libraries[++library_count] = part[1]
  library[part[1]] = library[part[1]] part[2] "\n"
}

FNR == 1 {
  place = FILENAME
  sub(/^.*stdlib\//, "", place)
  module = ""
  entry = ""
  in_alias = 0
  forget()
  is_plan = FILENAME ~ /\/pages$/
  if (place ~ /^moonreel\//) {
    module = place
    sub(/\.lua$/, "", module)
    gsub(/\//, ".", module)
    is_index = module in skipped
  } else is_index = 0
}

is_plan && (/^#/ || /^$/) { next }
is_plan && $1 == "page" {
  page = $2
  pages[++page_count] = page
  title[page] = substr($0, length($1 $2) + 3)
  getline about[page]
  next
}
is_plan && $1 == "skip" { for (i = 2; i <= NF; i++) skipped[$i] = 1; next }
is_plan && $1 == "show" { for (i = 2; i <= NF; i++) shown[page] = shown[page] $i "\n"; next }
is_plan && $1 == "rest" { for (i = 2; i <= NF; i++) rest[page] = rest[page] $i "\n"; next }

is_index { next }

# The head of a module: "-- curve: how something goes …", or lines without the name.
module != "" && FNR > 1 && !(module in head_done) && /^--( |$)/ && !/^---/ {
  text = $0
  sub(/^-- ?/, "", text)
  name = module
  sub(/^.*\./, "", name)
  if (!(module in doc)) sub("^" name ": ", "", text)
  sub(/^  /, "    ", text)
  doc[module] = doc[module] (doc[module] == "" && text == "" ? "" : text "\n")
  next
}
module != "" && FNR > 2 && !(module in head_done) {
  head_done[module] = 1
  file_of[module] = place
  order[++count] = module
  sub(/\n+$/, "", doc[module])
  doc[module] = toupper(substr(doc[module], 1, 1)) substr(doc[module], 2)
  # The stubs may have said it in their own words before.
  if (module in stub_words) doc[module] = stub_words[module] "\n\n" doc[module]
}

/^---@meta/ || /^-- / { next }

/^---@class / {
  text = $0
  sub(/^---@class (\(exact\) )?(moonreel\.)?/, "", text)
  parent = text
  name = text
  sub(/[: ].*/, "", name)
  if (text ~ /^moonreel( |$)/) name = "moonreel"
  if (place ~ /^meta\// && ("moonreel." name) in skipped) { name = "moonreel." name }
  if (place ~ /^meta\// && name == "options") name = "moonreel.options"
  # The class of a module itself: its entry is the module.
  if (module == "moonreel." name) { entry = module; forget(); next }
  # A module's class of the same name as a type of the stubs is that type.
  enter(name)
  if (parent ~ /^[^ ]+: */) { sub(/^[^ ]+: */, "", parent); sub(/ .*/, "", parent); base[name] = parent }
  next
}

/^---@alias / {
  text = $0
  sub(/^---@alias (moonreel\.)?/, "", text)
  name = text
  sub(/ .*/, "", name)
  enter(name)
  kind = substr(text, length(name) + 2)
  if (kind != "") fields[name] = type_mark(kind) "\n"
  in_alias = 1
  next
}

in_alias && /^---\|/ {
  text = $0
  sub(/^---\| */, "", text)
  value = text
  sub(/ *#.*/, "", value)
  note = index(text, "#") ? substr(text, index(text, "#") + 1) : ""
  sub(/^ */, "", note)
  add_field(value, "- " type_mark(value) (note == "" ? "" : " – " note))
  next
}

in_alias { in_alias = 0; entry = "" }

/^---@field / {
  if (entry == "") next
  text = $0
  sub(/^---@field +(public +)?/, "", text)
  name = text
  sub(/ .*/, "", name)
  add_field(name, item("`" name "`: ", substr(text, length(name) + 2)))
  next
}

/^---@param / {
  text = $0
  sub(/^---@param +/, "", text)
  name = text
  sub(/ .*/, "", name)
  params = params item("`" name "`: ", substr(text, length(name) + 2)) "\n"
  next
}

/^---@return / {
  text = $0
  sub(/^---@return +/, "", text)
  results = results item("returns ", text) "\n"
  next
}

/^---@overload / {
  text = $0
  sub(/^---@overload +/, "", text)
  if (entry != "") add_field(text, "- can be called: " type_mark(text))
  else results = results "- can be called: " type_mark(text) "\n"
  next
}

/^---@/ { next }

/^---/ {
  text = $0
  sub(/^--- ?/, "", text)
  words = words == "" ? text : words "\n" text
  entry = ""
  next
}

# "mr.source = {}" after a class: the table that holds functions. Its entry takes the table's name.
/^mr\.[a-z]+ *= *\{\}/ {
  text = $1
  if (entry != "" && entry != text) {
    file_of[text] = file_of[entry]
    doc[text] = doc[entry]
    order[++count] = text
    delete file_of[entry]
    delete doc[entry]
  }
  next
}

/^function / || (/^local function / && words != "" && params results != "" && module != "") {
  is_local = /^local /
  text = $0
  sub(/^(local )?function /, "", text)
  sub(/\).*/, ")", text)
  path = text
  sub(/\(.*/, "", path)
  if (module != "" && words == "") { forget(); next }
  if (is_local) {
    if (module ~ ("\\." path "$")) be_function(text)
    forget()
    next
  }
  if (module != "" && path ~ /^[A-Z][A-Za-z]*:/) { forget(); next }
  if (module != "" || path ~ /^options\./) {
    owner = module != "" ? module : "moonreel.options"
    name = path
    sub(/^[a-z_]+/, owner, name)
  }
  else if (match(path, /^mr\.[a-z_]+\./)) { owner = substr(path, 1, RLENGTH - 1); name = path }
  else if (path ~ /^mr\./) { owner = ""; name = path }
  else { owner = path; sub(/[:.].*/, "", owner); name = path }
  enter_function(owner, name, text)
  entry = ""
  next
}

# What a module itself is, where it is a function.
/^return (function|setmetatable)/ && words != "" && module != "" {
  be_function("")
  next
}

/^$/ || /^[a-z]/ { forget(); entry = "" }

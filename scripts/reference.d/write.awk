# SPDX-License-Identifier: MIT
# Writes the pages of what read.awk has read, and their contents.

# The anchor of a heading, as it is made of its text.
function anchor(name) {
  name = tolower(name)
  gsub(/[^a-z0-9_ -]/, "", name)
  gsub(/ /, "-", name)
  return name
}

function link(text, name, from) {
  return "[" text "](" (page_of[name] == from ? "" : (from == "" ? "reference/" : "") page_of[name] ".md") "#" anchor(name) ")"
}

# A marked type becomes code, and a link where it is one type that has a heading.
function linked(text, from,    type, bare, done) {
  done = ""
  while (match(text, /\001[^\001]+\001/)) {
    type = substr(text, RSTART + 1, RLENGTH - 2)
    done = done substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    gsub(/moonreel\./, "", type)
    bare = type
    sub(/[?]$/, "", bare)
    sub(/\[\]$/, "", bare)
    done = done (bare in page_of ? link("`" type "`", bare, from) : "`" type "`")
  }
  return done text
}

function place_entry(name, page) {
  if (name in page_of || name in skipped) return
  if (!(name in file_of)) {
    printf "scripts/reference.d/pages shows %s, which nothing declares\n", name >"/dev/stderr"
    exit_code = 1
    return
  }
  page_of[name] = page
  on_page[page] = on_page[page] name "\n"
}

# Whether a file is one of a page's; a star stands for any name in its folder.
function is_rest(file, patterns,    list, i, n, pattern) {
  n = split(patterns, list, "\n")
  for (i = 1; i < n; i++) {
    pattern = list[i]
    if (file == pattern) return 1
    if (sub(/\*\.lua$/, "", pattern) && index(file, pattern) == 1 && substr(file, length(pattern) + 1) !~ /\//) return 1
  }
  return 0
}

# Whether a type is the options of a library's entry, such as VignetteOptions: the library's page has them.
function is_entry_options(name,    entry, k) {
  if (!sub(/Options$/, "", name)) return 0
  while (match(name, /[A-Z]/)) {
    entry = entry substr(name, 1, RSTART - 1) (RSTART + length(entry) > 1 ? "_" : "") tolower(substr(name, RSTART, 1))
    name = substr(name, RSTART + 1)
  }
  entry = entry name
  for (k = 1; k <= library_count; k++)
    if (index("\n" library[libraries[k]], "\n" entry "\n")) return 1
  return 0
}

function place_all(    p, i, n, list, page) {
  for (p = 1; p <= page_count; p++) {
    page = pages[p]
    n = split(shown[page], list, "\n")
    for (i = 1; i < n; i++) place_entry(list[i], page)
  }
  for (p = 1; p <= page_count; p++) {
    page = pages[p]
    for (i = 1; i <= count; i++)
      if (order[i] in file_of && !is_entry_options(order[i]) && is_rest(file_of[order[i]], rest[page])) place_entry(order[i], page)
  }
  # A file that no page names: its entries must not be lost.
  for (i = 1; i <= count; i++)
    if (order[i] in file_of && !is_entry_options(order[i])) place_entry(order[i], pages[page_count])
}

function with_links(text) {
  gsub(/docs\/picture\.md/, "[picture.md](../picture.md)", text)
  return text
}

function write_function(name, page, file) {
  if (signature[name] != "") print "`" signature[name] "`\n" >file
  if (doc[name] != "") print with_links(doc[name]) "\n" >file
  if (takes[name] != "") print linked(takes[name], page) >file
}

function write_entry(name, page, file,    list, n, i) {
  print "## " name "\n" >file
  if (name in signature) { write_function(name, page, file); return }
  if (doc[name] != "") print with_links(doc[name]) "\n" >file
  if (base[name] != "") print "Also takes all of " linked(type_mark(base[name]), page) ".\n" >file
  if (takes[name] != "") print linked(takes[name], page) >file
  if (fields[name] != "") print linked(fields[name], page) >file
  if (name == "mr.easing") write_easings(file)
  n = split(methods[name], list, "\n")
  for (i = 1; i < n; i++) {
    print "### " list[i] "\n" >file
    write_function(list[i], page, file)
  }
}

function write_easings(file,    list, n, i, line) {
  n = split(library["ease"], list, "\n")
  for (i = 1; i < n; i++) line = line (i == 1 ? "" : ", ") "`" list[i] "`"
  print "The fields of `require \"moonreel.ease\"`: " line ".\n" >file
}

# The short name of a method in a contents list.
function short(name) {
  sub(/^.*[.:]/, "", name)
  return name
}

function write_contents(page, from, file,    list, n, i, below, m, j) {
  n = split(on_page[page], list, "\n")
  for (i = 1; i < n; i++) {
    printf "- %s", link("`" list[i] "`", list[i], from) >file
    m = split(methods[list[i]], below, "\n")
    for (j = 1; j < m; j++) {
      page_of[below[j]] = page
      printf "%s%s", j == 1 ? ": " : ", ", link("`" short(below[j]) "`", below[j], from) >file
    }
    printf "\n" >file
  }
  printf "\n" >file
}

function write_page(page,    file, list, n, i) {
  file = folder "/reference/" page ".md"
  print "# " title[page] "\n" >file
  print about[page] " Made by `scripts/reference` from what the library declares.\nThe other pages: [the Lua library](../lua.md).\n" >file
  write_contents(page, page, file)
  n = split(on_page[page], list, "\n")
  for (i = 1; i < n; i++) write_entry(list[i], page, file)
  close(file)
}

function write_library(file,    k, list, n, i) {
  for (k = 1; k <= library_count; k++) {
    if (libraries[k] == "ease") continue
    printf "- **[`moonreel.%s`](%s.md)**: ", libraries[k], libraries[k] >file
    n = split(library[libraries[k]], list, "\n")
    for (i = 1; i < n; i++) printf "%s[`%s`](%s.md#%s)", i == 1 ? "" : ", ", list[i], libraries[k], list[i] >file
    printf "\n" >file
  }
  printf "- **%s**: easings by name\n\n", "[`moonreel.ease`](reference/composition.md#mreasing)" >file
}

END {
  place_all()
  for (i = 1; i <= page_count; i++) write_page(pages[i])
  file = folder "/lua.md"
  while ((getline line < "scripts/reference.d/head.md") > 0) if (line !~ /SPDX/) print line >file
  for (i = 1; i <= page_count; i++) {
    printf "## [%s](reference/%s.md)\n\n%s\n\n", title[pages[i]], pages[i], about[pages[i]] >file
    write_contents(pages[i], "", file)
    if (i + 1 == page_count) {
      print "## The standard library\n\nWhat comes along; each page shows every entry with a picture and its options.\n" >file
      write_library(file)
    }
  }
  exit exit_code
}

# SPDX-License-Identifier: MIT
# One row of a gallery's table, from the head of an entry's file: what it does, and its options.

$0 ~ "^-- " name ": " {
  sub("^-- " name ": ", "")
  what = toupper(substr($0, 1, 1)) substr($0, 2)
}

/^---@field / {
  sub(/^---@field /, "")
  option = $1
  sub(/\?$/, "", option)
  rest = $0
  sub(/^[^ ]+ +/, "", rest)
  # The kind: up to the first space, or the bracket that closes a list of pictures.
  kind = rest
  sub(/ .*/, "", kind)
  sub(/^[^ ]+ */, "", rest)
  if (kind ~ /^"/) {
    gsub(/\|/, ", ", kind)
    rest = "one of " kind " " rest
  }
  options = options (options == "" ? "" : "<br>") "`" option "` " rest
}

END {
  gsub(/\|/, "\\|", options)
  printf "| ![%s](images/%s/%s.webp) | **`%s`**<br>%s | %s |\n", name, kind_name, name, name, what, options
}

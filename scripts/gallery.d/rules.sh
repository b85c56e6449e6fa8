# SPDX-License-Identifier: MIT
# For scripts/reference and scripts/gallery: the program, and what its standard library says of itself.

# The program that was built, or MOONREEL.
program() {
  local candidate
  for candidate in ${MOONREEL:-} .build/release/moonreel .build/debug/moonreel; do
    if [ -x "$candidate" ]; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  echo "${0##*/}: there is no moonreel; build it (scripts/build), or name it: MOONREEL=path" >&2
  return 1
}

# The options of everything in the standard library, a line each: kind, entry, option, sort, default.
rules() {
  local moonreel
  moonreel=$(program)
  "$moonreel" check scripts/gallery.d/rules.lua --stdlib stdlib 2>&1 >/dev/null | sed -n 's/^[^@]*: @\t//p'
}

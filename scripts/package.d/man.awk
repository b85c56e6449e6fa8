# SPDX-License-Identifier: MIT
# A manual page from the help of a command. Given: command ("" for the program), version, all (the commands' names).

function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}

# Where in the help we are: its summary, what explains it, how it is written, or the lists below.
/^OVERVIEW: / { part = "summary"; summary = substr($0, 11); next }
part == "summary" && /^$/ { part = "about"; next }
part == "summary" { summary = summary " " $0; next }
/^USAGE: / { part = "usage"; usage = escaped(substr($0, 8)); next }
part == "about" { about = about escaped($0) "\n"; next }
part == "usage" && !/^$/ { usage = usage " " escaped($0); next }
part == "usage" { part = "lists"; next }

/^[A-Z][A-Z' ]+:$/ { sub(/:$/, ""); lists = lists ".SH " escaped($0) "\n"; next }

# An option or an argument, with what it does beside it or below.
/^  [^ ]/ {
  line = substr($0, 3)
  said = ""
  if (match(line, /   *[^ ]/)) { said = substr(line, RSTART + RLENGTH - 1); line = substr(line, 1, RSTART - 1) }
  lists = lists ".TP\n.B " escaped(line) "\n" (said == "" ? "" : escaped(said) "\n")
  next
}

!/^$/ { sub(/^ +/, ""); lists = lists escaped($0) "\n" }

END {
  name = "moonreel" (command == "" ? "" : "-" command)
  printf ".TH %s 1 \"\" \"Moonreel %s\" \"Moonreel\"\n", toupper(name), version
  printf ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n", escaped(name), escaped(summary), usage
  if (about != "") printf ".SH DESCRIPTION\n.nf\n%s.fi\n", about
  printf "%s.SH SEE ALSO\n", lists
  others = command == "" ? "" : ".BR moonreel (1)\n"
  count = split(all, names, " ")
  for (i = 1; i <= count; i++)
    if (names[i] != command) others = others ".BR moonreel\\-" names[i] " (1)\n"
  printf "%s", others
}

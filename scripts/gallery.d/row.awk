# SPDX-License-Identifier: MIT
# One row of a gallery's table: what an entry does and takes. The words are those at the head of its file, sorts,
# limits and defaults what it says of itself at run time (-v rules=file, made by scripts/gallery.d/rules.sh).

BEGIN {
  FS = "\t"
  while ((getline < rules) > 0) {
    if ($1 != kind_name) continue
    if ($3 == "") { entries++; continue }
    takers[$3]++
    uses[$3, $5]++
    if (uses[$3, $5] > most[$3]) { most[$3] = uses[$3, $5]; usual[$3] = $5 }
    if ($2 == name) { ruled[++count] = $3; sort[$3] = $4; default_of[$3] = $5 }
  }
  FS = " "
}

function failed(problem) {
  printf "%s: %s\n", FILENAME, problem >"/dev/stderr"
  has_failed = 1
}

function add(text) { options = options (options == "" ? "" : "<br>") text }

# The remark in brackets that says the default, in words.
function remark_of(words) {
  if (match(words, /\((default|required)[^()]*(\([^()]*\)[^()]*)*\)/)) return substr(words, RSTART, RLENGTH)
  return ""
}

# Words and rule must agree where the default is a number or a switch.
function check(option, remark,    stated) {
  stated = default_of[option]
  sub(/^default /, "", stated)
  if (remark == "" || stated !~ /^(-?[0-9.]+|true|false)$/) return
  if (index(remark, "(default " stated) != 1) failed(option ": the words say " remark ", the rule " default_of[option])
}

function described(option, words,    remark, range, text) {
  remark = remark_of(words)
  check(option, remark)
  if (remark != "") words = substr(words, 1, index(words, remark) - 1) substr(words, index(words, remark) + length(remark))
  if (remark == "" && default_of[option] != "") remark = "(" default_of[option] ")"
  text = sort[option]
  range = text
  if ((sub(/^[a-z]+, /, "", range) || range ~ /^one of /) && index(words, range)) {
    words = substr(words, 1, index(words, range) - 1) substr(words, index(words, range) + length(range))
  }
  gsub(/^[ ,:;]+|[ ,:;]+$/, "", words)
  gsub(/ +/, " ", words)
  gsub(/ ,/, ",", words)
  gsub(/,[ ,]*,/, ",", words)
  gsub(/,? +;/, ";", words)
  gsub(/^ +| +$/, "", words)
  return "`" option "`" (text == "" ? "" : " " text) (remark == "" ? "" : " " remark) (words == "" ? "" : ": " words)
}

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
  sub(/^[^ ]+ */, "", rest)
  if (!(option in sort)) failed("there is no option " option)
  is_told[option] = 1
  add(described(option, rest))
}

END {
  for (position = 1; position <= count; position++) {
    option = ruled[position]
    if (option in is_told) continue
    # What many entries take is explained above the table; here only where its default is another one.
    if (takers[option] == entries && default_of[option] == usual[option]) continue
    if (takers[option] < entries && sort[option] != "") failed("nothing is said of the option " option)
    add("`" option "` (" default_of[option] ")")
  }
  gsub(/\|/, "\\|", options)
  sound = kind_name == "audio" ? "<br>[listen](sounds/audio/" name ".opus)" : ""
  printf "| ![%s](images/%s/%s.webp)%s | <a id=\"%s\"></a>**`%s`**<br>%s | %s |\n", name, kind_name, name, sound, name, name, what, options
  if (has_failed) exit 1
}

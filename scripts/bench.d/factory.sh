# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # scripts/bench sets what is shared
# factory: what need not be encoded: stretches that are copied (--smart), and spans that an earlier export has
# encoded (--incremental). Each row has a goal; rows that want what is not here are left out with a sentence.

shop=$PWD/$work/factory
template=scripts/bench.d/factory.lua
# Films of the batch.
variants=20

# can COMMAND OPTION: whether this moonreel's command has the option
can() { grep -q -e "$2" <<<"$("$moonreel" "$1" --help)"; }

# run NAME WORD …: the command, measured in this round as NAME
run() {
  printf '\r\033[Kround %s of %s: %s' "$round" "$rounds" "$1" >&2
  "$work/measure" "$work/factory.$1.$round" "${@:2}" || {
    rm -f "$work/factory.$1.$round"
    printf '\nbench: %s failed: %s\n' "$1" "${*:2}" >&2
  }
}

# of COLUMN NAME: the median of what was measured as NAME, 1 for wall seconds and 2 for CPU seconds
of() {
  if compgen -G "$work/factory.$2.[0-9]*" >/dev/null; then
    median "$1" "$work/factory.$2".[0-9]*
  else
    echo -
  fi
}

# share_copied FILE SOURCE …: how much of the pictures of FILE are packets of the sources, bit for bit
share_copied() {
  local file
  for file in "$@"; do
    ffmpeg -nostdin -v error -i "$file" -map 0:v -c copy -f framemd5 - 2>/dev/null |
      awk -F', *' -v file="$file" '!/^#/ { print file, $6 }'
  done | awk -v file="$1" '
    $1 == file { mine[++count] = $2; next } { theirs[$2] = 1 }
    END { for (i in mine) if (mine[i] in theirs) same++
      print count ? same / count : "-" }'
}

# ratio A B: A / B, or "-" where one is not known
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print a == "-" || b == "-" || !b ? "-" : a / b }'; }

# goal WHAT FIGURE LIMIT [REMARK]: a row of the table
goal() {
  awk -v what="$1" -v figure="$2" -v limit="$3" -v remark="${4-}" 'BEGIN {
    verdict = figure == "-" ? "not measured" : figure + 0 <= limit + 0 ? "met" : "missed"
    printf "%-62s %9s %9s  %-12s %s\n", what,
      figure == "-" ? "-" : sprintf("%.3f", figure), limit, verdict, remark }'
}

# seconds NAME: "wall, CPU" of what was measured as NAME
seconds() {
  awk -v a="$(of 1 "$1")" -v b="$(of 2 "$1")" 'BEGIN { if (a != "-") printf "%.1f s, CPU %.1f s", a, b }'
}

# fresh NAME: the options of an export by spans with an empty cache of its own
fresh() {
  rm -rf "${shop:?}/spans.$1"
  again "$1"
}

# again NAME: the same with what the cache holds
again() { span_options=(--incremental --span-cache "$shop/spans.$1"); }

# edit_words EDIT OUTPUT: the command of an edit of docs/performance.md, in `words`
edit_words() { mapfile -t words < <("$1_command" "$2" "$3"); }

# template_words TITLE OUTPUT: the command of the template, in `words`
template_words() {
  words=("$moonreel" render "$template" --allow "$media" --set "media=$media" --set "title=$1" --quiet
    -o "$2")
}

measure_smart() {
  local edit
  for edit in E1 E2; do
    edit_words ffmpeg "$edit" "$shop/$edit.ffmpeg.mp4"
    run "$edit.ffmpeg" "${words[@]}"
    edit_words moonreel "$edit" "$shop/$edit.smart.mp4"
    run "$edit.smart" "${words[@]}" --smart
  done
  local kind
  for kind in long joined; do
    run "trim.$kind" "$moonreel" render scripts/bench.d/trim.lua --allow "$shop" --set "file=$shop/$kind.mp4" \
      --set seconds=600 --quiet --smart -o "$shop/$kind.trimmed.mp4"
  done
}

# make_long: ten minutes of one clip's pictures at even times, and the same as sixty clips that were joined, between which
# the times jump
make_long() {
  if [ ! -f "$shop/long.mp4" ]; then
    ffmpeg -nostdin -v error -y -i "$media/A.mp4" -map 0:v -c copy "$shop/pictures.mp4"
    ffmpeg -nostdin -v error -y -i "$media/A.mp4" -map 0:a -c copy "$shop/sound.m4a"
    ffmpeg -nostdin -v error -y -stream_loop 59 -i "$shop/pictures.mp4" -stream_loop -1 -i "$shop/sound.m4a" \
      -map 0:v -map 1:a -c copy -t 600 "$shop/long.mp4"
  fi
  if [ ! -f "$shop/joined.mp4" ]; then
    ffmpeg -nostdin -v error -y -stream_loop 59 -i "$media/A.mp4" -c copy -t 600 "$shop/joined.mp4"
  fi
}

# measure_also: a film and a smaller one, at once and one after the other
measure_also() {
  local words=("$moonreel" render scripts/bench.d/also.lua --allow "$media" --set "media=$media" --quiet)
  run also.once "${words[@]}" -o "$shop/also.mp4" --also "$shop/small.mp4:height=720"
  run also.large "${words[@]}" -o "$shop/also.mp4"
  run also.small "${words[@]}" -o "$shop/small.mp4" --scale 0.6666667
}

measure_spans() {
  local edit words span_options
  for edit in $overhead_edits; do
    edit_words moonreel "$edit" "$shop/$edit.whole.mp4"
    run "$edit.whole" "${words[@]}"
    edit_words moonreel "$edit" "$shop/$edit.spans.mp4"
    fresh "$edit"
    run "$edit.spans" "${words[@]}" "${span_options[@]}"
  done
  fresh words
  template_words Monday "$shop/monday.mp4"
  run cold "${words[@]}" "${span_options[@]}"
  again words
  template_words Tuesday "$shop/tuesday.mp4"
  run word "${words[@]}" "${span_options[@]}"
  run same "${words[@]}" "${span_options[@]}"
  if can batch --incremental; then
    fresh batch
    run batch "$moonreel" batch "$template" --data "$shop/rows.csv" -o "$shop/films/{row}.mp4" --jobs 1 \
      --allow "$media" --set "media=$media" --quiet "${span_options[@]}"
  fi
  if can render --jobs; then
    fresh jobs
    template_words Monday "$shop/jobs.mp4"
    run jobs "${words[@]}" "${span_options[@]}" --jobs "$(nproc)"
  fi
}

report_smart() {
  local edit limit
  for edit in E1 E2; do
    if [ "$edit" = E1 ]; then limit=0.1; else limit=0.25; fi
    goal "$edit --smart, CPU beside ffmpeg's encoding" \
      "$(ratio "$(of 2 "$edit.smart")" "$(of 2 "$edit.ffmpeg")")" "$limit" \
      "$(seconds "$edit.smart"); $(share_copied "$shop/$edit.smart.mp4" "$media"/[ABC].mp4) of the pictures bit for bit"
  done
  local kind what="trimming ten minutes"
  for kind in long joined; do
    goal "$what, wall seconds" "$(of 1 "trim.$kind")" 3 "$(seconds "trim.$kind")"
    goal "… of which is encoded again, share of pictures" \
      "$(share_copied "$shop/$kind.trimmed.mp4" "$shop/$kind.mp4" | awk '{ print $1 == "-" ? "-" : 1 - $1 }')" 0.01
    what="trimming ten minutes joined of sixty clips"
  done
}

report_also() {
  goal "a film and a smaller one at once, CPU beside one after the other" \
    "$(ratio "$(of 2 also.once)" "$(awk -v a="$(of 2 also.large)" -v b="$(of 2 also.small)" \
      'BEGIN { print a == "-" || b == "-" ? "-" : a + b }')")" 1 "$(seconds also.once)"
}

report_spans() {
  local edit
  goal "$variants variants of which three seconds of 30 differ, in cold exports" \
    "$(ratio "$(of 2 batch)" "$(of 2 cold)")" 4 "$(seconds batch)"
  echo "  (a cold export of it: $(seconds cold))"
  goal "an export after a word has changed, CPU beside a cold one" \
    "$(ratio "$(of 2 word)" "$(of 2 cold)")" 0.2 "$(seconds word)"
  goal "an export of what is known, CPU beside a cold one" \
    "$(ratio "$(of 2 same)" "$(of 2 cold)")" 0.2 "$(seconds same)"
  for edit in $overhead_edits; do
    goal "$edit by spans, CPU beside one pass" \
      "$(ratio "$(of 2 "$edit.spans")" "$(of 2 "$edit.whole")")" 1.05 "$(seconds "$edit.spans")"
    goal "$edit by spans, bytes beside one pass" \
      "$(ratio "$(bytes "$shop/$edit.spans.mp4")" "$(bytes "$shop/$edit.whole.mp4")")" 1.02
  done
  if can render --jobs; then
    goal "a cold export by $(nproc) processes, wall beside one process" \
      "$(ratio "$(of 1 jobs)" "$(of 1 cold)")" 1 "$(seconds jobs)"
  fi
}

bytes() { if [ -f "$1" ]; then stat -c %s "$1"; else echo -; fi; }

factory() {
  local round has_smart=no has_spans=no overhead_edits=E1 words
  if ! is_installed ffmpeg; then
    echo "bench: ffmpeg is not installed; what is copied is left out."
  elif can render --smart; then
    has_smart=yes
  else
    echo "bench: this moonreel has no --smart; what is copied is left out."
  fi
  if can render --incremental; then
    has_spans=yes
  else
    echo "bench: this moonreel has no --incremental; what is kept is left out."
  fi
  [[ " $edits " != *" E3 "* ]] || overhead_edits+=" E3"
  mkdir -p "$shop/films"
  rm -f "$work"/factory.*.[0-9]*
  { echo title && seq -f 'Title number %g' "$variants"; } >"$shop/rows.csv"
  [ "$has_smart" != yes ] || make_long
  for round in $(seq "$rounds"); do
    [ "$has_smart" != yes ] || measure_smart
    [ "$has_spans" != yes ] || measure_spans
    measure_also
  done
  printf '\r\033[K%-62s %9s %9s\n' "" "measured" "at most"
  [ "$has_smart" != yes ] || report_smart
  [ "$has_spans" != yes ] || report_spans
  report_also
  { cat "$work"/factory.*.[0-9]* 2>/dev/null || true; } | say_others
}

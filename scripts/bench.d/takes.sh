#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# takes: a recording of the devices that are made here is killed at a random moment, time after time, as MP4 and as
# Matroska in turn; what was recorded must be there but for a second at most. Ends with 1 where it is not.
set -euo pipefail
# shellcheck source=scripts/bench.d/repeated.sh
source scripts/bench.d/repeated.sh

# heard FILE: when its sound is over, in seconds
heard() {
  ffprobe -v error -select_streams a -show_entries packet=pts_time,duration_time -of csv=p=0 "$1" |
    awk -F, '{ end = $1 + $2; if (end > most) most = end } END { printf "%.3f", most }'
}

# pictures FILE: how many it has
pictures() { ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 "$1" | wc -l; }

# told NAME: the number of that name in the last event of progress
told() { sed -n 's/.*"event":"progress".*"'"$1"'":\([0-9.]*\).*/\1/p' "$said" | tail -n 1; }

good=0 worst=0
for turn in $(seq "$times"); do
  [ $((turn % 2)) -eq 0 ] && ending=mkv || ending=mp4
  file=$place/take$turn.$ending said=$place/said$turn
  "$moonreel" capture -o "$file" --camera synthetic:camera --mic synthetic:microphone --size 640x480 --fps 30 \
    --json-progress >"$said" 2>"$place/errors" &
  # Some of it is there; then at any moment.
  until grep -q '"duration":[1-9]' "$said" 2>/dev/null; do
    kill -0 $! 2>/dev/null || break
    sleep 0.05
  done
  sleep "$(awk -v seed="$turn$RANDOM" 'BEGIN { srand(seed); print rand() * 3 }')"
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  if [ ! -s "$file" ]; then
    echo "bench: recording $turn ($ending) did not begin: $(tail -n 1 "$place/errors")" >&2
    continue
  fi
  # Progress is told four times a second, so the recording was at most a quarter of a second longer. Pictures are counted,
  # thirty a second: where a machine is too busy there are fewer, and the last one is shown for long.
  recorded=$(told duration)
  lost=$(awk -v r="$recorded" -v a="$(heard "$file")" -v t="$(told pictures)" -v v="$(pictures "$file")" \
    'BEGIN { lost = r - a; if ((t - v) / 30 > lost) lost = (t - v) / 30; printf "%.3f", (lost > 0 ? lost : 0) }')
  worst=$(awk -v a="$worst" -v b="$lost" 'BEGIN { print (a > b ? a : b) }')
  if awk -v lost="$lost" -v r="$recorded" 'BEGIN { exit !(r > 0 && lost <= 0.75) }'; then
    good=$((good + 1))
  else
    echo "bench: kill $turn ($ending) lost $lost s of $recorded s." >&2
  fi
  rm -f "$file"
  printf '\r\033[Kkill %s of %s' "$turn" "$times" >&2
done
printf '\r\033[K' >&2
echo "$good of $times recordings that were killed had all but a second at most; the worst lacked $worst s of what"
echo "had been told up to a quarter of a second before."
[ "$good" -eq "$times" ]

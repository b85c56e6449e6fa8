#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kills: an export by spans is killed at a random moment and begun again, time after time; each must come to the same
# bytes as an export that nobody disturbs. Ends with 1 where one does not.
set -euo pipefail
# shellcheck source=scripts/bench.d/repeated.sh
source scripts/bench.d/repeated.sh
film=scripts/bench.d/kills.lua

# export_to FILE: the command of the export, in `words`
export_to() {
  words=("$moonreel" render "$film" --incremental --span-cache "$place/spans" --json-progress --yes -o "$1")
}

# milliseconds: of the machine's clock
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

began=$(milliseconds)
export_to "$place/whole.mp4"
"${words[@]}" >/dev/null
lasts=$(($(milliseconds) - began))

same=0 begun=0 kept=0
for turn in $(seq "$times"); do
  rm -rf "$place/spans" "$place/film.mp4"
  export_to "$place/film.mp4"
  "${words[@]}" >/dev/null 2>&1 &
  sleep "$(awk -v most="$lasts" -v seed="$turn$RANDOM" 'BEGIN { srand(seed); print rand() * most / 1000 }')"
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  [ ! -f "$place/film.mp4" ] || begun=$((begun + 1))
  reused=$("${words[@]}" | tail -n 1 | sed -n 's/.*"spans":{"count":[0-9]*,"reused":\([0-9]*\).*/\1/p')
  kept=$((kept + ${reused:-0}))
  if cmp -s "$place/film.mp4" "$place/whole.mp4"; then
    same=$((same + 1))
  else
    echo "bench: after kill $turn the film is another." >&2
  fi
  printf '\r\033[Kkill %s of %s' "$turn" "$times" >&2
done
printf '\r\033[K' >&2
echo "$same of $times exports that were killed came to the bytes of one that was not (which took $lasts ms);"
echo "$begun were complete before they were killed, and $kept spans in all were not rendered again."
[ "$same" -eq "$times" ]

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# live: films of a camera's pictures at 1280x720, thirty a second, that are drawn and recorded as they come, with sound:
# how many pictures were left out, and what it costs. The camera is the one that is made here, whose pictures cost little;
# behind the key a clip of 1920x1080 plays.
set -euo pipefail
moonreel=$1 measure=$2 place=$3 clip=$4
shift 4
seconds=20
while [ $# -gt 0 ]; do
  case "$1" in
    --seconds) seconds=${2:?} && shift ;;
    *)
      echo "bench: live takes --seconds N and nothing else." >&2
      exit 2
      ;;
  esac
  shift
done

# told NAME: what the last event says of it
told() { tail -n 1 "$place/live.said" | grep -o "\"$1\":[^,}]*}\?" | cut -d: -f2-; }

printf '%-10s %10s %10s %12s   %s\n' film pictures of "CPU cores" "left out"
for look in plain overlay key inset all; do
  "$measure" "$place/live.$look" "$moonreel" capture scripts/bench.d/live.lua --set "look=$look" \
    --set "seconds=$seconds" --set "clip=$clip" --allow "$clip" -o "$place/live.mkv" -y --json-progress >"$place/live.said"
  awk -v film="$look" -v pictures="$(told pictures)" -v all=$((seconds * 30)) -v dropped="$(told dropped)" \
    '{ printf "%-10s %10d %10d %12.2f   %s\n", film, pictures, all, $2 / $1, dropped == "{}" ? "nothing" : dropped }' \
    "$place/live.$look"
done

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # scripts/bench sets what is shared
# scaling: what an edit takes on one core and on two, what its stages cost, and how it would run on
# more cores by the simulation of scaling/.

# shape_of EDIT: its frames, its lines, and for which share of it each decoder runs
shape_of() {
  case "$1" in
    E1) echo frames=900 lines=1080 decoders=0-1 ;;
    E2) echo frames=840 lines=1080 decoders=0-0.36,0.32-0.68,0.64-1 ;;
    E3) echo frames=300 lines=1080 decoders=0-1,0.2-0.7 ;;
    E4) echo frames=300 lines=1080 decoders=0-1 ;;
    E7) echo frames=300 lines=1080 decoders=0-1,0-1,0-1 ;;
    T1) echo frames=600 lines=1080 ;;
    S1) echo frames=600 lines=2160 ;;
    *) echo "bench: there is no scaling of $1." >&2 && return 2 ;;
  esac
}

# timed NAME WORD …: the command under the words before it, the least wall seconds of the rounds
timed() {
  local numbers="$work/$edit.scaling.$1" round
  for round in $(seq "$rounds"); do
    "$work/measure" "$numbers.$round" "${@:2}" >&2 || return
  done
  printf '%s=%s\n' "$1" "$(cut -d' ' -f1 "$numbers".[0-9]* | sort -g | head -n 1)"
}

# stages WORD …: what the stages of the command cost
stages() {
  # Threads that codecs start are told apart by names that the sandbox would forbid to give.
  "$@" --sandbox off --profile 2>&1 >/dev/null |
    awk '/^(decode|compose|draw|mix|encode|mux|other) / { print $1 "=" $2 }'
}

scale() {
  local edit shape=() output words=() known=()
  for edit in $edits; do
    read -ra shape < <(shape_of "$edit") || continue
    output=$work/$edit.scaling.mp4
    rm -f "$work/$edit".scaling.*.[0-9]*
    mapfile -t words < <(moonreel_command "$edit" "$output")
    mapfile -t known < <(
      if command -v taskset >/dev/null; then timed one taskset -c 0 "${words[@]}"; fi
      timed single "${words[@]}" --threads 1
      timed double "${words[@]}" --threads 2
      stages "${words[@]}"
    )
    printf '\n── %s: %s\n' "$edit" "${known[*]:(-7)}"
    "$work/scaling" "${shape[@]}" "${known[@]}"
    { cat "$work/$edit".scaling.*.[0-9]* 2>/dev/null || true; } | say_others
  done
}

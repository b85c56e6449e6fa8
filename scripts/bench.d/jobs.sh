# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # scripts/bench sets what is shared
# jobs: an export by several processes (-j) beside one pass: time, CPU time, and the memory of all processes together.

# Processes; 0 is one pass without spans.
job_counts="0 1 2 4"

# measure_jobs EDIT COUNT ROUND
measure_jobs() {
  local words options=()
  mapfile -t words < <(moonreel_command "$1" "$work/$1.jobs.mp4")
  if [ "$2" -gt 0 ]; then
    rm -rf "${work:?}/jobs.spans"
    options=(--jobs "$2" --span-cache "$work/jobs.spans")
  fi
  printf '\r\033[Kround %s of %s: %s by %s' "$3" "$rounds" "$1" "$2" >&2
  "$work/measure" --together "$work/jobs.$1.$2.$3" "${words[@]}" ${options[@]+"${options[@]}"}
}

jobs_table() {
  local edit count round whole
  rm -f "$work"/jobs.*.[0-9]*
  for round in $(seq "$rounds"); do
    for edit in $edits; do
      for count in $job_counts; do measure_jobs "$edit" "$count" "$round"; done
    done
  done
  printf '\r\033[K%-6s %-14s %8s %8s %9s %8s\n' edit processes "wall s" "CPU s" "MB peak" speed
  for edit in $edits; do
    whole=$(median 1 "$work/jobs.$edit.0".[0-9]*)
    for count in $job_counts; do
      awk -v edit="$edit" -v count="$count" -v whole="$whole" -v wall="$(median 1 "$work/jobs.$edit.$count".[0-9]*)" \
        -v cpu="$(median 2 "$work/jobs.$edit.$count".[0-9]*)" -v mb="$(median 3 "$work/jobs.$edit.$count".[0-9]*)" \
        'BEGIN { printf "%-6s %-14s %8.2f %8.2f %9.0f %8.2f\n", edit, count ? count : "one pass", wall, cpu, mb, whole / wall }'
    done
  done
  cat "$work"/jobs.*.[0-9]* | say_others
}

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# glsl: what a frame of each shader costs, in Mesa's llvmpipe (drawn by Tests/GLSLOracle) and in Moonreel. Figures
# are ms of CPU, of all threads together, the median of the frames; "compile" is the time until the first frame less one
# frame. llvmpipe draws from 8-bit textures into 8 bits, without bringing pictures there and back, which is told at the end.
#
#   scripts/bench glsl [--frames N] [--size WxH] [--folder DIR] [--media DIR] [WORDS …]
#
# WORDS choose shaders by their names. DIR holds *.glsl, in folders or not; Tests/GLSLShaders without its bad ones if
# none is named. The pictures are frames of A.mp4 and B.mp4 in the media folder, or ffmpeg's patterns where it has none.
set -euo pipefail

frames=7 size=1920x1080 folder= media=../shared/bench/media words=()
while [ $# -gt 0 ]; do
  case "$1" in
    --frames) frames=${2:?} && shift ;;
    --size) size=${2:?} && shift ;;
    --folder) folder=${2:?} && shift ;;
    --media) media=${2:?} && shift ;;
    -*) sed -n '3,11s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    *) words+=("$1") ;;
  esac
  shift
done

oracle=$(Tests/GLSLOracle/build)
bench=$(scripts/build moonreel-bench)
work=.build/bench/glsl
mkdir -p "$work"

# picture NAME PATTERN: a raw RGBA frame of the clip NAME.mp4, or of ffmpeg's pattern
picture() {
  local source=(-f lavfi -i "$2=size=$size:rate=1")
  [ ! -f "$media/$1.mp4" ] || source=(-ss 3 -i "$media/$1.mp4")
  ffmpeg -nostdin -v error -y "${source[@]}" -frames:v 1 -vf "scale=${size/x/:}" -pix_fmt rgba -f rawvideo \
    "$work/$1.rgba"
}

# llvmpipe_row SHADER: prints "CPU with one thread, CPU with all, wall with all, compile, transfers", "-" for what it
# cannot do. Mesa's cache of compiled shaders is off.
llvmpipe_row() {
  local one all none="- - - - -"
  one=$(LP_NUM_THREADS=1 llvmpipe "$1") || { echo "$none" && return; }
  all=$(llvmpipe "$1") || { echo "$none" && return; }
  awk '{ if (NR == 1) one = $3; else print one, $3, $5, $7, $9 }' <<<"$one"$'\n'"$all"
}
llvmpipe() {
  MESA_SHADER_CACHE_DISABLE=true "$oracle" --size "$size" --bench "$frames" \
    --picture "any=$work/A.rgba" --picture "to=$work/B.rgba" --picture "iChannel1=$work/B.rgba" "$1" 2>/dev/null
}

# moonreel_row SHADER: prints "CPU on one thread, compile", "-" for what it cannot do.
moonreel_row() {
  "$bench" glsl "$1" --frames "$frames" --size "$size" 2>/dev/null || echo "- -"
}

# shaders: the paths of what is measured
shaders() {
  local path word
  local folders=(Tests/GLSLShaders/transitions Tests/GLSLShaders/effects)
  [ -z "$folder" ] || folders=("$folder")
  while read -r path; do
    [ ${#words[@]} -gt 0 ] || { echo "$path" && continue; }
    for word in "${words[@]}"; do
      if [[ ${path##*/} == *"$word"* ]]; then echo "$path" && break; fi
    done
  done < <(find "${folders[@]}" -name '*.glsl' | sort)
}

picture A testsrc2
picture B mandelbrot

format='%-26s %9s %9s %9s %9s %10s %9s %7s\n'
# shellcheck disable=SC2059 # the format is above
{
  printf "$format" '' llvmpipe llvmpipe wall compile Moonreel compile times
  printf "$format" "ms a frame at $size" '1 thread' all all llvmpipe '1 thread' Moonreel faster
}
rows=$work/rows
: >"$rows"
while read -r path; do
  read -r one all wall compile moved <<<"$(llvmpipe_row "$path")"
  read -r ours our_compile <<<"$(moonreel_row "$path")"
  times=$(awk -v a="$one" -v b="$ours" 'BEGIN { if (a + 0 && b + 0) printf "%.2f", a / b; else print "-" }')
  name=${path##*/}
  # shellcheck disable=SC2059
  printf "$format" "${name%.glsl}" "$one" "$all" "$wall" "$compile" "$ours" "$our_compile" "$times"
  echo "$(basename "$(dirname "$path")") $one $all $compile $ours $our_compile $times $moved" >>"$rows"
done < <(shaders)

# summary KIND: medians, and the geometric mean of how much faster Moonreel is
summary() {
  awk -v kind="$1" '
    function median(values, n, i, j, t) {
      for (i = 2; i <= n; i++) for (j = i; j > 1 && values[j - 1] > values[j]; j--) {
        t = values[j]; values[j] = values[j - 1]; values[j - 1] = t
      }
      return n ? sprintf("%.1f", n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2) : "-"
    }
    $1 == kind {
      if ($2 != "-") { one[++n1] = $2; all[++n2] = $3; compile[++n3] = $4; moved[++n4] = $8 }
      if ($5 != "-") { ours[++m1] = $5; our_compile[++m2] = $6 }
      if ($7 != "-") { sum += log($7); count++; if ($7 < 1) slower++ }
    }
    END {
      if (!n1 && !m1) exit
      printf "\n%s: median of llvmpipe %s with one thread, %s with all; compile %s; two pictures there and one back %s\n", \
        kind, median(one, n1), median(all, n2), median(compile, n3), median(moved, n4)
      if (count) printf "Moonreel: median %s, compile %s; %.2f times as fast (geometric mean), slower on %d of %d\n", \
        median(ours, m1), median(our_compile, m2), exp(sum / count), slower, count
    }' "$rows"
}
cut -d' ' -f1 "$rows" | sort -u | while read -r kind; do summary "$kind"; done

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # scripts/bench sets what is shared
# How each program makes an edit: PROGRAM_command EDIT OUTPUT prints the command, one word a line.
# The clips are in $media, and what the bench makes is in $work.

. scripts/bench.d/ffmpeg.sh

title_font=$(fc-match -f '%{file}' 'DejaVu Sans:bold' 2>/dev/null || true)
python=${BENCH_PYTHON:-python3}
photos=$PWD/$work/photos

# make_photos: the six photographs of T1 and S1, frames of the clips
make_photos() {
  mkdir -p "$photos"
  "$moonreel" frame scripts/bench.d/photos.lua --allow "$media" --set "media=$media" \
    --at 0 --at 1 --at 2 --at 3 --at 4 --at 5 -o "$photos/photo%d.jpg" >/dev/null
}

# lines_of EDIT: the height of T1 and S1
lines_of() { if [ "$1" = S1 ]; then echo 2160; else echo 1080; fi; }

moonreel_command() {
  local script=${1,,} settings=(--set "media=$media") size=${1#CUTS}
  case "$1" in
    CUTS*)
      script=cuts
      settings+=(--set "count=${size%x*}" --set "tenths=${size#*x}")
      ;;
    T1 | S1)
      script=t1
      settings+=(--allow "$photos" --set "photos=$photos" --set "lines=$(lines_of "$1")")
      ;;
  esac
  printf '%s\n' "$moonreel" render "scripts/bench.d/$script.lua" --allow "$media" "${settings[@]}" \
    --quiet -o "$2"
}

moviepy_command() {
  # The ffmpeg of the machine, where there is one, so that all use one x264.
  printf '%s\n' env "FFMPEG_BINARY=$(command -v ffmpeg || echo ffmpeg-imageio)" "$python" \
    scripts/bench.d/t1_moviepy.py "$media" "$photos" "$title_font" "$2" "$(lines_of "$1")"
}

mlt_command() {
  mkdir -p "$work/mlt"
  printf '%s\n' bash scripts/bench.d/t1_mlt.sh "$media" "$photos" "$PWD/$work/mlt" "$2" \
    "$(lines_of "$1")"
}

is_installed() {
  case "$1" in
    moviepy) "$python" -c 'import moviepy' 2>/dev/null ;;
    mlt) command -v melt >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# opening: what it costs to find out what a file holds, beside ffprobe: bytes read (of the process and its
# children, from /proc) and time, the least of the rounds, for eleven kinds of file of a minute each. "again" is what
# Moonreel reads of the file and its cache when it has seen the file before.
#
#   scripts/bench opening [--rounds N] [FILE …]    of the files named instead
set -euo pipefail

moonreel=${1:?the program} && shift
rounds=3
if [ "${1-}" = --rounds ]; then
  rounds=${2:?} && shift 2
fi

work=.build/bench/opening
mkdir -p "$work"
picture="testsrc2=s=1280x720:r=25:d=60"
tone="aevalsrc=0.3*sin(440*2*PI*t)|0.3*sin(660*2*PI*t):s=48000:d=60"

# make NAME OPTIONS…: a file of a minute, where it is not there yet
make() {
  local name=$1 && shift
  [ -f "$work/$name" ] || ffmpeg -nostdin -v error -y -f lavfi -i "$picture" -f lavfi -i "$tone" "$@" "$work/$name"
}

if [ $# -eq 0 ]; then
  h264=(-c:v libx264 -preset veryfast -b:v 8M -pix_fmt yuv420p)
  make mp4.mp4 "${h264[@]}" -c:a aac
  make front.mp4 "${h264[@]}" -c:a aac -movflags +faststart
  make fragments.mp4 "${h264[@]}" -c:a aac -movflags frag_keyframe+empty_moov
  make mov.mov -c:v mjpeg -q:v 6 -c:a pcm_s16le
  make mkv.mkv "${h264[@]}" -c:a aac
  make webm.webm -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M -c:a libopus
  make ts.ts "${h264[@]}" -c:a aac
  make avi.avi -c:v mpeg4 -b:v 6M -c:a libmp3lame
  make mxf.mxf -c:v mpeg2video -b:v 8M -pix_fmt yuv420p -c:a pcm_s16le
  make sound.wav -map 1:a -c:a pcm_s24le
  make sound.ogg -map 1:a -c:a libvorbis
  set -- "$work"/*.*
fi

# bytes COMMAND…: what the command and its children read
bytes() {
  bash -c '"$@" >/dev/null 2>&1; sed -n "s/^rchar: //p" /proc/$$/io' bytes "$@"
}

# seconds COMMAND…: how long it takes
seconds() {
  local start=$EPOCHREALTIME
  "$@" >/dev/null 2>&1 || true
  awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f\n", b - a }'
}

# least COMMAND…: the least of the rounds
least() {
  local round
  for ((round = 0; round < rounds; round++)); do "$@"; done | sort -n | head -n 1
}

# What the programs read of themselves, which is no part of the file.
own=$(least bytes "$moonreel" --version)
theirs=$(least bytes ffprobe -version)
probe=(ffprobe -v quiet -show_format -show_streams)

export XDG_CACHE_HOME=$PWD/$work/cache
rm -rf "$XDG_CACHE_HOME"

printf '%-16s %9s %12s %9s %12s %6s %8s %8s\n' file MB "Moonreel MB" again "ffprobe MB" ratio "s" "s"
for file in "$@"; do
  ours=$(($(least bytes "$moonreel" probe --no-cache "$file") - own))
  took=$(least seconds "$moonreel" probe --no-cache "$file")
  "$moonreel" probe "$file" >/dev/null
  # A file that was changed just now is looked at more closely.
  sleep 3
  "$moonreel" probe "$file" >/dev/null
  again=$(($(least bytes "$moonreel" probe "$file") - own))
  others=$(($(least bytes "${probe[@]}" "$file") - theirs))
  took_others=$(least seconds "${probe[@]}" "$file")
  awk -v name="${file##*/}" -v size="$(stat -c %s "$file")" -v a="$ours" -v c="$again" -v b="$others" \
    -v s="$took" -v t="$took_others" 'BEGIN {
      printf "%-16s %9.2f %12.2f %9.3f %12.2f %6.2f %8.3f %8.3f\n", name, size/1e6, a/1e6, c/1e6, b/1e6, \
        (b > 0 ? a/b : 0), s, t
    }'
done

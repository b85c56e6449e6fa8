#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# media.sh FOLDER SCALE: makes the files that the recipes of docs/cookbook.md use, with MOONREEL=program.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$1 scale=$2

make() {
  "$MOONREEL" render "$folder/media.lua" --set "name=${1%.*}" -q -o "$folder/$1" "${@:2}"
}

mkdir -p "$folder/shots"
# A script finds modules beside itself.
cp scripts/gallery.d/cookbook/media.lua docs/examples/demo/{dunes,tide,lanterns}.lua "$folder"
for clip in a.mp4 b.mp4 c.mp4 ball.mp4 tall.mp4 talk.mp4 green.mp4; do make "$clip" --scale "$scale"; done
make music.wav
for number in 1 2 3; do
  clip=$(cut -d' ' -f"$number" <<<'a b c')
  "$MOONREEL" frame "$folder/$clip.mp4" --at 2 -o "$folder/photo$number.png"
done
"$MOONREEL" render "$folder/ball.mp4" -q --range 0..1 --scale 0.5 -o "$folder/shots/shot_%04d.png"
rm "$folder"/{media,dunes,tide,lanterns}.lua
cp scripts/gallery.d/cookbook/{logo.svg,look.cube} "$folder"
cat >"$folder/talk.srt" <<'SRT'
1
00:00:00,300 --> 00:00:01,900
Everything here
is said once.

2
00:00:03,000 --> 00:00:04,600
And nothing is said twice.
SRT

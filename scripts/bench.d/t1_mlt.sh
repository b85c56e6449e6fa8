#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# T1 and S1 with MLT: writes the film of t1.lua as MLT's XML, as near as its filters come, and melts
# it. Only filters that need no X server are used.
#
#   t1_mlt.sh MEDIA PHOTOS FOLDER_FOR_THE_XML OUTPUT [LINES]
set -euo pipefail

media=$1 photos=$2 work=$3 output=$4 height=${5:-1080}
width=$((height * 16 / 9))

# px N …: lengths at 1080 lines, in pixels of this film
px() {
  awk -v unit="$height" \
    'BEGIN { for (i = 1; i < ARGC; i++) print int(ARGV[i] * unit / 1080 + 0.5) }' "$@"
}

# property NAME VALUE …
property() { printf '<property name="%s">%s</property>' "$@"; }

# places FRAMES PROGRAM: keyframes, one for every fourth frame; the awk program prints what holds at
# `share`
places() {
  awk -v frames="$1" -v w="$width" -v h="$height" "BEGIN { for (f = 0; f <= frames; f += 4) {
    share = f / frames; share = share * share * (3 - 2 * share)
    printf \"%s%d=\", (f ? \";\" : \"\"), f; $2 } }"
}

# move FROM_ZOOM TO_ZOOM FROM_X FROM_Y TO_X TO_Y: where a photograph of 3:2 lies that fills the
# frame
move() {
  places 116 "z = $1 * ($2 / $1) ^ share; tall = w * 2 / 3
    x = w * ($3 + ($5 - $3) * share); y = h * ($4 + ($6 - $4) * share)
    x = x < w / 2 / z ? w / 2 / z : x > w - w / 2 / z ? w - w / 2 / z : x
    y = y < h / 2 / z ? h / 2 / z : y > h - h / 2 / z ? h - h / 2 / z : y
    printf \"%.2f %.2f \", w / 2 - x * z, h / 2 - ((tall - h) / 2 + y) * z
    printf \"%.2f %.2f 1\", w * z, tall * z"
}

# photo NUMBER: its producer, with a Ken Burns move
photo() {
  local move=(1 1.25 0.5 0.5 0.58 0.45)
  (($1 % 2)) || move=(1.25 1 0.42 0.55 0.5 0.5)
  printf '<producer id="photo%s" in="0" out="115">' "$1"
  property length 116 resource "$photos/photo$1.jpg" mlt_service pixbuf
  printf '<filter>'
  property mlt_service affine background color:0 \
    transition.distort 1 transition.rect "$(move "${move[@]}")"
  printf '</filter></producer>\n'
}

# both FROM TO: the last 24 frames of one photograph and the first 24 of the next, as tracks
both() {
  printf '<track producer="photo%s" in="92" out="115"/>' "$1"
  printf '<track producer="photo%s" in="0" out="23"/>' "$2"
}

# change FROM TO PROPERTY VALUE …: a dissolve, or with a luma map a wipe
change() {
  printf '<tractor id="change%s" in="0" out="23">' "$1"
  both "$1" "$2"
  printf '<transition in="0" out="23">'
  property mlt_service luma a_track 0 b_track 1 "${@:3}"
  printf '</transition></tractor>\n'
}

# push FROM TO: one photograph pushes the other out to the left
push() {
  local track
  printf '<tractor id="change%s" in="0" out="23"><track producer="black" in="0" out="23"/>' "$1"
  both "$1" "$2"
  for track in 1 2; do
    printf '<transition in="0" out="23">'
    property mlt_service affine a_track 0 b_track "$track" distort 1 \
      rect "$(places 24 "printf \"%.2f 0 %d %d 1\", ($track - 1 - share) * w, w, h")"
    printf '</transition>'
  done
  printf '</tractor>\n'
}

tracks="" blends="" track_count=1
# over PRODUCER START FRAMES X Y WIDTH HEIGHT OPACITY FADE: a track over the photographs, in pixels
# of this film; FADE is the frames in which it comes and goes
over() {
  local place="$4/$5:$6x$7" last=$(($3 - 1)) keys is_color=0
  keys="0=$place:$8"
  if (($9)); then keys="0=$place:0;$9=$place:$8;$((last - $9))=$place:$8;$last=$place:0"; fi
  [[ " shade accent plate box " != *" $1 "* ]] || is_color=1
  printf '<playlist id="over%s"><blank length="%s"/>' "$track_count" "$2"
  printf '<entry producer="%s" in="0" out="%s"/></playlist>\n' "$1" "$last"
  tracks+="<track producer=\"over$track_count\"/>"
  blends+="<transition in=\"$2\" out=\"$(($2 + last))\">$(
    property mlt_service composite a_track 0 b_track "$track_count" progressive 1 \
      halign centre valign middle fill 0 distort "$is_color" geometry "$keys"
  )</transition>"
  track_count=$((track_count + 1))
}

# still ID PROPERTY VALUE …: a producer for the whole film
still() {
  printf '<producer id="%s" in="0" out="599">' "$1"
  property length 600 "${@:2}"
  printf '</producer>\n'
}

# color ID #AARRGGBB
color() { still "$1" mlt_service color resource "$2"; }

# text ID SIZE WEIGHT COLOR WORDS
text() {
  still "$1" mlt_service pango family "DejaVu Sans" size "$(px "$2")" weight "$3" \
    fgcolour "$4" text "$5"
}

# luma NAME PROGRAM: a map of the order in which a transition reaches the pixels, 0 to 255
luma() {
  local columns=$((width / 4)) rows=$((height / 4))
  {
    printf 'P5\n%d %d\n255\n' "$columns" "$rows"
    LC_ALL=C awk -v w="$columns" -v h="$rows" \
      "BEGIN { for (y = 0; y < h; y++) for (x = 0; x < w; x++) printf \"%c\", int(255 * $2) }"
  } >"$work/$1.pgm"
}

producers() {
  for number in 1 2 3 4 5 6; do photo "$number"; done
  color black '#000000'
  color shade '#99101018'
  color accent '#ff5a3c'
  color plate '#e6101018'
  color box '#aa000000'
  text title 124 700 '#ffffff' "Three roads"
  text subtitle 44 400 '#c8ccd4' "A film of six photographs"
  text name 64 700 '#ffffff' "Harbour light"
  text role 38 400 '#c8ccd4' "Lit at nightfall"
  text line1 48 400 '#ffffff' "Captions are broken into lines"
  text line2 48 400 '#ffffff' "and stay inside the safe area,"
  text line3 48 400 '#ffffff' "on a plate of their own."
  still logo resource "$media/logo.png"
  printf '<producer id="music">%s</producer>\n' "$(property resource "$media/music.m4a")"
}

photographs() {
  change 1 2
  change 2 3 resource "$work/wipe.pgm" softness 0.1
  push 4 5
  change 5 6 resource "$work/iris.pgm" softness 0.02
  local entry
  printf '<playlist id="photos">'
  for entry in photo1:0:91 change1:0:23 photo2:24:91 change2:0:23 photo3:24:115 \
    photo4:0:91 change4:0:23 photo5:24:91 change5:0:23 photo6:24:115; do
    IFS=: read -r producer first last <<<"$entry"
    printf '<entry producer="%s" in="%s" out="%s"/>' "$producer" "$first" "$last"
  done
  printf '</playlist>\n'
}

# shellcheck disable=SC2046 # px prints words
overlays() {
  local caption start
  over shade 0 90 0 0 "$width" "$height" 1 15
  over title 0 90 $(px 0 400 1920 170) 1 15
  over accent 0 90 $(px 830 594 260 6) 1 15
  over subtitle 0 90 $(px 0 620 1920 70) 1 15
  over accent 150 120 $(px 96 872 10 154) 1 15
  over plate 150 120 $(px 106 872 534 154) 1 15
  over name 150 120 $(px 130 872 486 96) 1 15
  over role 150 120 $(px 130 956 290 60) 1 15
  for caption in line1:315:75 line2:402:78 line3:492:78; do
    IFS=: read -r caption start frames <<<"$caption"
    over box "$start" "$frames" $(px 560 946 800 80) 1 0
    over "$caption" "$start" "$frames" $(px 560 946 800 80) 1 0
  done
  over logo 0 600 $(px 1572 43 300 100) 0.8 0
}

film() {
  printf '<mlt><profile description="film" width="%s" height="%s"' "$width" "$height"
  printf ' progressive="1" sample_aspect_num="1" sample_aspect_den="1" display_aspect_num="16"'
  printf ' display_aspect_den="9" frame_rate_num="30" frame_rate_den="1" colorspace="709"/>\n'
  producers
  photographs
  overlays
  printf '<playlist id="sound"><entry producer="music" in="0" out="599"><filter>%s</filter>' \
    "$(property mlt_service volume level '0=-60;15=0;540=0;599=-60')"
  printf '</entry></playlist>\n<tractor id="film" in="0" out="599"><track producer="photos"/>'
  printf '%s<track producer="sound" hide="video"/>%s' "$tracks" "$blends"
  printf '<transition in="0" out="599">%s</transition></tractor></mlt>\n' \
    "$(property mlt_service mix a_track 0 b_track "$track_count" sum 1 always_active 1)"
}

luma wipe "x / w"
luma iris "sqrt(((x - w / 2) ^ 2 + (y - h / 2) ^ 2) / (w * w / 4 + h * h / 4))"
film >"$work/film.mlt"
# threads=0 lets x264 choose; real_time=-2 makes two frames at a time and drops none.
exec melt -silent "xml:$work/film.mlt" -consumer "avformat:$output" f=mp4 \
  vcodec=libx264 preset=veryfast crf=23 pix_fmt=yuv420p threads=0 \
  acodec=aac ab=128k ar=48000 channels=2 real_time=-2 </dev/null >/dev/null 2>&1

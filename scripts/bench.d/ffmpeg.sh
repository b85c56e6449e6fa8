# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # scripts/bench sets what is shared
# The edits of docs/performance.md as ffmpeg command lines.

# ffmpeg_command EDIT OUTPUT: prints the command, one word a line; the clips are in $media.
ffmpeg_command() {
  local edit=$1 output=$2
  local words=(ffmpeg -nostdin -v error -y)
  local encode=(-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -r 30
    -c:a aac -b:a 128k -ar 48000 -ac 2)
  case "$edit" in
    E1)
      words+=(-i "$media/A.mp4" -i "$media/B.mp4" -i "$media/C.mp4" -filter_complex
        "[0:v][0:a][1:v][1:a][2:v][2:a]concat=n=3:v=1:a=1[v][a]" -map "[v]" -map "[a]")
      ;;
    E2)
      words+=(-i "$media/A.mp4" -i "$media/B.mp4" -i "$media/C.mp4" -filter_complex
        "$(ffmpeg_crossfade)" -map "[v]" -map "[a]")
      ;;
    E3)
      words+=(-i "$media/B.mp4" -t 5 -i "$media/A.mp4" -loop 1 -framerate 30 -i "$media/logo.png"
        -i "$media/music.m4a" -filter_complex "$(ffmpeg_template)" -map "[v]" -map "[a]" -t 10)
      ;;
    E4)
      words+=(-i "$media/A.mp4" -filter_complex "$(ffmpeg_effects)" -map "[v]" -map 0:a)
      ;;
    E5)
      words+=(-i "$media/A.mp4" -filter_complex "[0:v]setpts=PTS/2,fps=30[v];[0:a]atempo=2[a]"
        -map "[v]" -map "[a]")
      ;;
    E6)
      words+=(-i "$media/A.mp4" -t 7)
      encode=(-c copy)
      ;;
    E7)
      words+=(-i "$media/A.mp4" -i "$media/B.mp4" -i "$media/C.mp4"
        -filter_complex "$(ffmpeg_grid)" -map "[v]" -an -t 10)
      ;;
    E6R) words+=(-i "$media/A.mp4" -t 7) ;;
  esac
  printf '%s\n' "${words[@]}" "${encode[@]}" -f mp4 "$output"
}

ffmpeg_crossfade() {
  local video="[0:v][1:v]xfade=transition=fade:duration=1:offset=9[ab];"
  video+="[ab][2:v]xfade=transition=fade:duration=1:offset=18,fade=t=out:st=27:d=1[v];"
  local audio="[0:a][1:a]acrossfade=d=1:c1=tri:c2=tri[aab];"
  audio+="[aab][2:a]acrossfade=d=1:c1=tri:c2=tri,afade=t=out:st=27:d=1:curve=tri[a]"
  printf '%s' "$video$audio"
}

# A clip over another, a logo, a title of two lines, and music under the speech.
ffmpeg_template() {
  local fade="if(lt(t,1.5),(t-1)/0.5,if(lt(t,4.5),1,(5-t)/0.5))"
  local text="drawtext=fontfile=$title_font:fontsize=72:fontcolor=white:x=(w-tw)/2"
  text+=":enable='between(t,1,4.9999)':alpha='$fade'"
  local gain="if(lt(t,2),1,if(lt(t,3),1-0.8*(t-2),if(lt(t,7),0.2,"
  gain+="if(lt(t,8),0.2+0.8*(t-7),if(lt(t,9),1,max(0,10-t))))))"
  local pictures="[1:v]scale=960:540,format=yuva420p,fade=t=in:st=0:d=1:alpha=1,"
  pictures+="fade=t=out:st=4:d=1:alpha=1,setpts=PTS+2/TB[pip];"
  pictures+="[2:v]format=rgba,colorchannelmixer=aa=0.8,format=yuva420p,trim=end_frame=1[logo];"
  pictures+="[0:v][pip]overlay=x='80+160*(t-2)':y='60+84*(t-2)':eof_action=pass[v1];"
  pictures+="[v1][logo]overlay=x=1280:y=840:eof_action=repeat,"
  pictures+="$text:y=700:text='Peers measured',$text:y=790:text='a two-line title'[v];"
  local sound="[3:a]atrim=end=10,volume='$gain':eval=frame[mus];"
  sound+="[0:a][mus]amix=inputs=2:normalize=0:duration=first[a]"
  printf '%s' "$pictures$sound"
}

# Blur, saturation, tone curve, then a turn and an enlargement about the centre: each corner of the
# output samples the source at centre + turn(-angle) / scale of the corner.
ffmpeg_effects() {
  local scale="(1+0.5*(on-1)/300)" angle="(5*PI/180*(on-1)/300)"
  local x0=-W/2 y0=-H/2 x1=W/2 y1=-H/2 x2=-W/2 y2=H/2 x3=W/2 y3=H/2 corners="" k x y
  for k in 0 1 2 3; do
    x=x$k y=y$k
    corners+=":x$k='W/2+((${!x})*cos($angle)+(${!y})*sin($angle))/$scale'"
    corners+=":y$k='H/2+(-(${!x})*sin($angle)+(${!y})*cos($angle))/$scale'"
  done
  local luma="clip((val-16)/219,0,1)"
  local curve="lutyuv=y='16+219*($luma+0.32*$luma*(1-$luma))'"
  local blur="gblur=sigma=8:planes=1,gblur=sigma=4:planes=6"
  printf '%s' "[0:v]$blur,eq=saturation=1.3,$curve,perspective=eval=frame:sense=source:interpolation=linear$corners[v]"
}

# Nine copies of three clips over a gradient: made small once, turned, brought to size, laid over each other.
ffmpeg_grid() {
  local chain="gradients=s=1920x1080:c0=0x101018:c1=0x303060:x0=0:y0=0:x1=1919:y1=0:n=2,trim=end_frame=1,"
  chain+="loop=-1:1:0,setpts=N/30/TB,format=yuv420p[l0];"
  local column row index=0 sign
  for column in 0 1 2; do
    chain+="[$column:v]scale=704:396:flags=bilinear,format=yuva420p,colorchannelmixer=aa=0.85,"
    chain+="split=3[s${column}0][s${column}1][s${column}2];"
  done
  for row in 0 1 2; do
    for column in 0 1 2; do
      sign=$(((row + column) % 2 == 0 ? 1 : -1))
      chain+="[s$column$row]rotate=a='$sign*PI/12*t/10':c=black@0:ow='rotw(PI/12)':oh='roth(PI/12)',"
      chain+="scale=w='iw*(0.9+0.02*t)/1.1':h='ih*(0.9+0.02*t)/1.1':eval=frame:flags=bilinear[r$index];"
      chain+="[l$index][r$index]overlay=eval=frame:x='$((320 + 640 * column))-w/2':y='$((180 + 360 * row))-h/2'[l$((index + 1))];"
      index=$((index + 1))
    done
  done
  printf '%s' "${chain}[l9]null[v]"
}

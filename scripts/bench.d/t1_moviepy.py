# SPDX-License-Identifier: MIT
"""T1 and S1 with MoviePy 2: the film of t1.lua, as near as its clips and masks come.

t1_moviepy.py MEDIA PHOTOS BOLD_FONT OUTPUT [LINES]
"""

import sys

import numpy as np
from moviepy import AudioFileClip, ColorClip, CompositeVideoClip, ImageClip, TextClip, VideoClip
from moviepy import afx, vfx
from PIL import Image

media, photos, bold_font, output = sys.argv[1:5]
plain_font = bold_font.replace("-Bold", "")
height = int(sys.argv[5]) if len(sys.argv) > 5 else 1080
width, fps = height * 16 // 9, 30
unit = height / 1080
change = 24 / fps  # seconds of a transition
length = 116 / fps  # seconds of a photograph
there = 0.5  # seconds in which words come and go


def smooth(share):
    return share * share * (3 - 2 * share)


def photo(number, zooms, points):
    """A photograph that fills the frame, with a Ken Burns move."""
    picture = Image.open(f"{photos}/photo{number}.jpg").convert("RGB")
    shown = picture.width / width  # pixels of the photograph for each of the frame
    above = (picture.height - height * shown) / 2

    def frame(t):
        share = smooth(min(1, max(0, t / length)))
        zoom = zooms[0] * (zooms[1] / zooms[0]) ** share
        box = []
        for side, first, last in zip((width, height), *points):
            half = side / 2 / zoom
            middle = (first + (last - first) * share) * side
            middle = min(max(middle, half), side - half)
            box.append((middle - half, middle + half))
        (left, right), (top, bottom) = box
        corners = (left * shown, above + top * shown, right * shown, above + bottom * shown)
        return np.asarray(picture.resize((width, height), Image.Resampling.BICUBIC, box=corners))

    return VideoClip(frame, duration=length)


def masked(clip, mask):
    return clip.with_mask(VideoClip(mask, is_mask=True, duration=clip.duration))


def wipe(t):
    edge, soft = t / change * 1.1, 0.1
    row = np.clip((edge - (np.arange(width) + 0.5) / width) / soft, 0, 1)
    return np.broadcast_to(row, (height, width))


across, down = np.meshgrid(np.arange(width) - width / 2, np.arange(height) - height / 2)
distance = np.hypot(across, down)


def iris(t):
    radius = smooth(t / change) * np.hypot(width, height) / 2
    return np.clip((radius - distance) / (0.01 * height) + 0.5, 0, 1)


def pushed(clip, start):
    """`clip`, moving by one frame's width to the left from `start` widths to the right."""
    return clip.with_position(lambda t: (round((start - smooth(t / change)) * width), 0))


def photographs():
    """The photographs with the transitions between them, one after another in time."""
    in_, out = ((1, 1.25), ((0.5, 0.5), (0.58, 0.45))), ((1.25, 1), ((0.42, 0.55), (0.5, 0.5)))
    clips = [photo(number + 1, *(out if number % 2 else in_)) for number in range(6)]
    starts = [frame / fps for frame in (0, 92, 184, 300, 392, 484)]
    comes = [None, "dissolve", "wipe", None, "push", "iris"]
    parts = []
    for clip, start, way, next_way in zip(clips, starts, comes, [*comes[1:], None]):
        coming, rest = clip.subclipped(0, change), clip.subclipped(change)
        if way == "dissolve":
            coming = coming.with_effects([vfx.CrossFadeIn(change)])
        elif way == "wipe":
            coming = masked(coming, wipe)
        elif way == "push":
            coming = pushed(coming, 1)
        elif way == "iris":
            coming = masked(coming, iris)
        parts.append(coming.with_start(start))
        if next_way == "push":
            end = length - change
            parts.append(clip.subclipped(change, end).with_start(start + change))
            parts.append(pushed(clip.subclipped(end), 0).with_start(start + end))
        else:
            parts.append(rest.with_start(start + change))
    return parts


def shown(clip, start, duration, place):
    """`clip` for a while at a place, fading in and out."""
    fades = [vfx.CrossFadeIn(there), vfx.CrossFadeOut(there)]
    return clip.with_start(start).with_duration(duration).with_position(place).with_effects(fades)


def bar(size, color, opacity=1):
    return ColorClip([round(side * unit) for side in size], color).with_opacity(opacity)


def words(text, size, color="white", face=plain_font):
    pixels = round(size * unit)
    margin = (4, pixels // 4)  # for what hangs below the line
    return TextClip(face, text=text, font_size=pixels, color=color, margin=margin)


def at(x, y):
    return round(x * unit), round(y * unit)


def overlays():
    plain, accent, muted = (16, 16, 24), (255, 90, 60), "#c8ccd4"
    parts = [
        shown(bar((1920, 1080), plain, 0.6), 0, 3, (0, 0)),
        shown(words("Three roads", 124, face=bold_font), 0, 3, ("center", round(385 * unit))),
        shown(bar((260, 6), accent), 0, 3, ("center", round(594 * unit))),
        shown(words("A film of six photographs", 44, muted), 0, 3, ("center", round(616 * unit))),
        shown(bar((10, 154), accent), 5, 4, at(96, 872)),
        shown(bar((534, 154), plain, 0.9), 5, 4, at(106, 872)),
        shown(words("Harbour light", 64, face=bold_font), 5, 4, at(130, 868)),
        shown(words("Lit at nightfall", 38, muted), 5, 4, at(130, 950)),
    ]
    lines = [
        (10.5, 2.5, "Captions are broken into lines"),
        (13.4, 2.6, "and stay inside the safe area,"),
        (16.4, 2.6, "on a plate of their own."),
    ]
    for start, duration, text in lines:
        caption = words(text, 48)
        plate = bar((caption.w / unit + 48, 80), (0, 0, 0), 0.67)
        for clip, y in ((plate, 946), (caption, 947)):
            place = ("center", round(y * unit))
            parts.append(clip.with_start(start).with_duration(duration).with_position(place))
    logo = ImageClip(f"{media}/logo.png").resized(height / 2160).with_opacity(0.8)
    place = (round(width * 0.975) - logo.w, round(height * 0.04))
    return [*parts, logo.with_duration(20).with_position(place)]


music = AudioFileClip(f"{media}/music.m4a").subclipped(0, 20)
film = CompositeVideoClip([*photographs(), *overlays()], size=(width, height))
film = film.with_duration(20).with_audio(
    music.with_effects([afx.AudioFadeIn(0.5), afx.AudioFadeOut(2)])
)
film.write_videofile(
    output,
    fps=fps,
    codec="libx264",
    preset="veryfast",
    audio_codec="aac",
    audio_bitrate="128k",
    audio_fps=48000,
    temp_audiofile=output + ".m4a",
    ffmpeg_params=["-crf", "23", "-pix_fmt", "yuv420p"],
    logger=None,
)

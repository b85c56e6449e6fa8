---@meta moonreel
-- SPDX-License-Identifier: MIT

---Seconds, a timecode ("00:00:05:12", or ";" before the frames for drop-frame), or `mr.frames(n)`; the
---last two are counted at the rate of whoever receives them: edits at the timeline's, layers and mixes at
---that of the composition or export they go into. Where no rate is known they are an error.
---@alias moonreel.Time number|string|moonreel.FrameCount

---Half-open: `{ start, stop }` or `{ from =, duration = }`.
---@alias moonreel.Range moonreel.Time[]|{ from?: moonreel.Time, duration?: moonreel.Time }

---Pixels, or a share such as "50%": of the composition for what is placed in it (transforms of layers), of
---the picture for what a picture's own methods do, of the clip's frame for crops of layers. In a callback
---without such a picture, of the frame that is drawn.
---@alias moonreel.Length number|string

---`{ width, height }` in pixels or shares.
---@alias moonreel.Size moonreel.Length[]

---`{ width, height }` in whole pixels.
---@alias moonreel.PixelSize integer[]

---`{ x, y }` in pixels or shares, the origin top-left.
---@alias moonreel.Point moonreel.Length[]

---`{ x, y, width, height }` in pixels or shares.
---@alias moonreel.Rect moonreel.Length[]

---`"#rrggbb"`, `"#rrggbbaa"`, a name, `{ red, green, blue, alpha }` of 0 to 1, or `mr.color(…)`.
---@alias moonreel.Color string|number[]|moonreel.Image

---Frames a second: 25, 29.97 (30000/1001) or `"30000/1001"`.
---@alias moonreel.Rate number|string

---@alias moonreel.MediaKind "video"|"audio"|"subtitle"|"metadata"

---A count of frames at a rate that is not known yet.
---@class moonreel.FrameCount

---@class moonreel.AssetOptions
---@field on_error? "error"|"conceal" what becomes of frames and sound that cannot be decoded: an error, or the last good frame (silence) and one warning with a count (default "conceal"; "error" with `--strict-media`)
---@field gaps? "close"|"keep"        what becomes of gaps where a recording's time stamps jump forward: what follows joins what came before, or the gap stays (default "close")
---@field fps? moonreel.Rate          the rate of numbered pictures (default 25)
---@field color? moonreel.ColorTags   colour tags that overrule the file's, profiles included; of stills only primaries and transfer
---@field deinterlace? "auto"|"on"|"off"  whether frames of two fields become frames of one moment (default: where they are flagged)
---@field video_decoder? string        what decodes the pictures: libav's name of a decoder, such as "libdav1d" or "h264_qsv", or a kind of device, such as "vaapi" (docs/presets.md); where it is missing that is an error; default: the usual one, in software
---@field variant? "highest"|"lowest"|integer|{ bandwidth: integer }  which of the sizes and rates of a stream on a server is read: the best of at most so many lines, or of so many bits a second (default "highest")

---@class moonreel.TimelineOptions
---@field fps? moonreel.Rate  the rate of frames and timecodes and of the automatic composition (default: that of the fastest pictures)

---Everything that scripts see; `local mr = require "moonreel"`.
---@class moonreel
---@field samples { clips: string[] }  paths of clips that Moonreel makes itself, for `sample`
---@field presets string[]             the names of the export presets
local mr = {}

---Opens a file, or numbered pictures such as "shot_%04d.png". A relative path is looked up beside the
---script, then in the working folder.
---@param path string
---@param options? moonreel.AssetOptions
---@return moonreel.Asset
function mr.asset(path, options) end

---A timeline without tracks.
---@param options? moonreel.TimelineOptions
---@return moonreel.Timeline
function mr.timeline(options) end

---How the tracks become one picture. With a timeline as the first argument, size, rate and instructions
---that are not given come from it: every clip upright, fitted whole, the last track on top.
---@param options moonreel.VideoCompositionOptions|moonreel.Timeline
---@param more? moonreel.VideoCompositionOptions  after a timeline
---@return moonreel.VideoComposition
function mr.video_composition(options, more) end

---How one video track is drawn while an instruction is in force.
---@param track moonreel.Track
---@return moonreel.LayerInstruction
function mr.layer_instruction(track) end

---Volumes that all are 1 until set.
---@return moonreel.AudioMix
function mr.audio_mix() end

---What is to be written, to be returned by the script; the host writes the file.
---@param options moonreel.ExportOptions
---@return moonreel.Export
function mr.export(options) end

---Declares what the script may be given with `--set name=value` or `--params file.json`, and returns the
---values by name. Reading a name that is not declared is an error.
---@param declarations table<string, moonreel.ParameterDeclaration>
---@return table<string, any>
function mr.params(declarations) end

---The text of a file of at most 16 MiB in UTF-8, found as media files are.
---@param path string
---@return string
function mr.read_text(path) end

---Where the files of a cut are looked for, and how its times are counted.
---@class moonreel.ImportOptions
---@field media? string|string[]  folders in which files are looked for by their names, also in the folders that lie in them
---@field fps? number|string      the rate of a cut that does not say it (.edl)

---The cut of another program as a composition: OpenTimelineIO (`.otio`, and `.otioz` with its media), Final Cut Pro's XML
---(`.fcpxml`) or an edit decision list (`.edl`). It is what the script does that `moonreel import` writes. Files are taken
---from where the cut says, from beside it, or by their names from `media`; a slate stands for what is not found, and a
---warning says so. What lies in an `.otioz` is unpacked into the cache.
---@param path string
---@param options? moonreel.ImportOptions
---@return moonreel.Composition
function mr.otio(path, options) end

---What a JSON file holds, as tables, text, numbers and truth values. `null` is nil, and false in a list, so that the list
---has no gaps.
---@param path string
---@return any
function mr.read_json(path) end

---The rows of a CSV file (RFC 4180): a table for each, by the names in the first line. Fields are text unless `numbers` is
---given.
---@param path string
---@param options? moonreel.CSVOptions
---@return table[]
function mr.read_csv(path, options) end

---@class moonreel.CSVOptions
---@field delimiter? string   what stands between fields (default: a comma, or a semicolon or tab where the first line has those and no comma)
---@field header? boolean     whether the first line names the columns (default true); without, each row is a list
---@field numbers? boolean    whether fields that are numbers become numbers (default false)

---A time of `count` frames at the rate of whoever receives it.
---@param count integer
---@return moonreel.FrameCount
function mr.frames(count) end

---A colour, which is also a picture that is this colour everywhere.
---@param color moonreel.Color
---@return moonreel.Image
function mr.color(color) end

---@class moonreel.ParameterDeclaration
---@field [1] "string"|"text"|"number"|"integer"|"boolean"|"color"|"file"|"files"|"choice"|"time"|"list"|"table"
---@field default? any        the value where none is given
---@field required? boolean   whether one must be given
---@field doc? string         what it is for
---@field sample? any         the value that `moonreel check` uses where a required one is missing
---@field min? number         the least number
---@field max? number         the greatest number
---@field choices? string[]   the names to choose from
---@field of? "string"|"text"|"number"|"integer"|"boolean"|"color"|"file"|"choice"|"time"  what the items of a list are (default "string")

---A loudness after EBU R128: LUFS from -60 to -5, or a name: "broadcast" is -23, "streaming" -14, "podcast" -16.
---@alias moonreel.Loudness number|"broadcast"|"streaming"|"podcast"|moonreel.LoudnessOptions

---@class moonreel.LoudnessOptions
---@field target number|"broadcast"|"streaming"|"podcast"  the loudness
---@field true_peak? number  what the true peak must not exceed, in dBTP, -20 to 0 (default: -1 for a film, no limit for a layer, whose gain is lower where it would)

---@class moonreel.ExportOptions
---@field [1] moonreel.Timeline|moonreel.Asset|moonreel.VideoComposition  what is written
---@field video? moonreel.VideoComposition  how pictures are composed (default: from the timeline)
---@field audio? moonreel.AudioMix          how sound is mixed
---@field preset? string                    one of `mr.presets`
---@field container? string                 the kind of file (default: by its name)
---@field video_codec? string               "h264", "hevc", "vp9", "av1", "prores422", "ffv1" … (docs/presets.md has all, by the kind of file)
---@field video_encoder? string             the encoder by libav's name, such as "h264_vaapi" (docs/presets.md); default: the usual one, in software
---@field audio_codec? string               "aac", "opus", "flac", "mp3", "pcm16" …; "copy": the packets of the one file that is heard
---@field quality? number                   picture quality, 0 (smallest) to 1 (best)
---@field video_bit_rate? integer           bits a second of the pictures
---@field passes? 1|2                       how often the pictures are drawn and encoded: 2 comes nearer to `video_bit_rate` (default 1)
---@field audio_bit_rate? integer           bits a second of the sound
---@field video_options? table<string, string|number|boolean>  options of the encoder by its own names
---@field audio_options? table<string, string|number|boolean>  options of the encoder by its own names
---@field alpha? boolean                    whether alpha is stored
---@field chroma? "4:2:0"|"4:2:2"|"4:4:4"   chroma subsampling (default: the codec's usual one)
---@field bit_depth? 8|10|12|16             bits of a component (default: the codec's usual ones)
---@field sample_rate? integer              samples a second (default 48000)
---@field channels? "mono"|"stereo"|"quad"|"5.1"|"7.1"   the loudspeakers (default "stereo")
---@field size? moonreel.PixelSize          of the picture, where `video` is not given
---@field fps? moonreel.Rate                of the picture, where `video` is not given
---@field render_quality? "draft"|"good"|"best"  care where pictures are scaled and turned (default "good")
---@field scale? number                     output pixels per composition pixel (default 1)
---@field range? moonreel.Range             the stretch that is written (default: all)
---@field hdr? "tone_map"|"keep"            what becomes of HDR clips, where `video` is not given: mapped into BT.709, or kept, with 10 bits and the first one's transfer (default "tone_map")
---@field metadata? table<string, string>   the file's tags
---@field metadata_filter? "all"|"none"|"for_sharing"|string[]  which tags are written
---@field chapters? { range: moonreel.Range, title?: string }[]  on the output's clock
---@field optimize_for_network? boolean     the index at the front of MP4 and MOV (default true)
---@field file_length_limit? integer        bytes that the file may not exceed
---@field passthrough? "never"|"automatic"|"required"  whether packets may be copied (default "never")
---@field incremental? boolean  whether only what no earlier export has is rendered, as --incremental says (default false)
---@field smart? boolean                   whether packets are copied where the film shows one clip as it is, and the rest is encoded (default: in cuts of clips of which nothing says how they are encoded)
---@field pitch? moonreel.PitchAlgorithm    how sound at another speed is made (default "spectral")
---@field loudness? moonreel.Loudness       the whole sound is brought to this, its true peak below a limit (default: as it is mixed)
---@field sound_tracks? moonreel.SoundTrackOptions[]  the tracks of sound in the file, each a part of the mix (default: one with all of it)
---@field also? moonreel.AdditionalOutput[]  files that are written at once, from the same pictures and sound
---@field renditions? moonreel.Rendition|moonreel.Rendition[]  the sizes of a stream (.m3u8, .mpd), all from one pass (default: one)
---@field segment_seconds? number          about how long a segment of a stream is, 1 to 60 (default 6)
---@field include_video? boolean            whether pictures are written (default true)
---@field include_audio? boolean            whether sound is written (default true)
---@field include_subtitles? boolean        whether the timeline's subtitle tracks are written where the file can hold them (default true)
---@field subtitle_codec? "mov_text"|"subrip"|"ass"|"webvtt"  the form of the captions (default: MP4 and MOV hold mov_text; MKV subrip, and ass or webvtt where asked for; WebM webvtt)

---Another file that is written beside the main one, from the same pictures and sound. What is left out follows from its name.
---@class moonreel.AdditionalOutput
---@field path string                     its name; `{name}` stands for that of the main file: "{name}-720p.mp4"
---@field width? integer                  of the pictures in pixels; their proportions stay
---@field height? integer                 of the pictures in pixels, in place of `width`
---@field scale? number                   output pixels per composition pixel, in place of `width` (default: as the main file)
---@field preset? string                  one of `mr.presets`
---@field container? string               the kind of file
---@field video_codec? string             as of the main file
---@field video_encoder? string           as of the main file
---@field audio_codec? string             as of the main file
---@field quality? number                 picture quality, 0 (smallest) to 1 (best)
---@field video_bit_rate? integer         bits a second of the pictures
---@field passes? 1                       files that are written at once are encoded in one pass
---@field audio_bit_rate? integer         bits a second of the sound
---@field video_options? table<string, string|number|boolean>  options of the encoder by its own names
---@field audio_options? table<string, string|number|boolean>  options of the encoder by its own names
---@field alpha? boolean                  whether alpha is stored
---@field chroma? "4:2:0"|"4:2:2"|"4:4:4" chroma subsampling
---@field bit_depth? 8|10|12|16           bits of a component
---@field sample_rate? integer            samples a second (default: as the main file)
---@field channels? "mono"|"stereo"|"quad"|"5.1"|"7.1"  the loudspeakers (default: as the main file)
---@field optimize_for_network? boolean   the index at the front of MP4 and MOV (default true)
---@field include_video? boolean          whether pictures are written (default true)
---@field include_audio? boolean          whether sound is written (default true)
---@field include_subtitles? boolean      whether captions are written (default true)
---@field subtitle_codec? "mov_text"|"subrip"|"ass"|"webvtt"  the form of the captions
---@field renditions? moonreel.Rendition|moonreel.Rendition[]  the sizes of a stream
---@field segment_seconds? number         about how long a segment of a stream is, 1 to 60 (default 6)

---One of the sizes of a stream: `"720p"` is 720 pixels along the shorter side, and a table says more about it.
---@alias moonreel.Rendition string|moonreel.RenditionOptions

---@class moonreel.RenditionOptions
---@field [1] string               its size: "720p"
---@field quality? number          picture quality, 0 (smallest) to 1 (best) (default: the stream's)
---@field video_bit_rate? integer  bits a second of the pictures (default: by the quality)

---One of several tracks of sound in a file: the mix, or a part of it. What is left out still steers effects that listen to
---it: music ducks under a voice that is not heard.
---@class moonreel.SoundTrackOptions
---@field solo? moonreel.Sound|moonreel.Sound[]  nothing but these is heard: what comes together in them, and where they go
---@field mute? moonreel.Sound|moonreel.Sound[]  these are not heard
---@field language? string                as a tag: "en", "pt-BR"
---@field title? string                   what players call the track
---@field default? boolean                whether players choose it unless told otherwise (default: the first is chosen)
---@field channels? "mono"|"stereo"|"quad"|"5.1"|"7.1"   its loudspeakers (default: the film's)

---What is heard of a mix: the sound of a layer, of a bus, or of a track of a timeline.
---@alias moonreel.Sound moonreel.Layer|moonreel.SoundBus|moonreel.Track

---What `mr.export` returns.
---@class moonreel.Export

return mr

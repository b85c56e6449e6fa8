---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---What a picture's numbers mean: a name, or parts that overrule BT.709's.
---@alias moonreel.ColorTags "bt709"|"bt601_525"|"bt601_625"|"bt2020"|"bt2020_pq"|"bt2020_hlg"|"display_p3"|"srgb"|{ matrix?: string, transfer?: string, primaries?: string, range?: string, siting?: string }

---A file and its streams.
---@class moonreel.Asset
---@field path string                      the file as it was opened
---@field format? string                   the container, such as "mov,mp4,m4a,3gp,3g2,mj2"
---@field duration number                  seconds
---@field is_timing_precise boolean        whether timing was read exactly
---@field tracks moonreel.AssetTrack[]     the streams in the file's order
---@field video moonreel.AssetTrack        the first picture track; nil where there is none
---@field audio moonreel.AssetTrack        the first sound track; nil where there is none
---@field metadata table<string, string>   the container's tags
---@field common_metadata moonreel.CommonMetadata  what the file says, by common names
---@field preferred_rate number            how fast the file wants to be played (1 where it says nothing)
---@field preferred_volume number          how loud, as a factor (1 where it says nothing)
---@field chapters { range: number[], title?: string }[]
local Asset = {}

---The tracks of one kind.
---@param kind moonreel.MediaKind
---@return moonreel.AssetTrack[]
function Asset:tracks_of(kind) end

---What a file says of itself, by names that are the same for all containers; dates and places as the file writes them.
---@class moonreel.CommonMetadata
---@field title? string
---@field artist? string
---@field album? string
---@field author? string
---@field contributor? string
---@field creation_date? string
---@field modification_date? string
---@field location? string      ISO 6709 in files of cameras: "+48.2082+016.3738/"
---@field description? string
---@field subject? string
---@field type? string          the genre
---@field copyright? string
---@field publisher? string
---@field make? string          of the camera
---@field model? string
---@field software? string
---@field identifier? string
---@field language? string

---What a file marks a track for.
---@alias moonreel.TrackRole "default"|"original"|"dub"|"commentary"|"lyrics"|"karaoke"|"forced"|"hearing_impaired"|"visual_impaired"|"clean_effects"|"captions"|"descriptions"|"dependent"

---The tracks of one kind, of which one at a time is meant to be used: languages of sound, subtitles.
---@param kind "video"|"audio"|"subtitle"
---@return { options: moonreel.AssetTrack[], default?: moonreel.AssetTrack, allows_none: boolean }
function Asset:selection(kind) end

---The track for who would like `languages`, the best first ("de", "deu" and "ger" are one, "pt-BR" one of "pt"): the
---first in one of them that has all of `roles` and no special role besides. Where there is none: the default one for
---pictures and sound, nil for subtitles.
---@param kind "video"|"audio"|"subtitle"
---@param languages? string|string[]
---@param roles? moonreel.TrackRole|moonreel.TrackRole[]
---@return moonreel.AssetTrack?
function Asset:select(kind, languages, roles) end

---One stream of a file. What concerns pictures or sound is nil on other tracks.
---@class moonreel.AssetTrack
---@field id integer                       the container's identifier
---@field stream integer                   the index in the file
---@field kind moonreel.MediaKind
---@field path string
---@field codec string                     such as "h264"
---@field range number[]                   `{ start, stop }` on the asset's clock
---@field start number                     when the first sample is presented
---@field duration number
---@field time_base string                 such as "1/90000"
---@field data_rate? integer               bits a second
---@field language? string
---@field title? string
---@field roles moonreel.TrackRole[]       what the file marks it for
---@field metadata table<string, string>
---@field enabled boolean
---@field on_error "error"|"conceal"
---@field gaps "close"|"keep"
---@field coded_size? integer[]            as stored
---@field natural_size? integer[]          at square pixels, before orientation
---@field display_size? integer[]          upright
---@field pixel_aspect? string             such as "1" or "16/11"
---@field preferred_transform? moonreel.Transform  the map that turns the frame upright
---@field fps? number
---@field min_frame_duration? number
---@field is_variable_frame_rate? boolean
---@field requires_frame_reordering? boolean
---@field field_order? "top_first"|"bottom_first"  where frames are said to hold two moments
---@field deinterlace? "auto"|"on"|"off"
---@field video_decoder? string            as it was asked for; nil: the usual one
---@field pixel_format? string
---@field is_native_format? boolean
---@field has_alpha? boolean
---@field is_still_image? boolean
---@field color? { matrix: string, transfer: string, primaries: string, range: string, siting: string }
---@field color_profile? string    what the colour profile of a still or an animation calls itself
---@field is_color_tagged? boolean
---@field sample_rate? integer
---@field channels? string[]
---@field layout? string
local AssetTrack = {}

---The map that turns its pictures upright and fits them into a size.
---@param size moonreel.Size
---@param mode? moonreel.FitMode  (default "contain")
---@return moonreel.Transform
function AssetTrack:fitted_transform(size, mode) end

---Something that makes pictures or sound without a file.
---@class moonreel.Source
---@field kind moonreel.MediaKind
---@field duration? number          nil where it never ends
---@field fps? number        nil where it has a picture at every time
---@field natural_size? integer[]   nil for sound
---@field tempo? number             of `mr.source.music`: quarter notes a minute as they are played
---@field bar? number               of `mr.source.music`: seconds of a bar
local Source = {}

---The map that turns its pictures upright and fits them into a size.
---@param size moonreel.Size
---@param mode? moonreel.FitMode  (default "contain")
---@return moonreel.Transform
function Source:fitted_transform(size, mode) end

---What it shows at a time, for other sources and callbacks that draw with it.
---@param time moonreel.Time        on its own clock
---@param context moonreel.Context  of the frame that is drawn
---@return moonreel.Image
function Source:image(time, context) end

---Generators to be placed on tracks.
---@class moonreel.sources
mr.source = {}

---A picture that stands still.
---@param options { [1]: moonreel.Image, size?: moonreel.Size, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.image(options) end

---A test card whose sweep goes round once a period (default 4 seconds).
---@param options { size: moonreel.Size, fps?: moonreel.Rate, period?: moonreel.Time, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.test_card(options) end

---Colours that drift across the picture, once round a period (default 24 seconds).
---@param options? { colors?: moonreel.Color[], size?: moonreel.Size, period?: moonreel.Time, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.gradient(options) end

---Soft lights that wander before a dark ground.
---@param options? { palette?: "dusk"|"lagoon"|"ember"|"aurora", seed?: integer, count?: integer, size?: moonreel.Size, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.lights(options) end

---A sound as a picture: what is heard, and which stretch of it is seen.
---@class moonreel.SoundPictureOptions
---@field sound moonreel.Asset|moonreel.AssetTrack|moonreel.Source|moonreel.Composition|moonreel.Timeline  measured once, when the first picture is drawn
---@field size moonreel.Size
---@field range? moonreel.Range     in seconds of the sound, up to six hours (default: all of it); the picture's time 0 is its start

---@class moonreel.MovingSoundPictureOptions : moonreel.SoundPictureOptions
---@field window? number            so many seconds are seen at once, and move with the playhead, 0.001 to 21600 (default: all is seen)
---@field playhead? moonreel.Color  the colour of a line at the moment that is heard (default: no line)
---@field playhead_width? number    in pixels, 0.1 to 1000 (default 2)
---@field playhead_at? number       where it stands in a window, as a share of the width (default 0.5)

---@class moonreel.WaveformOptions : moonreel.MovingSoundPictureOptions
---@field style? "filled"|"lines"|"bars"  the area that samples swing through, lines around it, or bars as high as the loudest of them (default "filled")
---@field channels? "mixed"|"each"        their mean, or each in a lane of its own (default "mixed")
---@field color? moonreel.Color           (default "white")
---@field played_color? moonreel.Color    of what was heard (default: the same)
---@field background? moonreel.Color      (default: transparent)
---@field gain? number                    how much larger than life samples are drawn, 0.01 to 1000 (default 1)
---@field thickness? number               of lines, in pixels, 0.1 to 1000 (default 2)
---@field bar_width? number               in pixels, 0.5 to 1000 (default 6)
---@field bar_gap? number                 between bars, in pixels, 0 to 1000 (default 3)

---@class moonreel.SpectrogramOptions : moonreel.MovingSoundPictureOptions
---@field low? number               the lowest frequency, in hertz, 20 to 20000 (default 40)
---@field high? number              the highest, 20 to 20000 (default 16000)
---@field scale? "log"|"linear"     whether octaves or hertz are equally high (default "log")
---@field floor? number             what has the first colour, in decibels of full scale, -120 to 6 (default -80)
---@field ceiling? number           what has the last one (default 0)
---@field colors? moonreel.Color[]  1 to 64, from quiet to loud (default: black, violet, red, orange, pale yellow)

---@class moonreel.LevelsOptions : moonreel.SoundPictureOptions
---@field style? "spectrum"|"meters"  a bar for each band of frequencies, or for each channel (default "spectrum")
---@field bars? integer             bands, 1 to 104 (default 24)
---@field low? number               the lowest frequency, in hertz, 20 to 20000 (default 40)
---@field high? number              the highest, 20 to 20000 (default 16000)
---@field scale? "log"|"linear"     whether bands are equally wide in octaves or in hertz (default "log")
---@field floor? number             what has no bar, in decibels of full scale, -120 to 6 (default -60)
---@field ceiling? number           what has the highest bar (default 0)
---@field fall? number              decibels a second by which bars fall, 5 to 10000 (default 40)
---@field color? moonreel.Color     (default "white")
---@field background? moonreel.Color  (default: transparent)
---@field gap? number               the share of a bar's room that is left free, 0 to 0.95 (default 0.25)

---The waveform of a sound: all of it, or a window that moves with the playhead.
---@param options moonreel.WaveformOptions
---@return moonreel.Source
function mr.source.waveform(options) end

---The spectrogram of a sound: time goes to the right, frequencies go up, colours say how loud they are.
---@param options moonreel.SpectrogramOptions
---@return moonreel.Source
function mr.source.spectrogram(options) end

---Bars that show how loud a sound is at the moment. They rise at once and fall evenly.
---@param options moonreel.LevelsOptions
---@return moonreel.Source
function mr.source.levels(options) end

---A small band that plays from a seed; `tempo` in beats a minute, 40 to 200 (default: as the mood has them; "warm" 92). With
---a duration the piece ends well: it has whole bars, a little faster or slower, and its last chord rings out in the last one.
---@param options? { seed?: integer, mood?: "warm"|"bright"|"calm"|"tense"|"driving", tempo?: number, gain?: number, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.music(options) end

---The pictures of a kernel that reads none, such as `kernel:with { … }`: as large as the frame in which a layer shows it unless
---told otherwise.
---@param options { [1]: moonreel.Kernel, size?: moonreel.Size, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.kernel(options) end

---Pictures drawn by a function of time. `fit` is how a layer shows it that does not say (default "contain"); with
---`clip = false` what lies outside the size is not cut off. Without a size it is as large as the frame of the layer that shows it
---(on a track: 1920 x 1080). `name` is what plans and timelines call it.
---@param options { draw: (fun(time: number, context: moonreel.Context): moonreel.Image), name?: string, size?: moonreel.Size, duration?: moonreel.Time, fit?: moonreel.FitMode, clip?: boolean }
---@return moonreel.Source
function mr.source.custom(options) end

---A sine that goes evenly from one frequency to another (default: from 20 Hz to 20 kHz within 10 s, at half of full
---scale): by as many octaves in each second, or by as many hertz.
---@param options? { from?: number, to?: number, spacing?: "logarithmic"|"linear", gain?: number, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.sweep(options) end

---No sound (default: for ever).
---@param options? { duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.silence(options) end

---A steady tone (default: 440 Hz, a sine at half of full scale).
---@param options? { frequency?: number, gain?: number, waveform?: string, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.tone(options) end

---Noise, the same for the same seed: as strong in each hertz (white), or by 3 dB (pink) or 6 dB (brown) weaker in each
---octave, or by as much stronger (blue, violet).
---@param options? { spectrum?: "white"|"pink"|"brown"|"blue"|"violet", gain?: number, seed?: integer, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.noise(options) end

---Clicks at an interval (default 1 second), or at a tempo in beats a minute; of so many beats the first is an octave higher.
---@param options? { interval?: moonreel.Time, tempo?: number, beats?: integer, gain?: number, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.click(options) end

---White frames at an interval (default 1 second), one frame of `fps` long.
---@param options { size: moonreel.Size, interval?: moonreel.Time, fps?: moonreel.Rate, duration?: moonreel.Time }
---@return moonreel.Source
function mr.source.flash(options) end

---What is recorded, and in which form. Devices are those that `moonreel devices` lists.
---@class moonreel.CaptureOptions
---@field camera? string        its number, name or identifier, `"default"`, or `"synthetic:camera"` for test pictures
---@field screen? string        a display `":0"`, a region of it `":0+100,100,640x360"`, or a window by its title `":0/Calculator"`
---@field stream? string        the address of a live stream (HLS), from a host that `--allow-net` names
---@field variant? "highest"|"lowest"|integer|{ bandwidth: integer }  which size of the stream, as of `mr.asset` (default "highest")
---@field microphone? string    is recorded beside the film: its number, name or identifier, `"default"`, or `"synthetic:microphone"`
---@field size? moonreel.Size   of the pictures (default 1280 x 720); those of a device that has others are fitted in
---@field fps? moonreel.Rate    pictures that the device is asked for in a second (default: 30, or as many as it gives)

---The live pictures of a camera, a screen or a stream, for films that `moonreel capture` records: at every time of the film, the newest
---picture. They last as long as they are wanted. Devices have to be allowed: `--allow-device camera`, `microphone`, `screen`.
---The sound of the first stream is recorded beside the film where no microphone is.
---@param options moonreel.CaptureOptions
---@return moonreel.Source
function mr.capture(options) end

---What holds for a while, as timed metadata says it.
---@class moonreel.MetadataGroup
---@field range number[]                  `{ start, stop }` in seconds; no two groups hold at one time
---@field items table<string, string>     texts by their keys, such as "com.example.score"; at most 60,000 bytes

---@class moonreel.MetadataTrackOptions
---@field title? string                   what players call the track

---The timed metadata of a file (its first metadata track with keys and values), or of a metadata track: boxed metadata of
---MP4 and QuickTime files, and ID3 tags of MPEG-TS files. `timeline:add_metadata` takes it.
---@param source moonreel.Asset|moonreel.AssetTrack
---@return moonreel.MetadataGroup[]
function mr.timed_metadata(source) end

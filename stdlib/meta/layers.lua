---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---@class moonreel.CompositionOptions
---@field size moonreel.PixelSize              of the picture
---@field fps? moonreel.Rate                   (default 30)
---@field background? moonreel.Color           (default: black for a film, nothing for a pre-composition)
---@field duration? moonreel.Time              (default: until the last visual layer ends)
---@field seed? integer                        of everything random
---@field color? moonreel.ColorTags            the colour space (default "bt709")
---@field working_space? "gamma"|"linear"     whether layers are mixed as signals or as light (default "gamma")
---@field motion_blur? boolean|{ shutter_angle?: number, samples?: integer }  degrees of a frame (default 180) and moments (default 8)
---@field transition? moonreel.TransitionOrFunction      between layers of one level that overlap at their ends (default: none)
---@field compositor? fun(stack: moonreel.Stack, context: moonreel.Context): moonreel.Image  draws the frames from the layers' pictures
---@field audio? moonreel.CompositionAudioOptions  how the whole sounds

---Layers over time in one picture. Return it from the script, export it, or use it as the source of a layer.
---@param options moonreel.CompositionOptions
---@return moonreel.Composition
function mr.composition(options) end

---The layers of a composition over a finished picture: a watermark, captions, a frame with a hole. The result has the
---film's size and rate and lasts as long as it; times of the layers are the film's. For a film *inside* moving layers,
---make it the `source` of one of theirs.
---@param film moonreel.VideoComposition|moonreel.Export|moonreel.Timeline|moonreel.Composition|moonreel.Asset
---@param layers moonreel.Composition  as it is when the result is rendered; without a background
---@return moonreel.Composition
function mr.overlay(film, layers) end

---The source of an adjustment layer: it shows nothing itself; its effects change what lies below, within the layer's mask,
---matte and opacity. Other layers may have it as parent. A layer with effects and no source is one, too.
---@class moonreel.Adjustment
---@field effects string[]  their names

---An effect, a function that is one, or either for a part of the layer's time.
---@alias moonreel.LayerEffect moonreel.Effect|moonreel.Kernel|(fun(image: moonreel.Image, context: moonreel.Context): moonreel.Image)|moonreel.TimedEffect

---An effect that is there for a part of a layer's time only. Effects go in order, whether or not others are there.
---@class moonreel.TimedEffect
---@field effect moonreel.Effect|moonreel.Kernel|(fun(image: moonreel.Image, context: moonreel.Context): moonreel.Image)
---@field range? moonreel.Range  on the layer's clock, which begins with the layer (default: always)

---Makes the source of an adjustment layer.
---@param effects? moonreel.LayerEffect|moonreel.LayerEffect[]  applied before the layer's own
---@return moonreel.Adjustment
function mr.adjustment(effects) end

---@alias moonreel.LayerSource string|moonreel.Adjustment|moonreel.Asset|moonreel.AssetTrack|moonreel.Image|moonreel.Source|moonreel.Timeline|moonreel.VideoComposition|moonreel.Export|moonreel.Composition|moonreel.Kernel|(fun(time: number, context: moonreel.Context): moonreel.Image)

---What has a place in time: a value, keyframes, what follows a sound, or a function of the layer's time in seconds.
---@alias moonreel.Animated any|moonreel.Keyframes|(fun(time: number): any)

---`{ time, value, easing }`. The easing belongs to the stretch that ends at this key. Times are the layer's own:
---seconds, frames, timecodes, or shares of its length such as "50%".
---@class moonreel.Keyframe
---@field [1]? moonreel.Time
---@field [2]? any
---@field [3]? moonreel.Easing
---@field time? moonreel.Time
---@field value? any
---@field ease? moonreel.Easing
---@field path? "linear"|"catmull_rom"  which way the stretch takes

---Keyframes in order: `{ { 0, 0 }, { "50%", 1, "out_cubic" } }`.
---@alias moonreel.Keyframes moonreel.Keyframe[]|any[][]

---An easing, its name, or a function of a share.
---@alias moonreel.Easing moonreel.EasingFunction|string|(fun(share: number): number)

---The curves of ffmpeg's `afade`, by its names.
---@alias moonreel.FadeCurve "tri"|"qsin"|"hsin"|"esin"|"log"|"ipar"|"qua"|"cub"|"squ"|"cbr"|"par"|"exp"|"iqsin"|"ihsin"|"dese"|"desi"|"losi"|"sinc"|"isinc"|"nofade"

---How a layer sounds; `false`: not at all.
---@class moonreel.LayerAudioOptions
---@field volume? number|moonreel.Keyframes|(fun(time: number): number)  a gain factor (default 1); keyframes are exact to the sample, a function is asked every thousandth of a second
---@field declick? moonreel.Time            how long it swells wherever it begins and dies away before it ends, so that cuts do not click; 0.005 is enough (default 0)
---@field fade_in? moonreel.Time
---@field fade_out? moonreel.Time
---@field fade_curve? moonreel.FadeCurve  the shape of the fade in; the fade out takes it backwards (default "tri", a straight line)
---@field fade_in_curve? moonreel.FadeCurve   that of the fade in alone (default: `fade_curve`)
---@field fade_out_curve? moonreel.FadeCurve  that of the fade out alone, backwards (default: `fade_curve`)
---@field range? moonreel.Range             when it sounds, in the layer's time; its fades lie at the ends of that (default: as long as the layer lasts)
---@field pitch? moonreel.PitchAlgorithm  (default: the export's)
---@field volume_db? moonreel.MovingNumber  more gain, in decibels, -1000 to 60 (default 0); -120 and less is silence, and what moves goes in straight lines of decibels
---@field pan? moonreel.MovingNumber        between left (-1) and right (1), keeping its power (default 0)
---@field balance? moonreel.MovingNumber    the same, making the other side quieter (default 0)
---@field invert? boolean                   whether its polarity is turned around
---@field channels? integer[]|number[][]    for each channel of the film the one of the source, `{ 2, 1 }`, or the gains of all, `{ { 0.5, 0.5 }, { 0.5, 0.5 } }`: `{ 3, 3 }` is the centre of a 5.1 file on both sides of a stereo film (default: the standard mix of the two layouts)
---@field effects? moonreel.SoundEffects  one after the other, after the fades and before the volume
---@field tap? moonreel.TapOptions          a Lua function that sees and changes every sample, after the effects; `mr.tap` makes one that stands among them
---@field duck? moonreel.audio.DuckOptions  how it makes room for another sound, after the effects: `{ under = voice, by = -12, attack =, release = }`, as `audio.duck` takes it
---@field bus? moonreel.SoundBus            where it goes (default: the mix)
---@field sends? any[][]                    where it goes besides, `{ { bus, gain } }`
---@field mute? boolean                     whether it is not heard; what ducks under it does so all the same
---@field solo? boolean                     whether only it, and others like it, are heard; others still steer what listens to them
---@field loudness? moonreel.Loudness      what the layer plays of its source is brought to this, by one gain before volume and fades (default: as it is)

---A layer's sound: each part can be read and set, `layer.audio.tap = { … }`; `nil` makes it as usual.
---@class moonreel.LayerAudio: moonreel.LayerAudioOptions

---How a layer repeats its source; times are the source's.
---@class moonreel.LayerLoopOptions
---@field times? integer             rounds, 1 to 10000 (default: as many as the layer's duration takes)
---@field cross_fade? moonreel.Time  over which the end of a round goes over into the next, in picture and sound (default 0)
---@field bar? number|true           seconds of a bar of music, or `true` for those of `mr.source.music`: rounds begin at bars, and the layer ends at one (default: none)

---@class moonreel.LayerOptions
---@field source? moonreel.LayerSource     what it shows; may be left out where `effects` or `compositor` are given
---@field at? moonreel.Time                when it begins (default 0)
---@field duration? moonreel.Time          (default: all of the source; a still until the composition's chosen end, else and in sequences 3 s)
---@field trim? moonreel.Range             the stretch of the source (default: from its start)
---@field loop? boolean|integer|moonreel.LayerLoopOptions  the source, or the stretch that `trim` names, again and again: `true` for as long as the layer lasts, or so many rounds (default: once)
---@field speed? number                    source seconds a second (default 1)
---@field reverse? boolean                 backwards
---@field freeze? moonreel.Time            one moment of the source all the time, without sound
---@field time_remap? moonreel.Keyframes|(fun(time: number): number)  the source's second for each time, for picture and sound; silent where it stands still, crawls or races (beyond 32 times slower or faster)
---@field frame_blending? boolean|"flow"   whether neighbouring frames are mixed at other speeds; "flow" moves what moves to where it is at that moment in slow motion (default false: the frame that is due is shown)
---@field name? string
---@field level? integer                   the higher lies on top, then the later added (default 0)
---@field fit? moonreel.FitMode            into the composition (default "contain"; of text and shapes "none")
---@field gravity? moonreel.Gravity        where fitting fastens it (default "center")
---@field crop? moonreel.Animated          a rectangle of the upright source, before fitting
---@field anchor? moonreel.Animated        the point of the box that lies at the position (default its middle)
---@field anchor_x? moonreel.Animated
---@field anchor_y? moonreel.Animated
---@field position? moonreel.Animated      where the anchor lies (default: where fitting put it)
---@field x? moonreel.Animated
---@field y? moonreel.Animated
---@field scale? moonreel.Animated         a factor, or `{ x, y }`, after fitting (default 1)
---@field scale_x? moonreel.Animated
---@field scale_y? moonreel.Animated
---@field rotation? moonreel.Animated      degrees clockwise (default 0)
---@field skew? moonreel.Animated          `{ x, y }` in degrees
---@field skew_x? moonreel.Animated
---@field skew_y? moonreel.Animated
---@field opacity? moonreel.Animated       0 to 1 (default 1)
---@field motion_path? string              path data as in SVG, in pixels, in place of the position
---@field path_progress? moonreel.Animated how far along the path, 0 to 1 (default 0)
---@field auto_orient? boolean             whether it turns with the path
---@field blend? moonreel.BlendMode|moonreel.Kernel   how it is mixed with what lies below: a mode (default "normal"), or a kernel of the layer's picture and the one below
---@field sampling? moonreel.Sampling      (default "bicubic")
---@field mask? moonreel.Image|moonreel.Source|moonreel.Kernel|(fun(time: number, context: moonreel.Context): moonreel.Image)|table  what is kept, in the box: a picture, one that moves, a kernel without pictures, or `{ picture, channel =, inverted = }`
---@field matte? moonreel.Layer|table      another layer that says what is kept: it, or `{ layer, channel =, inverted = }`
---@field parent? moonreel.Layer           the layer it moves with
---@field effects? moonreel.LayerEffect|moonreel.LayerEffect[]
---@field compositor? fun(image: moonreel.Image, below: moonreel.Image, context: moonreel.Context): moonreel.Image  draws it over what lies below
---@field audio? boolean|moonreel.LayerAudioOptions
---@field enabled? boolean                 (default true)
---@field solo? boolean                    whether only it, and others like it, take part
---@field motion_blur? boolean             where the composition's is on (default true)

---Where the cuts of a sequence lie: `{ "beats", of = music, every = 2 }`.
---@class moonreel.CutOptions
---@field [1] "beats"|"bars"|"onsets"
---@field of? moonreel.Sounding  a layer, at the composition's times, or a sound that begins with it (default: the one layer that sounds and shows nothing)
---@field every? integer         every so many of them (default 1)

---@class moonreel.SequenceOptions: moonreel.LayerOptions
---@field [integer] moonreel.LayerSource|moonreel.LayerOptions|moonreel.LayerSource[]  the layers in order
---@field at? moonreel.Time             when the first begins (default 0)
---@field overlap? moonreel.Time        how long neighbours are there together (default 0)
---@field gap? moonreel.Time            how long nothing is there between them (default 0)
---@field clip_duration? moonreel.Time  of each (default: all of its source)
---@field transition? moonreel.TransitionOrFunction  between neighbours; needs an overlap
---@field cut_on? "beats"|"bars"|"onsets"|moonreel.CutOptions  ends each but the last at the nearest of these, where its source is long enough
---@field each? fun(layer: moonreel.Layer, index: integer)  called for every layer after it was added

---@class moonreel.Composition
---@field size integer[]
---@field fps number
---@field seed integer
---@field duration number           seconds; can be set
---@field layers moonreel.Layer[]   in the order they were added
local Composition = {}

---Puts a layer on top of those of its level.
---@param options moonreel.LayerOptions
---@return moonreel.Layer
function Composition:add(options) end

---Adds a subtitle track, which is written beside pictures and sound and ends with the film. What captions show in the
---picture itself is a layer of `mr.source.captions`.
---@param captions moonreel.Captions
---@param options? moonreel.CaptionTrackOptions
---@return moonreel.Composition
function Composition:add_captions(captions, options) end

---Adds a metadata track, which is written beside pictures and sound into MP4, QuickTime and MPEG-TS files and ends with
---the film.
---@param groups moonreel.MetadataGroup[]
---@param options? moonreel.MetadataTrackOptions
---@return moonreel.Composition
function Composition:add_metadata(groups, options) end

---Layers one after the other: sources, lists of sources, and tables of layer options. What is given by name holds
---for all of them.
---@param options moonreel.SequenceOptions|moonreel.LayerSource
---@return moonreel.Sequence
function Composition:sequence(options) end

---Lets one layer give way to the next while both are there.
---@param from moonreel.Layer
---@param to moonreel.Layer
---@param transition moonreel.TransitionOrFunction
---@param options? { ease?: moonreel.Easing, audio?: "linear"|"equal_power"|"none" }  (defaults "linear" and "equal_power", or the transition's own)
---@return moonreel.Composition
function Composition:transition(from, to, transition, options) end

---Changes every composed picture.
---@param callback fun(frame: moonreel.Image, time: number, context: moonreel.Context): moonreel.Image
---@return moonreel.Composition
function Composition:on_frame(callback) end

---Layers one after the other, edited so that they stay in step. `sequence[1]` is the first, `#sequence` how many there
---are. A layer is named by its number or by itself; amounts are times, positive for later. An edit that is not
---possible is refused and changes nothing.
---@class moonreel.Sequence
---@field composition moonreel.Composition
---@field layers moonreel.Layer[]
---@field [integer] moonreel.Layer
local Sequence = {}

---Moves an edge of a layer; its neighbours stay: `|--A--|--B--|` to `|-A-|.|--B--|`.
---@param layer integer|moonreel.Layer
---@param edge "start"|"stop"
---@param by moonreel.Time
---@return moonreel.Sequence
function Sequence:trim(layer, edge, by) end

---Moves an edge of a layer; what follows moves along: `|--A--|--B--|` to `|-A-|--B--|`.
---@param layer integer|moonreel.Layer
---@param edge "start"|"stop"
---@param by moonreel.Time
---@return moonreel.Sequence
function Sequence:ripple(layer, edge, by) end

---Moves the cut between a layer and the next: `|--A--|--B--|` to `|----A----|B|`.
---@param layer integer|moonreel.Layer
---@param by moonreel.Time
---@return moonreel.Sequence
function Sequence:roll(layer, by) end

---Shows another stretch of a layer's source, at the same place.
---@param layer integer|moonreel.Layer
---@param by moonreel.Time  source time; positive: what comes later
---@return moonreel.Sequence
function Sequence:slip(layer, by) end

---Moves a layer between its neighbours, whose edges follow: `|-A-|-B-|--C--|` to `|--A--|-B-|-C-|`.
---@param layer integer|moonreel.Layer
---@param by moonreel.Time
---@return moonreel.Sequence
function Sequence:slide(layer, by) end

---Cuts the layer that is there in two; nothing that is seen or heard changes.
---@param time moonreel.Time  of the composition
---@return moonreel.Layer  the second part
function Sequence:split(time) end

---Takes a layer out and leaves a gap. The layer stays in the composition, switched off.
---@param layer integer|moonreel.Layer
---@return moonreel.Sequence
function Sequence:lift(layer) end

---Takes a layer out; what follows closes the gap.
---@param layer integer|moonreel.Layer
---@return moonreel.Sequence
function Sequence:extract(layer) end

---Puts a new layer in; what follows moves along. It overlaps its neighbours, or keeps its distance, as the
---sequence was told to.
---@param position integer  its number afterwards
---@param options moonreel.LayerOptions|moonreel.LayerSource
---@return moonreel.Layer
function Sequence:insert(position, options) end

---Lays a new layer over what is there from `time` on; what it covers goes.
---@param time moonreel.Time  of the composition
---@param options moonreel.LayerOptions|moonreel.LayerSource
---@return moonreel.Layer
function Sequence:overwrite(time, options) end

---One layer of a composition. Everything that `composition:add` takes can be read and set afterwards, with the same effect
---as if it had been given there; what it means stands with `LayerOptions`. What moves is read as it is at the layer's start,
---pictures, effects and functions as they were given. A new `trim` or `speed` changes how long the layer lasts; whatever else
---is set leaves it there as long as it was.
---@class moonreel.Layer: moonreel.LayerOptions
---@field id integer
---@field composition moonreel.Composition
---@field start number      seconds on the composition's clock, as `at`
---@field stop number
---@field at number
---@field duration number
---@field speed number
---@field level integer
---@field x? number         pixels of the composition
---@field y? number
---@field scale_x number
---@field scale_y number
---@field rotation number
---@field skew_x number
---@field skew_y number
---@field opacity number
---@field path_progress number
---@field audio boolean|moonreel.LayerAudio  its sound, or false where it has none
---@field volume number     of its sound, a gain factor; may move
local Layer = {}

---Lets a property move: one of the layer's, or an effect's parameter such as "vignette.strength".
---@param property string
---@param keyframes moonreel.Animated  keyframes, what follows a sound (`sound:follow`), or a function
---@param options? { repeats?: "none"|"loop"|"ping_pong", path?: "linear"|"catmull_rom" }
---@return moonreel.Layer
function Layer:animate(property, keyframes, options) end

---The value of a property: positions in pixels of the composition.
---@param property string
---@param time? moonreel.Time  on the layer's clock (default 0)
---@return any
function Layer:value(property, time) end

---Names a moment of the layer, or without a time gives the seconds of the one that has the name.
---@param name string
---@param time? moonreel.Time
---@return moonreel.Layer|number|nil
function Layer:marker(name, time) end

---The layers of one frame, for a composition's compositor.
---@class moonreel.Stack
---@field layers integer[]           the numbers of those that are there, the lowest first
---@field background moonreel.Image
local Stack = {}

---A layer's picture in its place; nil where it shows nothing.
---@param layer moonreel.Layer|integer
---@return moonreel.Image?
function Stack:picture(layer) end

---All layers over each other, over the background.
---@return moonreel.Image
function Stack:composed() end

---How much of a change has happened for how much of its time; call it with a share.
---@class moonreel.EasingFunction
---@field name string
---@overload fun(share: number): number
local EasingFunction = {}

---Easings; `require "moonreel.ease"` has those with a name as fields.
---@class moonreel.easings
mr.easing = {}

---"linear", "hold", or "in", "out", "in_out" or "out_in" and one of quad, cubic, quart, quint, sine, circ, expo,
---elastic, back and bounce: "in_out_sine".
---@param name string
---@return moonreel.EasingFunction
function mr.easing.named(name) end

---A cubic Bezier curve, as in CSS.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return moonreel.EasingFunction
function mr.easing.bezier(x1, y1, x2, y2) end

---Equal steps, as in CSS.
---@param count integer
---@param position? "jump_start"|"jump_end"|"jump_none"|"jump_both"  (default "jump_end")
---@return moonreel.EasingFunction
function mr.easing.steps(count, position) end

---A spring that has settled when the stretch ends.
---@param options? { mass?: number, stiffness?: number, damping?: number }  (defaults 1, 100 and 10)
---@return moonreel.EasingFunction
function mr.easing.spring(options) end

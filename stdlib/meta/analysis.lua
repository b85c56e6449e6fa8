---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---What can be measured: a path, an asset or its sound track, a source, a timeline, a composition or a layer.
---@alias moonreel.Sounding string|moonreel.Asset|moonreel.AssetTrack|moonreel.Source|moonreel.Timeline|moonreel.Composition|moonreel.Layer|moonreel.SoundData

---Measures a sound: levels and a spectrum every hundredth of a second, onsets, beats and tempo. What was measured of a file is
---kept. Of a layer it is what the layer plays, trimmed and at its speed, before fades, volume and effects; times are then
---seconds of the layer.
---@param sound moonreel.Sounding
---@param options? { range?: moonreel.Range }  the stretch that is measured (default: all of it, at most six hours)
---@return moonreel.SoundData
function mr.analyze(sound, options) end

---What was measured of a sound. Levels are factors, 1 is full scale; with `_db` they are decibels, at least -120. Times are
---seconds of the sound; outside of what was measured there is silence.
---@class moonreel.SoundData
---@field range number[]              the stretch that was measured, `{ from, to }`
---@field duration number             its length in seconds
---@field channels integer            how many were measured
---@field tempo? number               beats a minute, one for all of it; nil where nothing comes again evenly. More than about 170 mostly count as half as many
---@field tempo_confidence number     0 to 1; below 0.1 it is hardly music
---@field beats number[]              when they are
---@field beat_confidences number[]   how clearly each is heard, 0 to 1
---@field onsets number[]             when something sets in: a note, a drum, a word
---@field onset_strengths number[]    beside the strongest, above 0 and at most 1
local SoundData = {}

---The effective level (RMS) of all channels: 0.707 for a sine of full scale.
---@param time moonreel.Time
---@return number
function SoundData:level(time) end

---@param time moonreel.Time
---@return number
function SoundData:level_db(time) end

---The greatest magnitude in any channel.
---@param time moonreel.Time
---@return number
function SoundData:peak(time) end

---@param time moonreel.Time
---@return number
function SoundData:peak_db(time) end

---What there is between two frequencies: 1 for a sine of full scale.
---@param time moonreel.Time
---@param low number   in hertz, 20 or more
---@param high number  at most 16000
---@return number
function SoundData:band(time, low, high) end

---@param time moonreel.Time
---@param low number
---@param high number
---@return number
function SoundData:band_db(time, low, high) end

---The spectrum from 20 Hz to 16 kHz, in bands of equal musical width from low to high.
---@param time moonreel.Time
---@param count? integer  how many, 1 to 32 (default 32)
---@return number[]
function SoundData:bands(time, count) end

---@param time moonreel.Time
---@param count? integer
---@return number[]
function SoundData:bands_db(time, count) end

---When bars begin.
---@param beats? integer  of a bar, 1 to 64 (default 4)
---@param first? integer  the number of the first beat that begins one (default: the one from which on they are heard most clearly)
---@return number[]
function SoundData:bars(beats, first) end

---The moment that is nearest to a time; nil where there is none.
---@param time moonreel.Time
---@param kind? "beats"|"bars"|"onsets"  (default "beats")
---@return number?
function SoundData:nearest(time, kind) end

---A value that follows the sound, for whatever may move: a layer's properties, parameters of its effects, its volume.
---@param options? moonreel.FollowOptions
---@return moonreel.SoundCurve
function SoundData:follow(options) end

---How a value follows a sound.
---@class moonreel.FollowOptions
---@field of? "level"|"peak"        what it follows (default "level")
---@field band? number[]            follows what is between two frequencies instead, `{ 20, 150 }` in hertz
---@field on? "beats"|"bars"|"onsets"  jumps to `to` at each of these instead, and comes back within `release`; at onsets as far as they are strong
---@field every? integer            with `on`: only every so many of them, from the first (default 1)
---@field attack? number            seconds to come two thirds of the way up (default 0.01); with `on`, how long before the moment it rises (default 0)
---@field release? number           seconds to come two thirds of the way down (default 0.15); with `on`, to be back (default 0.3)
---@field floor? number             decibels at which the value is `from` (default -40)
---@field ceiling? number           decibels at which it is `to` (default: the loudest that it gets)
---@field offset? moonreel.Time     the moment of the sound at which what moves begins (default 0)
---@field from? any                 the value in silence (default 0)
---@field to? any                   the value at the loudest (default 1); both may be points or colours where those move

---A value that follows a sound. Called with a time in seconds it gives the value, where `from` and `to` are numbers or lists of
---as many.
---@class moonreel.SoundCurve
---@overload fun(time: number): number
local SoundCurve = {}

---How far it is from `from` to `to`, 0 to 1.
---@param time moonreel.Time
---@return number
function SoundCurve:share(time) end

---Finds places in sounds and pictures. What was measured of a file is kept, so asking again with other options is quick.
mr.detect = {}

---Stretches of silence, `{ { from, to }, … }`: no sample of any channel is above the threshold.
---@param sound moonreel.Sounding
---@param options? { threshold?: number, min_duration?: moonreel.Time, pad?: moonreel.Time, range?: moonreel.Range }  decibels (default -50); shorter ones do not count (default 0.5); how much of it is left to a sound that adjoins (default 0)
---@return number[][]
function mr.detect.silence(sound, options) end

---When scenes begin, the first left out: frames whose luma differs from that of the frame before.
---@param asset moonreel.Asset|moonreel.AssetTrack|string
---@param options? { threshold?: number, min_duration?: moonreel.Time, range?: moonreel.Range }  the mean difference, 0 to 1 (default 0.1); how far scenes lie apart at least (default 0)
---@return number[]
function mr.detect.scenes(asset, options) end

---Stretches of black, `{ { from, to }, … }`: 98 % of each frame are at most as bright as the threshold.
---@param asset moonreel.Asset|moonreel.AssetTrack|string
---@param options? { threshold?: number, min_duration?: moonreel.Time, range?: moonreel.Range }  luma, 0 to 1 (default 0.1); shorter ones do not count (default 0.5)
---@return number[][]
function mr.detect.black(asset, options) end

---How the view moves in a film, frame by frame; see `mr.detect.motion`.
---@class moonreel.FrameMotion
---@field time number      from when on the frame is shown, in seconds of the file
---@field x number         pixels that the middle of the upright picture moved right since the frame before
---@field y number         pixels down
---@field rotation number  degrees that it turned, clockwise
---@field scale number     the factor by which it grew
---@field cut boolean      whether a shot begins here; then nothing moved

---How the camera moves, seen in its pictures: what most points of each frame do beside the frame before. What moves inside of
---the picture counts only where it fills most of it.
---@param asset moonreel.Asset|moonreel.AssetTrack|string
---@param options? { range?: moonreel.Range }  the stretch that is measured (default: all of it)
---@return moonreel.FrameMotion[]
function mr.detect.motion(asset, options) end

---How a frame is moved to make the camera's path smooth; see `mr.detect.shake`.
---@class moonreel.SteadyStep
---@field time number      from when on the frame is shown, in seconds of the file
---@field x number         pixels of the upright picture, right
---@field y number         pixels down
---@field rotation number  degrees about its middle, clockwise
---@field scale number     the factor about its middle
---@field zoom number      the factor by which the whole shot, with its moves, is enlarged so that no edges show

---How the camera's path is smoothed.
---@class moonreel.ShakeOptions
---@field smoothing? number     seconds before and after a frame that are looked at, 0.05 to 60 (default 1)
---@field rotation? boolean     whether pictures are turned (default true)
---@field scale? boolean        whether they are scaled from frame to frame (default true)
---@field max_zoom? number      by how much a shot is enlarged at most, 1 to 4 (default 1.3); where that does not do it is smoothed less
---@field range? moonreel.Range  the stretch that is measured (default: all of it)

---How far each frame lies beside a smooth path of the camera: what `moonreel.stabilize` moves it by. Shots are told apart at
---cuts, and each is smoothed by itself; an even pan stays one.
---@param asset moonreel.Asset|moonreel.AssetTrack|string
---@param options? moonreel.ShakeOptions
---@return moonreel.SteadyStep[]
function mr.detect.shake(asset, options) end

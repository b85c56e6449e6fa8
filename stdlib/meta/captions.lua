---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---@class moonreel.sources
mr.source = {}

---@class moonreel.CaptionsOptions
---@field language? string  a tag such as "en": chooses between a file's subtitle tracks, and is noted
---@field title? string     what players call the captions

---How captions are written beside pictures and sound.
---@class moonreel.CaptionTrackOptions
---@field language? string  a tag such as "en" (default: that of the captions)
---@field title? string     what players call them (default: that of the captions)
---@field default? boolean  whether players show them unless told otherwise (default false)
---@field forced? boolean   whether they are shown even where subtitles are off (default false)

---A stretch of a caption's text with one style.
---@class moonreel.CaptionSpan
---@field text string
---@field bold? boolean
---@field italic? boolean
---@field underline? boolean
---@field strikethrough? boolean
---@field color? moonreel.Color

---A word and when it is said.
---@class moonreel.CaptionWord
---@field text string
---@field range moonreel.Range

---One caption: one of `text`, `spans` and `words`. Words with times may stand beside the text they are found in; without
---`text` they are joined by spaces. A caption without `range` lasts from its first word to its last.
---@class moonreel.Caption
---@field range? moonreel.Range
---@field text? string              lines end in "\n"
---@field spans? (string|moonreel.CaptionSpan)[]
---@field words? moonreel.CaptionWord[]
---@field position? moonreel.Gravity  where it asks to be shown
---@field x? string                 a share of the frame's width such as "20%" (default: by `position`)
---@field y? string                 a share of the frame's height (default: by `position`)

---A caption as `Captions` gives it: its range is always there, in seconds.
---@class moonreel.TimedCaption: moonreel.Caption
---@field range number[]   `{ start, stop }`

---Captions in the order in which they begin. `#captions` counts them, `captions[1]` is the first, as a table that
---`mr.captions` takes too. Edits give new captions.
---@class moonreel.Captions
---@field [integer] moonreel.TimedCaption
---@field language? string
---@field title? string
---@field range? number[]    from the first one's start to the end of the last
---@field duration number    when the last one ends
local Captions = {}

---The captions shown at a time.
---@param time moonreel.Time
---@return moonreel.TimedCaption[]
function Captions:at(time) end

---All words in order; those without times of their own share the time of their caption by their letters.
---@return moonreel.CaptionWord[]
function Captions:words() end

---All captions later, or earlier where the time is negative.
---@param time moonreel.Time
---@return moonreel.Captions
function Captions:shift(time) end

---All times multiplied: by 24 / 25 where a film of 24 frames a second runs at 25.
---@param factor number
---@return moonreel.Captions
function Captions:scale(factor) end

---What is shown within a range; times stay as they are.
---@param range moonreel.Range
---@return moonreel.Captions
function Captions:clip(range) end

---These captions and others in one list.
---@param others moonreel.Captions
---@return moonreel.Captions
function Captions:merge(others) end

---Where captions come from: the path of a subtitle file (SRT, WebVTT, ASS and others), a film (its first subtitle track),
---a subtitle track, captions, or a list of them, whose times are in seconds.
---@alias moonreel.CaptionSource string|moonreel.Asset|moonreel.AssetTrack|moonreel.Captions|moonreel.Caption[]

---The captions of a file, a film or a track, or those listed.
---@param source moonreel.CaptionSource
---@param options? moonreel.CaptionsOptions
---@return moonreel.Captions
function mr.captions(source, options) end

---@class moonreel.SubstationOptions
---@field [1] string|moonreel.Asset|moonreel.AssetTrack  an ASS file, or a film's subtitle track
---@field fonts? string[]             font files beside the script
---@field frame? moonreel.PixelSize   the frame (default: that of the composition it is a layer of, else { 1920, 1080 })

---A script of Advanced SubStation Alpha as pictures as large as the frame: all styles, overrides, movements and drawings,
---drawn by libass. Fonts are those in the file, those given, and those of the machine.
---@param options string|moonreel.Asset|moonreel.AssetTrack|moonreel.SubstationOptions
---@return moonreel.Source
function mr.source.ass(options) end

---How words are shown as they are said: all that have been said ("said", as for karaoke), the one that is being said
---("word"), or none before it is said ("appear"). Without `fill`, `box` and `scale` they turn gold.
---@class moonreel.CaptionHighlight
---@field mode "said"|"word"|"appear"
---@field fill? moonreel.Paint           of those letters
---@field box? moonreel.TextBoxOptions   behind the word that is being said
---@field scale? number                  how much larger the word that is being said is, 0.5 to 2 (default 1)

---How captions are drawn: the style of letters and what `mr.text` knows of lines, shadows and plates, and:
---@class moonreel.CaptionSourceOptions: moonreel.TextStyle
---@field captions moonreel.CaptionSource
---@field frame? moonreel.PixelSize        the frame (default: that of the composition they are a layer of, else { 1920, 1080 })
---@field position? moonreel.Gravity       where captions are that do not ask for a place (default "bottom")
---@field align? "left"|"center"|"right"|"justify"  of the lines (default: by `position`)
---@field safe_area? number|number[]       what is kept free at every edge as a share of the frame, 0 to 0.45, or { across, down } (default 0.05)
---@field max_lines? integer               letters get smaller, at most by half, to keep to it (default 2)
---@field line_spacing? number             a share of the font's own (default 1)
---@field highlight? moonreel.CaptionHighlight
---@field keep_positions? boolean          whether captions are shown where they ask to be (default true)
---@field stroke? moonreel.StrokeOptions|moonreel.StrokeOptions[]  (default: a dark outline where none of the four is given)
---@field shadow? moonreel.ShadowOptions|moonreel.ShadowOptions[]
---@field glow? moonreel.GlowOptions|moonreel.GlowOptions[]
---@field box? moonreel.TextBoxOptions     the plate behind each caption

---Captions as pictures as large as the frame. Each is broken into lines of about equal length and stays inside the safe
---area, however long it is; captions that are shown together are stacked. The usual size is an 18th of the frame's shorter side. A layer
---of it lasts until the last caption ends unless it says otherwise.
---@param options moonreel.CaptionSourceOptions
---@return moonreel.Source
function mr.source.captions(options) end

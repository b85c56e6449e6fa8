---@meta
-- SPDX-License-Identifier: MIT

---What every title preset takes beside its own options and those of `mr.text`; `require "moonreel.titles"`.
---@class moonreel.TitleOptions: moonreel.TextOptions
---@field enter? number      seconds that the entrance takes; 0: there at once (default: the preset's)
---@field leave? number      seconds that the exit takes; 0: it stays until it is cut (default: the preset's)
---@field out? string|table  another preset whose exit is used: its name, or `{ name, option = value }`
---@field delay? number      seconds before it begins (default 0)
---@field duration? number   seconds until all of it is gone, where no layer says so
---@field ease? moonreel.Easing  how each part moves (default: the preset's)
---@field seed? integer      of what is random (default 1)
---@field by? "character"|"word"|"line"  what moves as a whole, in presets that move parts (default: the preset's)
---@field order? "forward"|"reverse"|"center"|"edges"|"random"   which part begins, in these (default: the preset's)
---@field each? number       the share of the way that each part takes, 0 to 1, in these (default: the preset's)

---Draws a title at a share of its way.
---@alias moonreel.TitleHalf fun(share: number, time: number, context: moonreel.Context): moonreel.Image

---What `require "moonreel.title"` makes a preset of.
---@class moonreel.TitleDefinition
---@field name string
---@field options? table<string, moonreel.OptionRule>
---@field enter fun(stage: moonreel.TitleStage, params: table): moonreel.TitleHalf  from nothing to the title at rest
---@field leave? fun(stage: moonreel.TitleStage, params: table): moonreel.TitleHalf  from rest to nothing (default: the entrance backwards)
---@field rest? fun(stage: moonreel.TitleStage, params: table): (fun(passed: number, remaining: number?, time: number, context: moonreel.Context): moonreel.Image?)  between: seconds since the entrance ended, and until the exit begins (nil: nobody knows); a nil picture is the plain title
---@field settles? boolean   whether a preset with a `rest` shows the plain title in the end (default false)
---@field length? number|fun(stage: moonreel.TitleStage, params: table): number  seconds of the entrance (default 0.8)
---@field leave_length? number  seconds of the exit (default: the entrance's, at most 0.6)
---@field ease? moonreel.Easing (default "out_cubic")
---@field units? { by?: string, order?: string, each?: number }  for presets that move parts: defaults of these options
---@field needs_text? boolean   whether it writes the letters of `text` anew
---@field prepare? fun(text: moonreel.TextOptions, params: table)  changes what is written

---One letter, word or line of a title on its stage.
---@class moonreel.StageUnit
---@field text string
---@field x number
---@field y number
---@field width number
---@field height number
---@field baseline number
---@field line integer

---What a preset draws with: the letters of one title, whole, in parts, and moving. Everything lies in the title's own
---pixels, the corner of its box at the origin.
---@class moonreel.TitleStage
---@field text moonreel.TextOptions  what is written, without its plate
---@field title moonreel.Image       at rest, with its plate
---@field letters moonreel.Image     at rest, without it
---@field plate? moonreel.Image      what lies behind the letters
---@field size number[]              of the box
---@field em number                  pixels
local TitleStage = {}

---A picture in the coordinates of `mr.text`, on the stage.
---@param image moonreel.Image
---@return moonreel.Image
function TitleStage:placed(image) end

---The letters with other options in place of some.
---@param changes moonreel.TextOptions
---@return moonreel.Image
function TitleStage:written(changes) end

---Any text in the title's style, its middle and its baseline where a unit has them.
---@param text string
---@param unit moonreel.StageUnit
---@param changes? moonreel.TextOptions
---@return moonreel.Image
function TitleStage:letter(text, unit, changes) end

---The letters, words or lines in reading order.
---@param by "character"|"word"|"line"
---@return moonreel.StageUnit[]
function TitleStage:units(by) end

---The letters moved by animators whose clock runs from 0 to 1.
---@param animators moonreel.TextAnimator[]
---@param changes? moonreel.TextOptions  other options in place of some
---@return moonreel.TitleHalf
function TitleStage:animated(animators, changes) end

---Units that come one after the other from a state; `params` has their `by`, `order`, `each`, `ease` and `seed`.
---@param params table
---@param state moonreel.TextState
---@return moonreel.TitleHalf
function TitleStage:coming(params, state) end

---Units that go to a state, those first that came first.
---@param params table
---@param state moonreel.TextState
---@return moonreel.TitleHalf
function TitleStage:going(params, state) end

---A picture on the stage made larger or smaller about the middle of the box.
---@param image moonreel.Image
---@param factor number
---@param factor_y? number  (default: as across)
---@return moonreel.Image
function TitleStage:scaled(image, factor, factor_y) end

---Letters over the plate; `share` says how much of the plate is there.
---@param image moonreel.Image
---@param share number
---@return moonreel.Image
function TitleStage:plated(image, share) end

---One bar for each line, drawn one after the other up to a share of the way.
---@param lines moonreel.TextUnit[]  as `units "line"` gives them
---@param share number
---@param radius number             of their corners, in pixels
---@param color moonreel.Color
---@param place fun(line: moonreel.TextUnit): number, number, number, number  a line's left, top, width, height
---@return moonreel.Image
function TitleStage:swept(lines, share, radius, color, place) end

---What every template takes beside its own options; `require "moonreel.templates"`. A template is a function that draws:
---the source of a layer, whose size and time it fits.
---@class moonreel.TemplateOptions
---@field enter? number     seconds that it takes to come (default: the template's); shorter where there is too little time
---@field leave? number     seconds that it takes to go (default: the template's)
---@field duration? number  seconds until it is gone, where no layer says so
---@field theme? moonreel.ThemeOptions

---The colours and fonts of a template.
---@class moonreel.ThemeOptions
---@field accent? moonreel.Color   what draws the eye (default "#ff5a3c")
---@field ink? moonreel.Color      of letters (default white)
---@field muted? moonreel.Color    of lesser letters (default "#c3cad6")
---@field paper? moonreel.Color    of plates (default "#10141ce0")
---@field font? string             (default "DejaVu Sans")
---@field quote_font? string       of quotations (default "DejaVu Serif")

---A theme with its defaults filled in.
---@class moonreel.Theme
---@field accent moonreel.Color
---@field ink moonreel.Color
---@field muted moonreel.Color
---@field paper moonreel.Color
---@field font string
---@field quote_font string

---What `require "moonreel.template"` makes a template of.
---@class moonreel.TemplateDefinition
---@field name string
---@field options table<string, moonreel.OptionRule>
---@field enter? number   seconds that it takes to come (default 0.9)
---@field leave? number   seconds that it takes to go (default 0.6)
---@field check? fun(params: table)  raises an error, at level 3, where the options do not fit together
---@field build fun(board: moonreel.TemplateBoard, params: table): (fun(moment: moonreel.TemplateMoment): moonreel.Image)  called once for each size of frame

---What a template draws on: a frame of some size, its safe area, and texts that fit.
---@class moonreel.TemplateBoard
---@field width number
---@field height number
---@field unit number        pixels of a 1080th of the shorter side
---@field is_tall boolean    whether it is higher than wide
---@field theme moonreel.Theme
---@field left number        of the safe area: 5 % of each side stay free
---@field top number
---@field right number
---@field bottom number
local TemplateBoard = {}

---A length in pixels.
---@param units number  1080ths of the shorter side
---@return number
function TemplateBoard:px(units) end

---A text that fits: smaller where there is no room.
---@param content string
---@param style moonreel.TextOptions  and `lines`, how many of its size there is room for (default 1); `size` in units; `width` in pixels (default: the safe area's)
---@return moonreel.TemplateText
function TemplateBoard:text(content, style) end

---A picture moved to a place.
---@param image moonreel.Image
---@param x number
---@param y number
---@return moonreel.Image
function TemplateBoard:at(image, x, y) end

---A rectangle; nothing where it has no width or height.
---@param x number
---@param y number
---@param width number
---@param height number
---@param color moonreel.Color
---@param radius? number  of its corners (default 0)
---@return moonreel.Image
function TemplateBoard:bar(x, y, width, height, color, radius) end

---Letters that were fitted.
---@class moonreel.TemplateText
---@field image moonreel.Image  its corner at the origin
---@field width number
---@field height number
---@field stage moonreel.TitleStage
local TemplateText = {}

---Its letters while they come from a state, as in title presets.
---@param share number  0 to 1
---@param moment moonreel.TemplateMoment
---@param state moonreel.TextState  the same every time
---@param by? "character"|"word"|"line"  (default "word")
---@return moonreel.Image
function TemplateText:coming(share, moment, state, by) end

---What a template knows of its moment.
---@class moonreel.TemplateMoment
---@field time number       seconds since the layer began
---@field duration? number  of the layer; nil where it is not known
---@field is_leaving boolean whether the exit has begun
---@field share number      how much is there: 0 to 1 while it comes, 1 at rest, back to 0 while it goes
---@field context moonreel.Context
local TemplateMoment = {}

---How much of a part is there whose entrance takes the stretch from `from` to `to` of the whole; it goes as it came.
---@param from number
---@param to number
---@param ease? fun(share: number): number  (default: slow at its end)
---@return number  0 to 1
function TemplateMoment:there(from, to, ease) end

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
---@field order? "forward"|"reverse"|"center"|"edges"|"random"  who begins, in these (default: the preset's)
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
---@field settles? boolean   whether with a `rest` it still comes to be the plain title (default false)
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

---Letters over the plate, as far as that is there.
---@param image moonreel.Image
---@param share number
---@return moonreel.Image
function TitleStage:plated(image, share) end

---@meta
-- SPDX-License-Identifier: MIT

---What every transition takes beside its own options.
---@class moonreel.TransitionOptions
---@field ease? moonreel.Easing|"smooth"|"smoother"  how progress goes from 0 to 1 (each transition has its own default)
---@field audio? "linear"|"equal_power"|"none"  how sound goes over (default "equal_power")

---What a transition knows of its frame; a request and a filter's context are such a thing.
---@class moonreel.TransitionContext
---@field size number[]            width and height of the frame in pixels
---@field time? number             seconds
---@field seed? integer            of everything random (default 0)
---@field frame_index? integer
---@field frame_duration? number   seconds

---One picture's way into another: called with both, the progress from 0 to 1 and a context, it gives the
---picture between. At 0 that is the first itself, at 1 the second. It cannot be changed.
---@class moonreel.Transition
---@field name string
---@field params table       its options, checked, with the defaults filled in
---@field ease fun(t: number): number
---@field audio "linear"|"equal_power"|"none"
---@overload fun(from: moonreel.Image, to: moonreel.Image, progress: number, context: moonreel.TransitionContext|moonreel.Request|moonreel.Context): moonreel.Image

---A transition, or a function that draws one: of both pictures, the progress, nothing, and a context.
---@alias moonreel.TransitionOrFunction moonreel.Transition|moonreel.Kernel|(fun(from: moonreel.Image, to: moonreel.Image, progress: number, params: table, context: moonreel.TransitionContext): moonreel.Image)

---What `require "moonreel.transition"` makes a transition from.
---@class moonreel.TransitionDefinition
---@field name string
---@field options? table<string, moonreel.OptionRule>
---@field ease? string|(fun(t: number): number)  unless the options say otherwise (default "linear")
---@field audio? "linear"|"equal_power"|"none"   unless the options say otherwise (default "equal_power")
---@field draw fun(from: moonreel.Image, to: moonreel.Image, progress: number, params: table, context: moonreel.TransitionContext): moonreel.Image  both pictures fill the frame exactly; progress is eased and lies between 0 and 1, and at both ends the picture must become theirs without a jump

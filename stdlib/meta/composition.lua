---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel.VideoCompositionOptions
---@field size? moonreel.PixelSize                 of the picture; needed without a timeline
---@field fps? moonreel.Rate                       (default: the timeline's, or 30)
---@field scale? number                            output pixels per pixel of `size` (default 1)
---@field background? moonreel.Color               of instructions that do not say (default black)
---@field color? moonreel.ColorTags                the colour space (default "bt709")
---@field hdr? "tone_map"|"keep"                   instead of `color`: "keep" takes that of the timeline's first HDR clip (default "tone_map")
---@field hdr_metadata? moonreel.HDRMetadata       what an HDR file says of its light (default: what the first PQ clip says)
---@field working_space? "gamma"|"linear"         whether layers are mixed as signals or as light (default "gamma")
---@field instructions? moonreel.Instruction[]     contiguous, in order
---@field compositor? moonreel.Compositor   draws instructions without layers
---@field filter? moonreel.Effect|(fun(image: moonreel.Image, context: moonreel.Context): moonreel.Image)  changes every picture
---@field seed? integer                            of everything random
---@field frame_timing? moonreel.Track             a track whose own frame times are rendered, even or not; `fps` where it has none
---@field metadata_tracks? moonreel.Track[]        whose values every request carries

---What HDR pictures were made on and how bright they get (SMPTE ST 2086, CTA-861.3); one part suffices.
---@class moonreel.HDRMetadata
---@field mastering_display? moonreel.MasteringDisplay
---@field content_light? { max_content?: integer, max_average?: integer }  the brightest pixel and the brightest mean of a frame in cd/m²; 0 is unknown (default 0)

---The display on which pictures were made: chromaticities are CIE { x, y }, light is in cd/m².
---@class moonreel.MasteringDisplay
---@field primaries number[][]    of red, green and blue
---@field white? number[]         (default D65, { 0.3127, 0.329 })
---@field min_luminance number    0 to 100
---@field max_luminance number    1 to 10000

---Draws one frame; as a table, `preroll` is called before the first frame with the stretch that will be drawn,
---`{ start, stop }`. Pictures must not depend on whether it was.
---@alias moonreel.Compositor (fun(request: moonreel.Request): moonreel.Image)|{ render: (fun(request: moonreel.Request): moonreel.Image), preroll?: fun(range: number[]) }

---What is drawn over one time range. With a compositor, `layers` is an error.
---@class moonreel.Instruction
---@field range? moonreel.Range                    needed unless it is the only one
---@field background? moonreel.Color
---@field layers? (moonreel.LayerInstruction|moonreel.Track)[]   the first is on top
---@field compositor? moonreel.Compositor
---@field sources? moonreel.Track[]                the tracks whose frames the compositor gets
---@field data? any                                anything the compositor wants to know
---@field passthrough? moonreel.Track              whose frames are shown as they are
---@field post_processing? boolean                 whether the filter applies (default true)
---@field metadata_tracks? moonreel.Track[]

---@class moonreel.VideoComposition
---@field size integer[]
---@field fps number
---@field scale number
---@field color { matrix: string, transfer: string, primaries: string, range: string, siting: string }
---@field seed integer
---@field instructions moonreel.VideoInstruction[]  in order of time; each can be changed
local VideoComposition = {}

---All that is wrong with it for a timeline.
---@param timeline moonreel.Timeline
---@param range? moonreel.Range
---@return moonreel.Fault[]
function VideoComposition:faults(timeline, range) end

---One thing that is wrong.
---@class moonreel.Fault
---@field kind "gap"|"overlap"|"invalid_range"|"unknown_track"|"invalid_value"
---@field message string
---@field range? number[]        when
---@field instruction? integer   which instruction it concerns

---Whether it can be rendered. Each fault is shown to a function, which may correct the composition and returns whether
---to go on; after every call faults are looked for anew, and none is shown twice.
---@param timeline moonreel.Timeline
---@param on_fault fun(fault: moonreel.Fault): boolean
---@param range? moonreel.Range
---@return boolean  whether no fault is left
function VideoComposition:validate(timeline, on_fault, range) end

---One instruction of a video composition: one that was given, or that was made for a timeline. What is set changes the
---composition, as do the setters of its layers:
---
---```lua
---local mr = require "moonreel"
---local timeline = mr.timeline { fps = 25 }
---timeline:add_track("video"):insert(mr.source.test_card { size = { 640, 360 } }, { 0, 3 })
---timeline:add_track("video"):insert(mr.source.lights { size = { 640, 360 } }, { 0, 1 }, 1)
---local look = mr.video_composition(timeline)                       -- an instruction between any two cuts
---look.instructions[2].layers[1]:opacity_ramp(1, 0, { 1, 2 })       -- the upper clip fades out
---return mr.export { timeline, video = look }
---```
---@class moonreel.VideoInstruction
---@field range number[]               can be set to any `moonreel.Range`
---@field background moonreel.Image    can be set to any colour
---@field layers moonreel.LayerInstruction[]  the first is on top; can be set, also to tracks; one track may be drawn by several
---@field tracks integer[]             the numbers of the layers' tracks
---@field post_processing boolean      whether the filter applies; can be set
---@field has_compositor boolean
---@field compositor moonreel.Compositor?  can be set where there are no layers
---@field data any

---How one track is drawn. Setters return the instruction; a value holds until the next.
---@class moonreel.LayerInstruction
---@field track moonreel.Track
local LayerInstruction = {}

---Sets the opacity from a time on.
---@param opacity number     0 to 1
---@param at? moonreel.Time  (default 0, or the start of the video instruction that it stands in)
---@return moonreel.LayerInstruction
function LayerInstruction:opacity(opacity, at) end

---Lets the opacity go evenly from one value to another.
---@param from number
---@param to number
---@param range moonreel.Range
---@return moonreel.LayerInstruction
function LayerInstruction:opacity_ramp(from, to, range) end

---Maps the natural frame, before it is turned upright; until one is set, the frame is drawn upright. Shares
---in the transform are shares of the composition's size.
---@param transform moonreel.Transform
---@param at? moonreel.Time  (default 0, or the start of the video instruction that it stands in)
---@return moonreel.LayerInstruction
function LayerInstruction:transform(transform, at) end

---Lets the transform go evenly from one to another.
---@param from moonreel.Transform
---@param to moonreel.Transform
---@param range moonreel.Range
---@return moonreel.LayerInstruction
function LayerInstruction:transform_ramp(from, to, range) end

---Shows only a rectangle of the frame from a time on.
---@param rect moonreel.Rect  in the natural frame, which shares are shares of
---@param at? moonreel.Time   (default 0)
---@return moonreel.LayerInstruction
function LayerInstruction:crop(rect, at) end

---Lets the crop go evenly from one rectangle to another.
---@param from moonreel.Rect
---@param to moonreel.Rect
---@param range moonreel.Range
---@return moonreel.LayerInstruction
function LayerInstruction:crop_ramp(from, to, range) end

---What every callback may know of its frame.
---@class moonreel.Context
---@field time number           seconds on the composition's clock
---@field frame_index integer      counted at `fps`, whatever `frame_timing` says
---@field frame_duration number    seconds, at `fps`
---@field size number[]         of the composition, whatever the scale
---@field render_scale number
---@field progress? number      how much of the layer has passed, 0 to 1; only in effects of layers
---@field duration? number      seconds: when the layer that is drawn ends, on the clock of its source or effect; nil where that is not known
---@field seed integer
local Context = {}

---What the script got for a parameter that it declares with `mr.params`; for functions that cannot see the script's
---variables, such as those of plugins.
---@param name string
---@return any
function Context:parameter(name) end

---The picture at another time: in a filter the composed picture, before the filter; in an effect of a layer
---the layer's, as the effects before this one leave it, with nothing for an adjustment layer.
---@param time moonreel.Time  on the clock of `time`: the composition's, or the layer's
---@return moonreel.Image
function Context:at(time) end

---Which frame of a track: of the time at hand, or of another.
---@class moonreel.FrameOptions
---@field at? moonreel.Time  on the composition's clock; may lie outside the instruction

---What a compositor is asked for: one frame.
---@class moonreel.Request
---@field time number           seconds on the composition's clock
---@field frame_index integer      counted at `fps`, whatever `frame_timing` says
---@field frame_duration number    seconds, at `fps`
---@field size number[]         of the composition, whatever the scale
---@field render_scale number
---@field seed integer
---@field data any              the instruction's
---@field range number[]        the instruction's
---@field background moonreel.Image  the instruction's
---@field progress number       (time - start) / duration of the instruction
local Request = {}

---The track's frame in its natural orientation; nil in a gap.
---@param track moonreel.Track
---@param options? moonreel.FrameOptions
---@return moonreel.Image?
function Request:frame(track, options) end

---The track's frame turned upright.
---@param track moonreel.Track
---@param options? moonreel.FrameOptions
---@return moonreel.Image?
function Request:upright_frame(track, options) end

---The track's frame upright and fitted into the composition.
---@param track moonreel.Track
---@param mode? moonreel.FitMode  (default "contain")
---@param options? moonreel.FrameOptions
---@return moonreel.Image?
function Request:fitted_frame(track, mode, options) end

---The size of the track's frames as they are stored, at square pixels.
---@param track moonreel.Track
---@return integer[]?
function Request:natural_size(track) end

---The map that turns the track's frames upright.
---@param track moonreel.Track
---@return moonreel.Transform?
function Request:preferred_transform(track) end

---The source's own time that is shown.
---@param track moonreel.Track
---@param options? moonreel.FrameOptions
---@return number?
function Request:source_time(track, options) end

---The timed metadata in force.
---@param track moonreel.Track
---@return table<string, string>?
function Request:metadata(track) end

-- SPDX-License-Identifier: MIT
-- frame_blend: slow motion without jerks, by mixing the two frames between which a time lies.

local options = require "moonreel.options"

---@class moonreel.FrameBlendOptions
---@field fps number     how many frames of the source a second of the film shows: 7.5 for 30 at quarter speed
---@field start? number  when the first of them begins (default: the instruction's start)

---The frame of `track`, mixed with the next by how far the time has come from one to the other.
---@param request moonreel.Request
---@param track moonreel.Track
---@param opts moonreel.FrameBlendOptions
---@return moonreel.Image?
local function frame_blend(request, track, opts)
  local given = options.check("frame_blend", opts, {
    fps = { "number", required = true, min = 0.001 },
    start = { "number", default = request.range[1] },
  })
  local start, fps = given.start, given.fps
  local position = (request.time - start) * fps
  local index = math.floor(position + 1e-6)
  -- The middle of a frame's time, so that rounding cannot pick a neighbour.
  local function frame(number)
    return request:upright_frame(track, { at = start + (number + 0.5) / fps })
  end
  local first, second = frame(index), frame(index + 1)
  if not first or not second then return first or second end
  return first:dissolve(second, math.max(0, position - index))
end

return frame_blend

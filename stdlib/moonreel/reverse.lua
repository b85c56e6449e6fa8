-- SPDX-License-Identifier: MIT
-- reverse: a stretch of a track backwards, without changing the track.

---The frame of `track` that lies as far from the stretch's end as the time lies from its start.
---@param request moonreel.Request
---@param track moonreel.Track
---@param range? number[]  { start, stop } in seconds on the film's clock (default: the instruction's)
---@return moonreel.Image?
local function reverse(request, track, range)
  local start, stop = table.unpack(range or request.range)
  -- The middle of a frame: the mirror of a frame's start is its end, which is another frame's start.
  local mirrored = start + stop - request.time - request.frame_duration / 2
  return request:upright_frame(track, { at = mirrored })
end

return reverse

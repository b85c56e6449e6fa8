-- SPDX-License-Identifier: MIT
-- freeze: one picture of a track, held.

---The frame that `track` shows at `time`, whatever the time is now.
---@param request moonreel.Request
---@param track moonreel.Track
---@param time moonreel.Time  on the film's clock
---@return moonreel.Image?
local function freeze(request, track, time)
  return request:upright_frame(track, { at = time })
end

return freeze

-- SPDX-License-Identifier: MIT
-- echo: what moves leaves fainter and fainter pictures of itself behind.

local options = require "moonreel.options"

---@class moonreel.EchoOptions
---@field count? integer  how many earlier pictures (default 3)
---@field delay? number   seconds between them (default 0.1)
---@field decay? number   how much fainter each is than the one after it, 0 to 1 (default 0.5)

---The mean of a frame of `track` and its echoes, the i-th weighted by decay to the power of i.
---@param request moonreel.Request
---@param track moonreel.Track
---@param opts? moonreel.EchoOptions
---@return moonreel.Image?
local function echo(request, track, opts)
  local given = options.check("echo", opts, {
    count = { "integer", default = 3, min = 1, max = 64 },
    delay = { "number", default = 0.1, min = 0 },
    decay = { "number", default = 0.5, min = 0, max = 1 },
  })
  local image, total = request:upright_frame(track), 1
  if not image then return nil end
  for index = 1, given.count do
    local earlier = request:upright_frame(track, { at = request.time - index * given.delay })
    if earlier then
      local weight = given.decay ^ index
      total = total + weight
      image = image:dissolve(earlier, weight / total)
    end
  end
  return image
end

return echo

-- SPDX-License-Identifier: MIT
-- slit_scan: each line of the frame shows another moment: what moves is drawn out, bent and folded through time.

local effect = require "moonreel.effect"

---@class moonreel.SlitScanOptions
---@field delay? number      seconds from the first line to the last (default 1)
---@field bands? integer     how many moments are seen at once, 2 to 48 (default 24); each costs a share of a frame
---@field direction? "down"|"up"|"right"|"left"  where the past lies (default "down")

return effect {
  name = "slit_scan",
  options = {
    delay = { "number", default = 1, min = 0, max = 10 },
    bands = { "integer", default = 24, min = 2, max = 48 },
    direction = { "choice", among = { "down", "up", "right", "left" }, default = "down" },
  },
  neutral = { delay = 0 },
  draw = function(image, params, context)
    if not context.at or params.delay == 0 then return image end
    local width, height = context.size[1], context.size[2]
    local is_upright = params.direction == "down" or params.direction == "up"
    local is_reversed = params.direction == "up" or params.direction == "left"
    local whole = is_upright and height or width
    local count = math.min(params.bands, whole)
    local result
    for index = 0, count - 1 do
      local shown = index == 0 and image or context:at(context.time - params.delay * index / (count - 1))
      local place = is_reversed and count - 1 - index or index
      local from, to = math.floor(place * whole / count + 0.5), math.floor((place + 1) * whole / count + 0.5)
      -- A pixel more than the band has, towards what is there, so that no gap shows where bands are scaled.
      if index > 0 then from, to = is_reversed and from or from - 1, is_reversed and to + 1 or to end
      local band = shown:crop(is_upright and { 0, from, width, to - from } or { from, 0, to - from, height })
      result = result and band:over(result) or band
    end
    return result
  end,
}

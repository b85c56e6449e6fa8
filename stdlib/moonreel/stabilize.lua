-- SPDX-License-Identifier: MIT
-- stabilize: a shaky clip with a smooth path of the camera, in picture and sound.

local mr = require "moonreel"
local options = require "moonreel.options"

---@class moonreel.StabilizeOptions
---@field smoothing? number  seconds before and after a frame that its place is the mean of; more makes a calmer picture (default 1)
---@field zoom? number|"auto"  the factor by which the picture is enlarged; "auto": for each shot as little as hides its edges (default "auto")
---@field max_zoom? number   the most that "auto" enlarges; where that does not do, the shot is smoothed less (default 1.3)
---@field rotation? boolean  whether it is turned (default true)
---@field scale? boolean     whether it is scaled from frame to frame (default true)
---@field border? "none"|"edge"|"mirror"  what is seen beyond the edges where `zoom` does not hide them: nothing, the outermost pixels, or the picture mirrored (default "none")
---@field range? number[]  the stretch of the clip that is used, `{ from, to }` in seconds (default: all of it)

local borders = {
  edge = function(image) return image:clamp_to_edges() end,
  mirror = function(image) return image:tile "mirror" end,
}
local rules = {
  smoothing = { "number", default = 1, min = 0.05, max = 60 },
  zoom = { "any", default = "auto" },
  max_zoom = { "number", default = 1.3, min = 1, max = 4 },
  rotation = { "boolean", default = true },
  scale = { "boolean", default = true },
  border = { "choice", among = { "none", "edge", "mirror" }, default = "none" },
  range = { "vector", count = 2 },
}

-- Keyframes that hold each frame's place until the next is shown.
local function keyframes(steps, size, start, zoom)
  local position, rotation, scale = {}, {}, {}
  for number, step in ipairs(steps) do
    local time, factor = math.max(0, step.time - start), zoom or step.zoom
    position[number] = { time, { size[1] / 2 + step.x * factor, size[2] / 2 + step.y * factor }, "hold" }
    rotation[number] = { time, step.rotation, "hold" }
    scale[number] = { time, step.scale * factor, "hold" }
  end
  return position, rotation, scale
end

---A clip whose camera moves smoothly. Each frame is looked at once; the steps are those of `mr.detect.shake`.
---@param asset moonreel.Asset|string
---@param opts? moonreel.StabilizeOptions
---@return moonreel.Composition
local function stabilize(asset, opts)
  if type(asset) == "string" then asset = mr.asset(asset) end
  if type(asset) ~= "userdata" or not asset.video then
    error("stabilize needs an asset with pictures: stabilize(mr.asset 'walk.mp4', { smoothing = 1 })", 2)
  end
  local given = options.check("stabilize", opts, rules, 3)
  local zoom = given.zoom
  if zoom == "auto" then zoom = nil end
  if zoom and (type(zoom) ~= "number" or not (zoom >= 0.1 and zoom <= 16)) then
    error("bad option 'zoom' of stabilize: expected \"auto\" or a number from 0.1 to 16", 2)
  end
  local steps = mr.detect.shake(asset, {
    smoothing = given.smoothing, rotation = given.rotation, scale = given.scale,
    max_zoom = zoom and 4 or given.max_zoom, range = given.range,
  })
  local video, range = asset.video, given.range or { 0, asset.duration }
  local size = video.display_size
  local is_hdr = video.color.transfer == "pq" or video.color.transfer == "hlg"
  local film = mr.composition { size = size, fps = video.fps, color = is_hdr and video.color or nil }
  local layer = film:add { source = asset, trim = range, fit = "none" }
  layer.position, layer.rotation, layer.scale = keyframes(steps, size, range[1], zoom)
  layer.effects = borders[given.border] and { borders[given.border] } or nil
  return film
end

return stabilize

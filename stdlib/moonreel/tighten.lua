-- SPDX-License-Identifier: MIT
-- tighten: a clip without its silence, in picture and sound.

local mr = require "moonreel"
local options = require "moonreel.options"

---@class moonreel.TightenOptions
---@field threshold? number     decibels; what stays below is silence, -120 to 0 (default -50)
---@field min_duration? number  seconds; shorter silence stays (default 0.5)
---@field pad? number           seconds of silence that stay before and after a sound (default 0.1)
---@field declick? number       seconds within which sound swells and dies away at cuts (default 0.01)

local rules = {
  threshold = { "number", default = -50, min = -120, max = 0 },
  min_duration = { "number", default = 0.5, min = 0, max = 3600 },
  pad = { "number", default = 0.1, min = 0, max = 60 },
  declick = { "number", default = 0.01, min = 0, max = 1 },
}

-- What lies between the silences, and before and after them.
local function loud(silences, from, to)
  local stretches = {}
  for _, silence in ipairs(silences) do
    if silence[1] > from then stretches[#stretches + 1] = { from, silence[1] } end
    from = silence[2]
  end
  if from < to then stretches[#stretches + 1] = { from, to } end
  return stretches
end

---A clip without its silence.
---@param asset moonreel.Asset|string
---@param opts? moonreel.TightenOptions
---@return moonreel.Composition
local function tighten(asset, opts)
  if type(asset) == "string" then asset = mr.asset(asset) end
  if type(asset) ~= "userdata" then error("tighten needs an asset: tighten(mr.asset 'talk.mp4', { pad = 0.1 })", 2) end
  local given = options.check("tighten", opts, rules, 3)
  local silences = mr.detect.silence(asset, {
    threshold = given.threshold, min_duration = given.min_duration, pad = given.pad,
  })
  local stretches = loud(silences, 0, asset.duration)
  if #stretches == 0 then error("tighten finds nothing but silence; set a lower 'threshold'", 2) end

  local video = asset.video
  local film = mr.composition {
    size = video and video.display_size or { 16, 16 }, fps = video and video.fps or nil,
  }
  local items = {}
  for number, stretch in ipairs(stretches) do
    items[number] = { source = asset, trim = stretch, fit = "none" }
  end
  items.audio = { declick = given.declick > 0 and given.declick or nil }
  film:sequence(items)
  return film
end

return tighten

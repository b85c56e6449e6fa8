-- SPDX-License-Identifier: MIT
-- loop: a clip, a piece of music or an animation again and again, one round over into the next.

local mr = require "moonreel"
local options = require "moonreel.options"

---@class moonreel.LoopOptions
---@field times? integer       how many rounds it has, 1 to 10000 (default: as many as the duration takes; without one, 2)
---@field duration? number     seconds that it lasts; the last round is cut there
---@field trim? number[]       { from, to } in seconds of the source (default: all of it)
---@field cross_fade? number   seconds over which the end of a round goes over into the next, in picture and sound (default 0)
---@field bar? number|true     seconds of a bar of music, or `true` for those of `mr.source.music`: rounds begin at bars, and it ends at one (default: none)
---@field size? moonreel.PixelSize  of its pictures (default: the source's)

local rules = {
  times = { "integer", min = 1, max = 10000 },
  duration = { "number", min = 0.001, max = 1e6 },
  trim = { "table" },
  cross_fade = { "number", default = 0, min = 0, max = 1e5 },
  bar = { "any" },
  size = { "size" },
}

-- The whole bars in a stretch; a little less than one counts.
local function whole(seconds, bar) return bar and math.floor(seconds / bar + 1e-6) * bar or seconds end

-- What an object says of itself; nil where it has no such name.
local function get(object, name)
  local is_known, value = pcall(function() return object[name] end)
  return is_known and value or nil
end

-- The stretch that is repeated.
local function stretch(source, trim, level)
  if trim then
    local from, to = trim[1], trim[2]
    if math.type(from) and math.type(to) and from >= 0 and to > from then return from, to end
    error("bad 'trim' of loop: expected { from, to } in seconds", level + 1)
  end
  local length = get(source, "duration")
  if not math.type(length) or length <= 0 then
    error("loop needs 'trim': the source goes on for ever, so say which stretch of it is repeated", level + 1)
  end
  return 0, length
end

-- Seconds of a bar: as given, or where that is `true`, as the music has them.
local function bar_of(source, bar, level)
  if bar == true then
    bar = get(source, "bar")
    if bar then return bar end
    error("loop cannot know how long a bar is: only mr.source.music says it, so give the seconds of one: bar = 2",
      level + 1)
  end
  if bar == nil or math.type(bar) and bar >= 0.01 and bar <= 1e4 then return bar end
  error("bad 'bar' of loop: expected the seconds of a bar, 0.01 to 10000, or true for those of mr.source.music",
    level + 1)
end

-- How large its pictures are; small where it has none.
local function size_of(source)
  local size = get(source, "natural_size") or get(source, "size") or get(source, "display_size")
  local video = not size and get(source, "video")
  return size or video and video.display_size or { 16, 16 }
end

-- Its frames a second, where it says that.
local function rate_of(source)
  local video = get(source, "video")
  return get(source, "fps") or video and video.fps or nil
end

---A source that repeats another.
---@param source moonreel.Asset|moonreel.Source|moonreel.Composition
---@param opts? moonreel.LoopOptions
---@return moonreel.Composition
local function loop(source, opts)
  if type(source) ~= "userdata" and type(source) ~= "function" then
    error("loop needs an asset, a source or a composition: loop(mr.asset 'a.mp4', { times = 3 })", 2)
  end
  local given = options.check("loop", opts, rules, 3)
  local from, to = stretch(source, given.trim, 2)
  local fade, bar = given.cross_fade, bar_of(source, given.bar, 2)
  -- From the start of a round to that of the next.
  local period = whole(to - from - fade, bar)
  if period <= 0 or fade > period then
    error("bad 'cross_fade' of loop: a round of " .. to - from .. " seconds is too short for it"
      .. (bar and ", and for a bar of " .. bar or ""), 2)
  end
  local times, length = given.times, given.duration
  if length then
    length = whole(length, bar)
    local needed = math.max(1, math.ceil((length - fade) / period - 1e-9))
    times = math.min(times or needed, needed)
    length = math.min(length, times * period + fade)
  else
    times = times or 2
    length = bar and times * period or (times - 1) * period + (to - from)
  end
  if length <= 0 then error("bad 'duration' of loop: it is shorter than a bar", 2) end
  if times > 10000 then error("bad 'duration' of loop: it takes " .. times .. " rounds, at most 10000", 2) end

  local film = mr.composition { size = given.size or size_of(source), fps = rate_of(source), duration = length }
  for round = 1, times do
    local at = (round - 1) * period
    local lasting = math.min(round < times and period + fade or to - from, length - at)
    local fades_in, fades_out = round > 1 and fade > 0, round < times and fade > 0
    film:add {
      source = source, at = at, duration = lasting, trim = { from, from + lasting }, fit = "none", level = round,
      opacity = fades_in and { { 0, 0 }, { fade, 1 } } or nil,
      audio = {
        fade_in = fades_in and fade or nil, fade_out = fades_out and fade or nil, fade_curve = "qsin",
      },
    }
  end
  return film
end

return loop

-- SPDX-License-Identifier: MIT
-- glsl_passes: the passes of a picture that is drawn by several shaders, each with what its channels show.

local options = require "moonreel.options"

-- Refuses passes that read what they draw: a frame cannot depend on the one before, as frames are drawn in any order.
local function check_order(passes)
  local state = {}
  local function visit(name)
    if state[name] == "open" then
      error("buffer '" .. name .. "' of mr.glsl reads itself: feedback from frame to frame is not possible, as frames are "
        .. "drawn in any order", 5)
    end
    if state[name] then return end
    state[name] = "open"
    for _, source in pairs(passes[name].channels) do visit(source) end
    state[name] = "done"
  end
  for name in pairs(passes) do visit(name) end
end

-- The passes of a picture: `image`, and buffers by name, each with the file and what its channels show.
return function(load, given)
  if type(given) == "string" then return { image = { shader = load(given), channels = {} } } end
  local checked = options.check("mr.glsl", given, {
    image = { "any", required = true }, buffers = { "table", default = {} },
  }, 4)
  local function pass_of(entry, what)
    local entries = type(entry) == "string" and { entry } or entry
    if type(entries) ~= "table" or type(entries[1]) ~= "string" then
      error("bad '" .. what .. "' of mr.glsl: expected a file, or { file, iChannel0 = \"A\" }", 5)
    end
    local channels = {}
    for name, source in pairs(entries) do
      if name ~= 1 then
        if not checked.buffers[source] then
          error("bad '" .. tostring(name) .. "' of '" .. what .. "' of mr.glsl: there is no buffer '"
            .. tostring(source) .. "'", 5)
        end
        channels[name] = source
      end
    end
    return { shader = load(entries[1]), channels = channels }
  end
  local passes = { image = pass_of(checked.image, "image") }
  for name, entry in pairs(checked.buffers) do passes[name] = pass_of(entry, name) end
  check_order(passes)
  return passes
end

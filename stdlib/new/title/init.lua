-- plugin-name: words rise one after the other onto a line, that of assets/underline.svg.
--
-- ```lua
-- local mr = require "moonreel"
-- local plugin_name = require "plugin-name"
-- local show = mr.composition { size = { 640, 360 }, fps = 25 }
-- show:add { source = plugin_name { text = "Good evening", size = 80 }, duration = 3 }
-- return show
-- ```

-- moonreel test runs the example above, and moonreel docs shows it.

local mr = require "moonreel"
local title = require "moonreel.title"

---@class plugin_name.Options: moonreel.TitleOptions
---@field distance? number  how far they rise, in ems (default 0.6)

local underline = mr.svg "assets/underline.svg"   -- in this package, wherever it is installed

-- The line below the last line of the title, as far as it is there.
local function line(stage, share)
  local units = stage:units "line"
  local last = units[#units]
  if not last then return mr.image.empty() end
  return underline:fit({ math.max(last.width, 1), 0.12 * stage.em }, "stretch")
    :transform(mr.transform.translate(last.x, last.baseline + 0.22 * stage.em))
    :opacity(share)
end

---@type fun(options?: plugin_name.Options): moonreel.Source
local plugin_name = title {
  name = "plugin_name", length = 0.9, ease = "out_back",
  units = { by = "word", each = 0.5 },
  options = {
    distance = { "number", default = 0.6, min = 0, max = 10 },
  },
  -- From nothing, share 0, to the title at rest, share 1; it leaves the same way.
  enter = function(stage, params)
    local coming = stage:coming(params, { y = params.distance * stage.em, opacity = 0 })
    return function(share, time, context)
      return coming(share, time, context):over(line(stage, share))
    end
  end,
  rest = function(stage)
    local drawn = stage.letters:over(line(stage, 1))
    return function() return drawn end
  end,
}

return plugin_name

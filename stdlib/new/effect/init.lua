-- plugin-name: gives a picture the look of assets/look.cube, as much of it as is wanted.
--
-- ```lua
-- local mr = require "moonreel"
-- local plugin_name = require "plugin-name"
-- local show = mr.composition { size = { 320, 180 }, fps = 25 }
-- show:add { source = mr.source.lights {}, duration = 2, effects = { plugin_name { strength = 1 } } }
-- return show
-- ```

-- moonreel test runs the example above, and moonreel docs shows it.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class plugin_name.Options
---@field strength? number  how much of the look, 0 to 1 (default 0.8)

local look = mr.lut "assets/look.cube"   -- in this package, wherever it is installed

---@type fun(options?: plugin_name.Options): moonreel.Effect
local plugin_name = effect {
  name = "plugin_name",
  options = {
    strength = { "number", default = 0.8, min = 0, max = 1 },
  },
  -- With these it changes nothing; moonreel test holds it to that.
  neutral = { strength = 0 },
  -- Gets the picture as large as the frame, the options, and the moment: context.size, context.time …
  draw = function(image, params)
    return image:lut(look, { intensity = params.strength })
  end,
}

return plugin_name

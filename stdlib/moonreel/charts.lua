-- SPDX-License-Identifier: MIT
--
-- The charts, by name; each is loaded when it is first asked for:
--
--   local charts = require "moonreel.charts"
--   show:add { source = charts.bar { data = { { "May", 3 }, { "June", 5 } } }, duration = 4 }

local library = require "moonreel.library"

---@class moonreel.charts: table<string, fun(opts: table): moonreel.Source>
---@field names string[]  of all charts, in order
return library.of("charts", "there is no chart", {
  "bar", "clock", "counter", "line", "pie", "ring", "timer",
}, "charts")

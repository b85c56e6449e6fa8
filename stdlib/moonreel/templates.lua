-- SPDX-License-Identifier: MIT
--
-- The templates, by name; each is loaded when it is first asked for:
--
--   local templates = require "moonreel.templates"
--   show:add { source = templates.lower_third { name = "Harbour light", role = "Lit at nightfall" }, at = 1, duration = 4 }

local library = require "moonreel.library"

---@class moonreel.templates: table<string, fun(opts: moonreel.TemplateOptions): fun(time: number, context: moonreel.Context): moonreel.Image>
---@field names string[]  of all templates, in order
return library.of("templates", "there is no template", {
  "big_number", "chapter", "countdown", "end_credits", "list_points", "location_tag", "logo_sting",
  "lower_third", "news_ticker", "quote", "social_handle", "split_title", "title_card",
}, "templates")

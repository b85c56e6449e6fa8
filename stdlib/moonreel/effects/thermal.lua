-- SPDX-License-Identifier: MIT
-- thermal: a heat camera: brightness shown as cold blue to white heat, coarse as such cameras are.

local effect = require "moonreel.effect"

---@class moonreel.ThermalOptions
---@field palette? "iron"|"rainbow"|"white_hot"  (default "iron")
---@field detail? number   the camera's lines (default 120)
---@field contrast? number of the luma before (default 1.25)

local palettes = {
  iron = { { 0, "#00000f" }, { 0.16, "#2a0a6e" }, { 0.36, "#93149c" }, { 0.56, "#e4492e" }, { 0.78, "#fba31c" },
    { 0.93, "#ffe870" }, { 1, "#fffdf0" } },
  rainbow = { { 0, "#05003a" }, { 0.18, "#1030d8" }, { 0.36, "#08b4c8" }, { 0.54, "#2fd03a" }, { 0.7, "#f4e316" },
    { 0.87, "#f0401a" }, { 1, "#fff2ee" } },
  white_hot = { { 0, "#05070a" }, { 0.5, "#70757c" }, { 1, "#ffffff" } },
}

return effect {
  name = "thermal",
  options = {
    palette = { "choice", among = { "iron", "rainbow", "white_hot" }, default = "iron" },
    detail = { "number", default = 120, min = 8, max = 2000 },
    contrast = { "number", default = 1.25, min = 0, max = 4 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local coarse = math.max(0.01, height / params.detail / 2)
    return image:clamp_to_edges():blur(coarse):crop { 0, 0, width, height }
      :contrast(params.contrast):gradient_map(palettes[params.palette])
  end,
}

-- SPDX-License-Identifier: MIT
-- keying: what effects that remove a background have in common: their matte made cleaner at its edge.

local mr = require "moonreel"

local keying = {}

---The rules of the options that all of them have.
keying.rules = {
  shrink = { "number", default = 0, min = 0, max = 0.05 },
  feather = { "number", default = 0, min = 0, max = 0.05 },
  show = { "choice", among = { "result", "matte" }, default = "result" },
}

---The picture within a matte whose edge is drawn in and made softer, or the matte itself in black and white.
---@param image moonreel.Image
---@param matte moonreel.Image   what its alpha leaves
---@param params { shrink: number, feather: number, show: string }   lengths are shares of the shorter side
---@param size number[]          of the frame
---@return moonreel.Image
function keying.cut(image, matte, params, size)
  local unit, whole = math.min(size[1], size[2]), { 0, 0, size[1], size[2] }
  local shrink, feather = math.min(64, math.floor(params.shrink * unit + 0.5)), params.feather * unit
  if shrink > 0 then matte = matte:clamp_to_edges():erode(shrink):crop(whole) end
  if feather > 0.05 then matte = matte:clamp_to_edges():blur(feather):crop(whole) end
  if params.show == "matte" then return mr.color "white":matte(matte):over(mr.color "black"):matte(image) end
  return image:matte(matte)
end

return keying

-- SPDX-License-Identifier: MIT
-- camera_shake: the unrest of a camera held by hand; the picture is enlarged as far as it moves.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local random = require "moonreel.random"

---@class moonreel.CameraShakeOptions
---@field amount? number  how far it moves at most, as a share of the shorter side (default 0.03)
---@field turn? number    how far it turns at most, in degrees (default 1)
---@field speed? number   how often a second it changes its way (default 2.5)
---@field blur? number    smear along the movement, 0 to 1 (default 0.3)

local function place(params, context, time)
  local x = time * params.speed
  local reach = params.amount * math.min(context.size[1], context.size[2])
  return random.wander(context.seed + 11, x) * reach, random.wander(context.seed + 23, x) * reach
end

-- How far one side of the frame must grow to hide the edges.
local function cover(params, context)
  local width, height = context.size[1], context.size[2]
  local long, short = math.max(width, height), math.min(width, height)
  local angle = math.rad(params.turn)
  return math.cos(angle) + math.sin(angle) * long / short + 2 * params.amount
end

return effect {
  name = "camera_shake",
  options = {
    amount = { "number", default = 0.03, min = 0, max = 0.5 },
    turn = { "number", default = 1, min = 0, max = 45 },
    speed = { "number", default = 2.5, min = 0, max = 60 },
    blur = { "number", default = 0.3, min = 0, max = 1 },
  },
  neutral = { amount = 0, turn = 0 },
  draw = function(image, params, context)
    if params.amount == 0 and params.turn == 0 then return image end
    local width, height = context.size[1], context.size[2]
    local x, y = place(params, context, context.time)
    local later_x, later_y = place(params, context, context.time + context.frame_duration)
    local middle = { width / 2, height / 2 }
    local angle = params.turn * random.wander(context.seed + 37, context.time * params.speed)
    local move = mr.transform.scale(cover(params, context), nil, middle):rotate(angle, middle):translate(x, y)
    local moved = image:tile("clamp"):transform(move)
    local dx, dy = later_x - x, later_y - y
    local smear = math.sqrt(dx * dx + dy * dy) * params.blur
    if smear > 0.5 then moved = moved:motion_blur(smear, math.deg(math.atan(dy, dx))) end
    return moved:crop { 0, 0, width, height }
  end,
}

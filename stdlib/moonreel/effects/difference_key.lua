-- SPDX-License-Identifier: MIT
-- difference_key: takes away what looks as it does without the actor: the background, from a picture of it alone.

local effect = require "moonreel.effect"
local frame = require "moonreel.frame"
local keying = require "moonreel.keying"
local mr = require "moonreel"

---@class moonreel.DifferenceKeyOptions
---@field plate? moonreel.EffectPicture  the background alone: a still, or a function such as function(context) return context:at(0) end (required)
---@field tolerance? number  differences up to which all goes, 0 to 1 (default 0.08)
---@field softness? number   further, until all stays, likewise (default 0.1)
---@field clean? number      over which single pixels are outvoted, as a share of the shorter side (default 0.003)
---@field shrink? number     how far the edge is drawn in, likewise (default 0)
---@field feather? number    how soft it is, likewise (default 0)
---@field show? "result"|"matte"  the matte in black and white, to set the others by (default "result")

-- How much a pixel differs: more in colour than in light, as shadows are darker and no one's.
local differ = mr.kernel {
  name = "difference_key: difference", inputs = { "image", "plate" }, extent = "image",
  body = function(k)
    local d = k.image:straight() - k.plate:straight()
    local luma = d.luma
    local red, blue = d.red - luma, d.blue - luma
    local most = (luma * luma * 0.6 + (red * red + blue * blue) * 2.2):sqrt()
    return mr.pixel(most, most, most, 1)
  end,
}

local keep = mr.kernel {
  name = "difference_key", inputs = { "difference" }, params = { low = 0.1, high = 0.2 },
  body = function(k)
    local share = k.difference.red:smoothstep(k.low, k.high)
    return mr.pixel(share, share, share, share)
  end,
}

return effect {
  name = "difference_key",
  options = {
    plate = { "any", required = true, sample = function(context) return context:at(0) end },
    tolerance = { "number", default = 0.08, min = 0, max = 1 },
    softness = { "number", default = 0.1, min = 0.001, max = 1 },
    clean = { "number", default = 0.003, min = 0, max = 0.02 },
    shrink = keying.rules.shrink, feather = keying.rules.feather, show = keying.rules.show,
  },
  draw = function(image, params, context)
    local size = context.size
    local whole, unit = { 0, 0, size[1], size[2] }, math.min(size[1], size[2])
    local plate = frame.filled(effect.picture(params.plate, context), size)
    local difference = differ(image, plate)
    if params.clean > 0 then
      difference = difference:clamp_to_edges():blur(math.max(0.3, params.clean * unit)):crop(whole)
    end
    local matte = keep(difference, { low = params.tolerance, high = params.tolerance + params.softness })
    return keying.cut(image, matte, params, size)
  end,
}

-- SPDX-License-Identifier: MIT
-- dehaze: takes haze off a view: what is pale with distance gets its depth and its colours back.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local guided = require "moonreel.guided"
local measure = require "moonreel.measure"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.DehazeOptions
---@field amount? number        0 to 1 (default 0.6)
---@field color? moonreel.Color of the haze (default: measured, where the picture is palest)
---@field radius? number        over which haze is even, as a share of the shorter side (default 0.05)

-- Haze is white light: where there is much of it no component is low. The palest places say which white.
local palest = mr.kernel {
  name = "dehaze: palest",
  body = function(k)
    local color = pixels.opaque(k.image)
    local least = color.red:min(color.green):min(color.blue)
    local weight = least * least
    weight = weight * weight
    weight = (weight * weight + 1e-6) * k.image.alpha
    return mr.pixel(color.red * weight, color.green * weight, color.blue * weight, weight)
  end,
}

-- The light of the haze at its brightest, nearer to white than what was found: the palest place may have a colour of
-- its own.
local function white(haze)
  local color = haze:straight()
  local gain = 0.97 / color.red:max(color.green):max(color.blue):max(0.1)
  local function part(component) return (component * gain * 0.5 + 0.485):max(0.3) end
  return mr.pixel(part(color.red), part(color.green), part(color.blue), 1)
end

-- The least component of a pixel, beside that of the haze.
local function veil(pixel, haze)
  local function share(component) return pixel[component] / haze[component] end
  return share "red":min(share "green"):min(share "blue"):clamp()
end

local veiled = mr.kernel {
  name = "dehaze: veil", inputs = { "image", "haze" }, extent = "image",
  body = function(k)
    local least = veil(pixels.opaque(k.image), white(k.haze))
    return mr.pixel(least, least, least, 1)
  end,
}

-- How much smoothing changes.
local detail = mr.kernel {
  name = "dehaze: detail", inputs = { "veil", "keep", "rest" }, extent = "veil",
  body = function(k)
    local d = (k.veil.red * (1 - k.keep.red) - k.rest.red):abs()
    return mr.pixel(d, d, d, 1)
  end,
}

local packed = mr.kernel {
  name = "dehaze: model", inputs = { "keep", "rest", "detail" }, extent = "keep",
  body = function(k) return mr.pixel(k.keep.red, k.rest.red, k.detail.red, 1) end,
}

-- The veil is no more than the even part of what is pale (J.-P. Tarel, N. Hautière, 2009); behind it lies the rest.
local clear = mr.kernel {
  name = "dehaze", inputs = { "image", "haze", "model" }, extent = "image", params = { amount = 0 },
  body = function(k)
    local color, haze = k.image:straight(), white(k.haze)
    local pale = veil(color, haze)
    local even = pale * k.model.red + k.model.green - k.model.blue
    local share = (even * k.amount):clamp(0, pale * k.amount):min(0.92)
    local function part(component, white) return (component - white * share) / (1 - share) end
    local light = mr.pixel(part(color.red, haze.red), part(color.green, haze.green), part(color.blue, haze.blue), 1)
    -- Part of the light that the haze gave comes back, so that the view does not become dark.
    local gain = 1 + share * 0.25
    return mr.pixel(light.red * gain, light.green * gain, light.blue * gain, color.alpha):premultiplied()
  end,
}

return effect {
  name = "dehaze",
  options = {
    amount = { "number", default = 0.6, min = 0, max = 1 },
    color = { "color" },
    radius = { "number", default = 0.05, min = 0.005, max = 0.3 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local size = context.size
    local radius = params.radius * math.min(size[1], size[2])
    local haze = params.color and mr.color(params.color) or measure.mean(image, size, palest)
    -- The veil is even over the radius: all but the last step is done with fewer pixels.
    local factor = guided.factor(radius)
    local inside = { math.ceil(size[1] / factor), math.ceil(size[2] / factor) }
    local small = image:clamp_to_edges():transform(mr.transform.scale(1 / factor), "bilinear")
    local pale = veiled(small, haze)
    local keep, rest = guided.parts(pale, inside, radius / factor, 0.12)
    local change = detail(pale, keep, rest):crop { 0, 0, inside[1], inside[2] }:clamp_to_edges()
      :blur(radius / factor * 0.58)
    local model = packed(keep, rest, change)
    local whole = factor == 1 and model:clamp_to_edges() or soft.enlarged(model, size, factor)
    return clear(image, haze, whole, { amount = params.amount })
  end,
}

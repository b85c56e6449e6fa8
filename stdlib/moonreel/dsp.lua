-- SPDX-License-Identifier: MIT
-- dsp: what effects for sound are made of. All of it works on the values of a sound kernel.

local dsp = {}

---Decibels as a factor.
---@param decibels moonreel.KernelValue
---@return moonreel.KernelValue
function dsp.gain(decibels) return (decibels * 0.16609640474436813):exp2() end

---A factor as decibels; -120 for silence.
---@param gain moonreel.KernelValue
---@return moonreel.KernelValue
function dsp.decibels(gain) return gain:max(1e-6):log2() * 6.020599913279624 end

---By which share of the distance something comes closer with each sample so that 63 % of it are gone after some seconds.
---@param k moonreel.SoundKernelArguments
---@param seconds moonreel.KernelValue|number
---@return moonreel.KernelValue
function dsp.smoothing(k, seconds) return 1 - (-1.4426950408889634 / (k.rate * seconds):max(1e-3)):exp2() end

---The hyperbolic tangent: a curve that never leaves -1 to 1.
---@param x moonreel.KernelValue
---@return moonreel.KernelValue
function dsp.tanh(x) return 1 - 2 / ((x * 2.8853900817779268):exp2() + 1) end

---A slow wave from -1 to 1 that goes through `hertz` rounds a second; `share` of a round ahead.
---@param k moonreel.SoundKernelArguments
---@param hertz moonreel.KernelValue
---@param share? moonreel.KernelValue|number
---@return moonreel.KernelValue
function dsp.wave(k, hertz, share)
  local phase = k.phase(hertz)
  return ((share and phase + share or phase) * (2 * math.pi)):sin()
end

---How much of one sound comes through another: 0 the first alone, 1 the second.
---@param dry moonreel.KernelValue
---@param wet moonreel.KernelValue
---@param share moonreel.KernelValue
---@return moonreel.KernelValue
function dsp.blend(dry, wet, share) return dry + (wet - dry) * share end

-- Filters of second order, after R. Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients".

local function angle(k, hertz) return hertz:max(1):min(k.rate * 0.49) * (2 * math.pi) / k.rate end

local function run(k, x, b0, b1, b2, a0, a1, a2)
  local scale = 1 / a0
  return k.biquad(x, b0 * scale, b1 * scale, b2 * scale, a1 * scale, a2 * scale)
end

-- Their coefficients b0, b1, b2, a0, a1, a2 from the cosine of the angle, the width, and for those with a gain its root and
-- the root of that. They take values of kernels and numbers alike.
dsp.formulas = {
  low_pass = function(c, alpha) return (1 - c) / 2, 1 - c, (1 - c) / 2, alpha + 1, c * -2, 1 - alpha end,
  high_pass = function(c, alpha) return (c + 1) / 2, -1 - c, (c + 1) / 2, alpha + 1, c * -2, 1 - alpha end,
  band_pass = function(c, alpha) return alpha, alpha * 0, -alpha, alpha + 1, c * -2, 1 - alpha end,
  notch = function(c, alpha) return alpha * 0 + 1, c * -2, alpha * 0 + 1, alpha + 1, c * -2, 1 - alpha end,
  peak = function(c, alpha, a)
    return alpha * a + 1, c * -2, 1 - alpha * a, alpha / a + 1, c * -2, 1 - alpha / a
  end,
  low_shelf = function(c, alpha, a, root)
    local slope = root * alpha * 2
    return a * (a + 1 - (a - 1) * c + slope), a * 2 * (a - 1 - (a + 1) * c), a * (a + 1 - (a - 1) * c - slope),
      a + 1 + (a - 1) * c + slope, (a - 1 + (a + 1) * c) * -2, a + 1 + (a - 1) * c - slope
  end,
  high_shelf = function(c, alpha, a, root)
    local slope = root * alpha * 2
    return a * (a + 1 + (a - 1) * c + slope), a * -2 * (a - 1 + (a + 1) * c), a * (a + 1 + (a - 1) * c - slope),
      a + 1 - (a - 1) * c + slope, (a - 1 - (a + 1) * c) * 2, a + 1 - (a - 1) * c - slope
  end,
}

local function shape(coefficients)
  return function(k, x, hertz, q, decibels)
    local w = angle(k, hertz)
    local cosine, alpha = w:cos(), w:sin() / (q:max(0.01) * 2)
    local a = decibels and (decibels * 0.08304820237218406):exp2()
    return run(k, x, coefficients(cosine, alpha, a, a and a:sqrt()))
  end
end

---@alias moonreel.SoundFilter fun(k: moonreel.SoundKernelArguments, x: moonreel.KernelValue, hertz: moonreel.KernelValue, q: moonreel.KernelValue, decibels?: moonreel.KernelValue): moonreel.KernelValue

---@type moonreel.SoundFilter
dsp.low_pass = shape(dsp.formulas.low_pass)

---@type moonreel.SoundFilter
dsp.high_pass = shape(dsp.formulas.high_pass)

---@type moonreel.SoundFilter
dsp.band_pass = shape(dsp.formulas.band_pass)

---@type moonreel.SoundFilter
dsp.notch = shape(dsp.formulas.notch)

---@type moonreel.SoundFilter
dsp.peak = shape(dsp.formulas.peak)

---@type moonreel.SoundFilter
dsp.low_shelf = shape(dsp.formulas.low_shelf)

---@type moonreel.SoundFilter
dsp.high_shelf = shape(dsp.formulas.high_shelf)

---All frequencies at their level, those around one of them late: of first order, `coefficient` from -1 to 1.
---@param k moonreel.SoundKernelArguments
---@param x moonreel.KernelValue
---@param coefficient moonreel.KernelValue
---@param count? integer  so many of them after one another (default 1)
---@return moonreel.KernelValue
function dsp.all_pass(k, x, coefficient, count) return k.all_pass(x, coefficient, count) end

---How loud a sound is at each moment, all channels as one, in decibels: the sample itself, or the mean power of about
---10 ms.
---@param k moonreel.SoundKernelArguments
---@param x moonreel.KernelValue
---@param is_rms boolean
---@return moonreel.KernelValue
function dsp.level(k, x, is_rms)
  if not is_rms then return dsp.decibels(k.loudest(x:abs())) end
  local share = dsp.smoothing(k, 0.01)
  return dsp.decibels(k.follow(k.loudest(x * x), share, share):sqrt())
end

return dsp

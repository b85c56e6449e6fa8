-- SPDX-License-Identifier: MIT
-- delay: echoes.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.DelayOptions
---@field time? number                     seconds from echo to echo (default 0.375)
---@field feedback? moonreel.MovingNumber  how loud each is beside the one before, as a factor (default 0.4)
---@field mix? moonreel.MovingNumber       how loud echoes are, as a factor (default 0.35)
---@field tone? moonreel.MovingNumber      hertz above which each echo loses (default 6000)
---@field ping_pong? boolean               whether echoes change sides (default false)

return sound_effect {
  name = "delay",
  options = {
    time = { "number", default = 0.375, min = 0.001, max = 5 },
    feedback = { "moving", default = 0.4, min = 0, max = 0.99 },
    mix = { "moving", default = 0.35, min = 0, max = 4 },
    tone = { "moving", default = 6000, min = 100, max = 96000 },
    ping_pong = { "boolean", default = false },
  },
  -- Until it is 60 dB down.
  tail = function(params)
    return math.min(60, params.time * (1 + math.log(0.001) / math.log(math.max(0.001, math.min(0.99, params.feedback)))))
  end,
  body = function(k, params)
    local q = k.tone * 0 + math.sqrt(0.5)
    local echoes
    k.loop(k.rate * 0 + params.time, 5, function(back)
      echoes = dsp.low_pass(k, back, k.tone, q)
      if not params.ping_pong then return k.sound + echoes * k.feedback end
      -- What comes in goes left first; each echo comes from the other side.
      local other = k.channel:at_least(2, k.of(echoes, 1), k.of(echoes, 2))
      local all = k.sum(k.sound) / k.channels
      return k.channel:at_least(2, 0, all) + other * k.feedback
    end)
    return k.sound + echoes * k.mix
  end,
}

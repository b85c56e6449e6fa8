-- SPDX-License-Identifier: MIT
-- numbers: round steps of an axis, and numbers as people write them.

local numbers = {}

---The options that say how a chart writes numbers.
numbers.options = {
  decimals = { "integer", min = 0, max = 9 },
  prefix = { "string", default = "" },
  suffix = { "string", default = "" },
  separator = { "string", default = "," },
  short = { "boolean", default = false },
}

-- The smallest of 1, 2, 5 times a power of ten that is not smaller than `least`.
local function round_step(least)
  local power = 10 ^ math.floor(math.log(least, 10))
  for _, factor in ipairs { 1, 2, 5, 10 } do
    if power * factor >= least * (1 - 1e-9) then return power * factor end
  end
end

---Places on an axis from `low` to `high`, about `count` of them: whole multiples of 1, 2 or 5 times a power of ten,
---the first not above `low`, the last not below `high`.
---@param low number
---@param high number
---@param count integer
---@return number[] places
---@return number step
function numbers.ticks(low, high, count)
  if low == high then
    local half = low == 0 and 0.5 or math.abs(low) / 2
    low, high = low - half, high + half
  end
  local step = round_step((high - low) / count)
  local first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
  local places = {}
  for index = first, last do places[#places + 1] = index * step end
  return places, step
end

---How many decimals it takes to write all of `values` to three figures, at most 15.
---@param values number[]
---@return integer
function numbers.decimals(values)
  local most = 0
  for _, value in ipairs(values) do
    local digits, exponent = ("%.2e"):format(math.abs(value)):match "^(%d%.%d%d)e(.*)$"
    local figures = #(digits:gsub("%.?0*$", ""):gsub("%.", ""))
    most = math.max(most, math.min(15, figures - 1 - tonumber(exponent)))
  end
  return math.tointeger(most) or 0
end

local units = { { 1e12, "T" }, { 1e9, "B" }, { 1e6, "M" }, { 1e3, "K" } }

local function grouped(digits, separator)
  local whole, rest = digits:match "^(%d+)(.*)$"
  local groups = {}
  while #whole > 3 do
    table.insert(groups, 1, whole:sub(-3))
    whole = whole:sub(1, -4)
  end
  table.insert(groups, 1, whole)
  return table.concat(groups, separator) .. rest
end

---A number as people write it: `"−$1,250.50"`, or with `short` `"1.25M"`.
---@param value number
---@param format table      decimals, prefix, suffix, separator and short
---@param decimals? integer where the format does not say (default: as many as the number has)
---@return string
function numbers.text(value, format, decimals)
  local size, unit = math.abs(value), ""
  if format.short then
    for _, entry in ipairs(units) do
      if size >= entry[1] * 0.9995 then
        size, unit = size / entry[1], entry[2]
        decimals = numbers.decimals { size }
        break
      end
    end
  end
  local count = format.decimals or decimals or numbers.decimals { size }
  local digits = ("%." .. count .. "f"):format(size)
  local sign = value < 0 and digits:find "[1-9]" and "−" or ""
  return sign .. format.prefix .. grouped(digits, format.separator) .. unit .. format.suffix
end

return numbers

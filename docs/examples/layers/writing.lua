-- SPDX-License-Identifier: MIT
-- A page of writing that is hard to set: marks, joined letters, two directions, upright marks of Chinese, emoji, words
-- without end, bytes that are no text. The frames are those of the lines: ink may hang over, and nothing is cut.

local mr = require "moonreel"

local size = { 1280, 1440 }
local show = mr.composition { size = size, fps = 25, duration = 1, background = "#f4f1ea" }

local texts = {
  { name = "Latin", text = "Ågypsy Ŵ ǭ Ḝ ộ́ ﬁ ffi AV" },
  { name = "Arabic with marks", text = "السَّلَامُ عَلَيْكُمْ ۲۰۲۶" },
  { name = "Hebrew with numbers", text = "שָׁלוֹם 42 עוֹלָם (a)" },
  { name = "Devanagari", text = "हिन्दी में क्षत्रिय श्रीः" },
  { name = "Thai", text = "ที่นี่ กิ๊ฟ ปู่ ฐุ ญู" },
  { name = "Chinese, Japanese", text = "中文，標點「」日本語" },
  { name = "Emoji, joined", text = "👩‍👩‍👧‍👦 🇩🇪🇯🇵 👍🏽 1️⃣ ok" },
  { name = "Mixed directions", text = "the word שלום, 3 × العربية, end" },
  { name = "White space", text = " \t " },
  { name = "Nothing", text = "" },
  { name = "A very long word", text = ("Donaudampfschifffahrt"):rep(4), width = 560 },
  { name = "Controls, line ends", text = "tab\tand\r\nline\u{2028}separator" },
}

local function place(index)
  return 60 + (index - 1) % 2 * 600, 70 + (index - 1) // 2 * 180
end

for index, entry in ipairs(texts) do
  local x, y = place(index)
  local text = {
    text = entry.text, size = 40, fill = "#22223b", width = entry.width,
    shadow = { offset = { 2, 2 }, blur = 2, color = "#0003" },
  }
  local box = mr.measure_text(text)
  local frame = mr.shape {
    rect = { x, y, math.max(1, box.width), math.max(1, box.height) }, stroke = { width = 1, color = "#c08497" },
  }
  local label = mr.text { text = entry.name, size = 18, fill = "#9a8c98" }
  show:add { source = frame, fit = "none", position = { x, y }, anchor = { 0, 0 }, duration = 1 }
  local written = mr.text(text)
  if entry.text:find "%S" then
    show:add { source = written, position = { x, y }, anchor = { 0, 0 }, duration = 1 }
  end
  show:add { source = label, position = { x, y - 26 }, anchor = { 0, 0 }, duration = 1 }
end

-- Ten thousand letters, as small as it takes.
local many = { text = ("moon reel "):rep(1000), width = 1160, height = 200, fit = "shrink", size = 20, fill = "#4a4e69",
  min_size = 2 }
show:add { source = mr.text(many), position = { 60, 1180 }, anchor = { 0, 0 }, duration = 1 }

return show

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// `mr.text` and `mr.measure_text`, as scripts call them.
@Suite struct TextBindingTests {
  private static let preamble = """
    local mr = require "moonreel"
    local function measure(options) return mr.measure_text(options) end

    """

  private func output(_ text: String) -> [String] { Runs.output(Self.preamble + text) }

  @Test func titlesAreMeasured() {
    let lines = output(
      """
      local one, two = measure { text = "One", size = 40 }, measure { text = "One\\nTwo", size = 40 }
      print(one.lines, two.lines, two.height > 1.9 * one.height, one.width > 60, one.baseline > 30)
      print(one.ink[3] < one.width, one.ellipsized, one.factor, #one.missing)
      local narrow = { text = "One two three", size = 40, width = 120 }
      print(measure(narrow).lines > 2, measure(narrow).width)
      narrow.fit = "shrink"
      print(measure(narrow).lines, measure(narrow).factor < 0.6)
      narrow.fit, narrow.ellipsis = nil, "end"
      print(measure(narrow).lines, measure(narrow).ellipsized)
      print(measure { text = "a\\u{E123}", size = 20 }.missing[1] == "\\u{E123}")
      print(measure { text = "" }.ink, measure { text = "x", box = { padding = { 7, 3 } } }.box[1])
      """)
    #expect(
      lines == [
        "1\t2\ttrue\ttrue\ttrue", "true\tfalse\t1.0\t0", "true\t120.0", "1\ttrue", "1\ttrue",
        "true", "nil\t-7.0",
      ])
  }

  @Test func stylesAreRead() {
    let lines = output(
      """
      local plain = measure { text = "Styles", size = 40 }.width
      for _, style in ipairs {
        { weight = "bold" }, { weight = 700 }, { font = "DejaVu Sans Bold" },
        { letter_spacing = 3 }, { size = 80 },
      } do
        style.text, style.size = "Styles", style.size or 40
        print(string.format("%.0f", measure(style).width - plain))
      end
      print(measure { spans = { "Sty", { "les", size = 80 } }, size = 40 }.width > plain * 1.3)
      print(measure { markup = "<b>Styles</b>", size = 40 }.width > plain)
      print(measure { text = "fi", features = { liga = false }, variations = { wght = 500 },
        language = "sr", stretch = "condensed", slant = "italic", underline = "double", rise = 2,
        strikethrough = true, background = "red", direction = "left_to_right" }.lines)
      """)
    #expect(lines.count == 8 && lines[0] == lines[1] && lines[1] == lines[2])
    #expect(lines.suffix(3) == ["true", "true", "1"])
  }

  @Test(arguments: [
    ("{}", "mr.text needs one of 'text', 'markup' and 'spans'"),
    (
      "{ text = 'a', markup = 'b' }",
      "mr.text takes only one of 'text', 'markup' and 'spans', got 'text' and 'markup'"
    ),
    ("{ text = 5 }", "bad 'text' of mr.text: expected a string, got 5"),
    ("{ text = 'a', sizes = 5 }", "unknown option 'sizes' to mr.text (did you mean 'size'?)"),
    ("{ text = 'a', size = 0 }", "bad 'size' of mr.text: expected a number from 1 to 4096, got 0"),
    ("{ text = 'a', weight = 'fat' }", "'weight' of mr.text: expected 'thin', 'light'"),
    ("{ text = 'a', ellipsis = 'end' }", "'ellipsis' of mr.text needs a 'width'"),
    ("{ text = 'a', fit = 'shrink' }", "'fit' of mr.text needs a 'width' or a 'height'"),
    ("{ text = 'a', width = 9, max_lines = 2 }", "'max_lines' of mr.text needs an 'ellipsis'"),
    ("{ text = 'a', stroke = { color = 'red' } }", "'stroke' of mr.text needs 'width'"),
    ("{ text = 'a', stroke = { width = 0 } }", "expected a number of pixels above 0, got 0"),
    ("{ text = 'a', stroke = { width = 1, dashes = { 0 } } }", "not all 0"),
    ("{ text = 'a', shadow = { blur = 900 } }", "expected a number from 0 to 200, got 900"),
    ("{ text = 'a', features = { ligatures = 1 } }", "'ligatures' is no tag of four letters"),
    ("{ text = 'a', fill = { stops = { 'red' } } }", "expected two or more colours"),
    (
      "{ text = 'a', fill = { stops = { 'red', 'blue' }, from = { 0, 0 }, radius = 4 } }",
      "give one of the two"
    ),
    ("{ text = 'a', language = 'x y' }", "expected a language tag"),
    ("{ markup = '<b>a' }", "bad text of mr.text: Cannot read the markup"),
    ("{ text = ('x'):rep(70000) }", "a text has at most 65536 bytes, this one has 70000"),
    ("{ text = ('x'):rep(9000) }", "give it a width to break its lines at"),
    ("{ text = 'a', font = '/etc/Secret.ttf' }", "outside the allowed folders"),
    ("{ text = 'a', font = 'no.ttf' }", "bad 'font' of mr.text: Cannot open 'no.ttf'"),
  ])
  func mistakesAreNamed(_ options: String, _ message: String) {
    let lines = output("mr.text \(options)")
    #expect(lines.last?.contains(message) == true, "\(lines)")
    #expect(lines.last?.hasPrefix("test.lua:3: ") == true, "\(lines)")
  }

  @Test(arguments: [
    ("mr.source.text { text = 'a' }", "mr.source.text needs 'animators'"),
    ("mr.source.text { text = 'a', animators = { {} } }", "needs one of 'from'"),
    (
      "mr.source.text { text = 'a', animators = { { from = {}, to = {} } } }",
      "takes only one of 'from'"
    ),
    (
      "mr.source.text { text = 'a', animators = { { from = { opacty = 0 } } } }",
      "(did you mean 'opacity'?)"
    ),
    ("mr.source.text { text = 'a', animators = { { from = {}, by = 'glyph' } } }", "'character'"),
    (
      "mr.source.text { text = 'a', animators = { { from = {}, spread = 1, stagger = 1 } } }",
      "takes 'stagger' or 'spread', not both"
    ),
    (
      "mr.source.text { text = 'a', animators = { { state = function() end, ease = 'linear' } } }",
      "'ease' of item 1 of 'animators' of mr.source.text does not go with 'state'"
    ),
    (
      "mr.source.text { text = 'a', animators = { { state = 4 } } }",
      "expected a function (time, index, count) that returns a state such as { y = 4 }, got 4"
    ),
    ("mr.source.text { text = 'a', animators = { { from = { skew = 90 } } } }", "from -89 to 89"),
    (
      "mr.source.text { text = 'a', animators = { { state = {}, range = {}, delay = 1 } } }",
      "'delay' of item 1 of 'animators' of mr.source.text does not go with 'range'"
    ),
    (
      "mr.source.text { text = 'a', animators = { { state = {}, range = { stat = 1 } } } }",
      "unknown option 'stat' to 'range' of item 1 of 'animators' of mr.source.text (did you mean 'start'?)"
    ),
    (
      "mr.source.text { text = 'a', animators = { { state = {}, range = { shape = 'circle' } } } }",
      "expected 'square', 'ramp_up'"
    ),
    (
      "mr.source.text { text = 'a', animators = { { state = {}, range = { stop = { { '5%', 1 } } } } } }",
      "give seconds, or say the 'duration'"
    ),
  ])
  func mistakesOfAnimatorsAreNamed(_ call: String, _ message: String) {
    let lines = output(call)
    #expect(lines.last?.contains(message) == true, "\(lines)")
    #expect(lines.last?.hasPrefix("test.lua:3: ") == true, "\(lines)")
  }

  @Test func unitsArePlaced() {
    let lines = output(
      """
      local options = { text = "One two\\nthree", size = 40, font = "DejaVu Sans" }
      for _, by in ipairs { "character", "word", "line" } do
        local units = mr.text_units(options, by)
        print(#units, units[1].text, units[#units].line, units[1].baseline == measure(options).baseline)
      end
      local letters = mr.text_units(options)
      print(letters[2].box[1] == letters[1].box[1] + letters[1].box[3], letters[1].box[4] > 40)
      print(select(2, pcall(mr.text_units, options, "glyph")))
      """)
    #expect(
      lines.prefix(4) == ["11\tO\t2\ttrue", "3\tOne\t2\ttrue", "2\tOne two\t2\ttrue", "true\ttrue"])
    #expect(lines.last?.contains("bad 'by' of mr.text_units: expected 'character', 'word'") == true)
  }

  @Test func aFunctionMovesLetters() throws {
    let layer = { (state: String) in
      """
      gravity = "top_left", source = mr.source.text {
        text = "██", size = 50, font = "DejaVu Sans",
        animators = { { state = function(time, index, count) return \(state) end } },
      }
      """
    }
    let rest = try inked(layer("{}"))
    #expect(try inked(layer("{ x = count * time * 20 }"), at: 0.5).minX == rest.minX + 20)
    let parted = try inked(layer("{ x = index == 2 and 30 or 0 }"))
    #expect(parted.size.width == rest.size.width + 30 && parted.minX == rest.minX)
    #expect(try inked(layer("{ opacity = index == 1 and 1 or 0 }")).size.width < rest.size.width)
  }

  @Test func aRangeMovesOverTheLetters() throws {
    func drawn(_ range: String, at seconds: Double = 0.5) throws -> Rect {
      try inked(
        """
        gravity = "top_left", source = mr.source.text {
          text = "████", size = 50, font = "DejaVu Sans", duration = 1,
          animators = { { state = { opacity = 0 }, range = { \(range) } } },
        }
        """, at: seconds)
    }
    let letter = try drawn("start = 0.25").size.width
    #expect(letter > 30)
    #expect(try abs(drawn("stop = 0.25").minX - letter) <= 2)
    let keys = "start = { { 0, 0 }, { '100%', 1 } }"
    #expect(try drawn(keys, at: 0) == .zero)
    #expect(try abs(drawn(keys, at: 0.5).size.width - 2 * letter) <= 2)
    #expect(try abs(drawn("start = function(time) return time / 2 end").size.width - letter) <= 2)
  }

  @Test func sourcesDrawForOthers() throws {
    let source = "mr.source.image { mr.color('white'):crop { 0, 0, 30, 20 }, size = { 30, 20 } }"
    let drawn = try inked(
      """
      source = (function()
        local inner = \(source)
        return mr.source.custom { size = { 10, 10 }, fit = "none", clip = false, draw = function(time, context)
          return inner:image(time, context)
        end }
      end)()
      """)
    #expect(drawn == Rect(x: 195, y: 95, width: 30, height: 20), "\(drawn)")
  }

  @Test func layersTellWhenTheyEnd() throws {
    func width(_ options: String) throws -> Double {
      try inked(
        """
        gravity = "top_left", fit = "none",
        source = function(time, context)
          return mr.color("white"):crop { 0, 0, 10 * (context.duration or 30), 10 }
        end, \(options)
        """
      ).size.width
    }
    #expect(try width("") == 10)
    #expect(try width("speed = 2") == 20)
    #expect(try width("trim = { 3, 4 }") == 40)
    #expect(try width("freeze = 1") == 300)
    #expect(try width("time_remap = { { 0, 0 }, { 1, 5 } }") == 300)
    let effect = """
      gravity = "top_left", fit = "none", source = mr.color("white"):crop { 0, 0, 50, 10 },
      effects = { function(image, context) return image:crop { 0, 0, 10 * context.duration, 10 } end }
      """
    #expect(try inked(effect).size.width == 10)
  }

  @Test func lettersOfALayerMove() throws {
    let layer = """
      gravity = "top_left", source = mr.source.text {
        text = "█ █", size = 50, font = "DejaVu Sans",
        animators = { { from = { opacity = 0, x = -5 }, duration = 0.2, stagger = 0.3, ease = "out_cubic" } },
      }
      """
    let (first, both) = (try inked(layer, at: 0.2), try inked(layer, at: 0.9))
    #expect(first.size.width < 50 && both.size.width > 80 && abs(first.minX - both.minX) <= 1)
    #expect(try inked(layer, at: 0) == .zero)
  }

  @Test func whatNoFontHasIsWarnedOf() {
    let outcome = Runs.script(
      Self.preamble + """
        mr.text { text = "a\\u{E123}", font = "Nowhere Grotesk" }
        mr.text { text = "bad \\xff bytes" }
        return mr.image.empty()
        """)
    #expect(outcome.warnings.count == 3)
    #expect(
      outcome.warnings[0].hasPrefix("test.lua:3: the font 'Nowhere Grotesk' is not installed"))
    #expect(outcome.warnings[1].contains("no installed font has U+E123"))
    #expect(outcome.warnings[2].contains("bytes that are not UTF-8"))
  }

  private func inked(_ layer: String, at seconds: Double = 0.5) throws -> Rect {
    try LayerInk(layer, at: seconds).bounds
  }

  @Test func layersOfTextAreShownAtTheirOwnSize() throws {
    let text = "source = mr.text { text = '█', size = 50, font = 'DejaVu Sans' }"
    let plain = try inked(text)
    #expect(abs((plain.minX + plain.maxX) / 2 - 200) <= 1.5)
    #expect(plain.size.height < 70)
    let large = try inked("\(text), fit = 'contain'")
    #expect(large.size.height > 150)
    let corner = try inked("\(text), gravity = 'top_left'")
    #expect(corner.minX <= 2 && abs(corner.size.width - plain.size.width) <= 1)
    let moved = try inked("\(text), position = { 100, 100 }, scale = 2")
    #expect(abs((moved.minX + moved.maxX) / 2 - 100) <= 1.5)
    #expect(abs(moved.size.width - 2 * plain.size.width) <= 2)
  }

  @Test func textIsPlacedByItsBoxWhateverHangsOver() throws {
    let text = "text = '█', size = 50, font = 'DejaVu Sans'"
    let plain = try inked("gravity = 'top_left', source = mr.text { \(text) }")
    let stroked = try inked(
      """
      gravity = 'top_left', position = { 100, 100 }, anchor = { 0, 0 },
      source = mr.text { \(text), stroke = { width = 20, color = 'white', join = 'miter' } }
      """)
    #expect(abs(stroked.minX - (100 + plain.minX - 20)) <= 1)
    #expect(abs(stroked.size.width - plain.size.width - 40) <= 1)
  }

  @Test func textIsAMatteAndASourceFunction() throws {
    let drawn = try inked(
      """
      source = function(time)
        local words = mr.text { text = "██", size = 40, font = 'DejaVu Sans' }
        return mr.image.color("white"):matte(words:transform(mr.transform.translate(30, 20)))
      end
      """)
    #expect(drawn.minX >= 29 && drawn.size.width < 70 && drawn.size.width > 40)
  }
}

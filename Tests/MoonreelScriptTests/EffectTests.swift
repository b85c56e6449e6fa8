// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import Testing

@testable import MoonreelScript

/// What every effect of the standard library keeps to, whatever it draws, besides the laws of its kind (`StandardLibraryLawTests`).
@Suite struct EffectTests {
  /// The effects, by the files that are there.
  static let names = StandardLibrary.embedded.keys.filter { $0.hasPrefix("moonreel/effects/") }
    .map { String($0.dropFirst("moonreel/effects/".count).dropLast(".lua".count)) }.sorted()

  /// What effects are drawn with that need something, or show nothing by themselves.
  static let samples = [
    "match_color": "{ picture = ground }", "difference_key": "{ plate = ground }",
  ]

  /// Lua that makes an effect.
  static func made(_ name: String) -> String { "fx.\(name)\(samples[name] ?? "()")" }

  /// Effects that change colours only.
  static let colorings = [
    "bleach_bypass", "color_wash", "cross_process", "day_for_night", "dream", "duotone",
    "film_grain",
    "ascii", "bevel", "black_and_white", "clarity", "color_pop", "confetti", "deflicker", "dehaze",
    "denoise", "dither", "engraving", "film_stock", "fog", "god_rays", "infrared", "inner_shadow",
    "lens_flare", "match_color", "oil_paint", "selective_color", "sharpen", "split_tone",
    "stained_glass", "vibrance", "watercolor", "white_balance",
    "glow", "halftone", "light_leak", "light_streaks", "neon", "night_vision", "old_film", "rain",
    "relief", "sketch", "snow", "strobe", "teal_orange", "toon", "vignette", "x_ray",
  ]

  private func bytes(
    _ draw: String, _ size: PixelSize = PixelSize(160, 90), at seconds: Double = 1.4,
    threads: Int = 1, other: String? = nil
  ) throws -> [UInt8] {
    var drawing = EffectDrawing(size: size)
    if let other { drawing.other = other }
    return EffectDrawing.bytes(try drawing.frame(draw, at: seconds, threads: threads))
  }

  @Test func theIndexNamesEveryFile() {
    let lines = Runs.output("print(table.concat(require('moonreel.effects').names, ' '))")
    #expect(lines == [Self.names.joined(separator: " ")])
  }

  @Test func thereIsAnEffectWithThatNameOrNearly() {
    let outcome = Runs.script("local fx = require 'moonreel.effects'\nlocal v = fx.vignete")
    #expect(
      outcome.message == "test.lua:2: there is no effect 'vignete' (did you mean 'vignette'?)")
  }

  @Test(
    "something is drawn, at odd sizes and upright too", arguments: names,
    [PixelSize(160, 90), PixelSize(91, 161)])
  func draws(_ name: String, _ size: PixelSize) throws {
    let differs = try ["card", "sprite"].contains { picture in
      try [1.4, 0.28].contains { time in
        try bytes("return \(Self.made(name))(\(picture), context)", size, at: time)
          != bytes("return \(picture)", size, at: time)
      }
    }
    #expect(differs)
  }

  @Test("options are told by name, at the script's line", arguments: names)
  func options(_ name: String) {
    let lines = Runs.output(
      """
      local fx = require "moonreel.effects"
      local names = {}
      for option in pairs(fx.\(name).options) do names[#names + 1] = option end
      print(names[1])
      fx.\(name) { [names[1] .. "x"] = 1 }
      """)
    let wanted = "unknown option '\(lines[0])x' to \(name) (did you mean '\(lines[0])'?)"
    #expect(lines.last == "test.lua:5: \(wanted)")
  }

  @Test("every option stands in the page", arguments: names)
  func documented(_ name: String) throws {
    let page = try #require(try TextFile.read("\(StubTests.root)/docs/effects.md"))
    let row = try #require(page.split(separator: "\n").first { $0.contains("**`\(name)`**") })
    let options = Runs.output(
      "for option in pairs(require('moonreel.effects').\(name).options) do print(option) end")
    for option in options { #expect(row.contains("`\(option)` "), "\(option) of \(name)") }
  }

  @Test("animated numbers are drawn into their range", arguments: names)
  func ranges(_ name: String) throws {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local fx = require "moonreel.effects"
      local ground = mr.image.color "navy"
      local object = \(Self.made(name))
      local context = { size = { 64, 36 }, time = 0.5, seed = 1, frame_duration = 0.04, frame_index = 12 }
      local image = mr.image.color("red"):crop { 0, 0, 64, 36 }
      assert(object.name == "\(name)")
      for option, rule in pairs(object.options) do
        local is_number = rule[1] == "number" or rule[1] == "integer"
        for _, value in ipairs(is_number and { rule.min and rule.min - 1 or -3, rule.max and rule.max + 1 or 3 } or {}) do
          assert(object:draw_with(image, { [option] = value }, context), option)
        end
      end
      local is_good, message = pcall(function() object.name = "other" end)
      assert(not is_good and message:find "cannot be changed", message)
      """)
    #expect(outcome.message.contains("bad result of the script"), "\(outcome.message)")
  }

  @Test func aNumberBeyondItsRangeIsTheRangesEnd() throws {
    let wanted = try bytes("return fx.vignette { strength = 1 }(card, context)")
    let found = try bytes("return fx.vignette():draw_with(card, { strength = 7 }, context)")
    #expect(found == wanted)
  }

  @Test("what changes colours leaves alpha as it was", arguments: colorings)
  func alphaStays(_ name: String) throws {
    func alpha(_ draw: String) throws -> [UInt8] {
      let all = try bytes(draw)
      return stride(from: 3, to: all.count, by: 4).map { all[$0] }
    }
    #expect(try alpha("return \(Self.made(name))(sprite, context)") == alpha("return sprite"))
  }

  @Test("a picture three times as large looks the same", arguments: names)
  func sizes(_ name: String) throws {
    // Dots and signs have a few pixels at least, so small pictures need larger ones for a comparison; the
    // parts that are compared cut through them.
    let coarse = ["halftone": "{ size = 0.06 }", "ascii": "{ columns = 24 }"]
    let options = coarse[name] ?? Self.samples[name] ?? "()"
    func means(_ width: Int, _ height: Int) throws -> [Double] {
      let drawing = EffectDrawing(size: PixelSize(width, height))
      return EffectDrawing.means(
        try drawing.frame("return fx.\(name)\(options)(sprite:over(ground), context):over 'black'"))
    }
    let differences = zip(try means(160, 90), try means(480, 270)).map { abs($0 - $1) }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean < (coarse[name] == nil ? 2.5 : 4), "\(name): \(mean) of 255")
  }

  @Test("effects are filters of compositions") func filters() {
    let outcome = Runs.script(
      """
      local mr, fx = require "moonreel", require "moonreel.effects"
      local timeline = mr.timeline { fps = 25 }
      timeline:add_track("video"):insert(mr.source.test_card { size = { 160, 90 }, duration = 1 }, { 0, 1 }, 0)
      local look = fx.ken_burns { duration = 2 }
      return mr.export { timeline, video = mr.video_composition(timeline, { filter = look }) }
      """)
    #expect(outcome.result != nil, "\(outcome.message)")
  }

  @Test func goldens() throws {
    let pictures = try Self.names.map { name in
      let draw = "return \(Self.made(name))(sprite:over(card), context)"
      return (name: name, picture: GoldenPicture(try EffectDrawing().frame(draw)))
    }
    for fault in try Goldens(kind: "Effect").faults(pictures) { Issue.record("\(fault)") }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// Each law is broken by a plugin that keeps all others.
@Suite struct LawTests {
  private static let plain = PluginSamples.effect("return image:opacity(1 - params.amount / 2)")

  @Test("plugins that keep the laws pass")
  func kept() throws {
    let samples = [
      Self.plain,
      PluginSamples.effect(
        "return image:opacity(1 - params.amount)", more: "neutral = { amount = 0 },"),
      PluginSamples.transition("return from:dissolve(to, progress)"),
      """
      return require "moonreel.title" { name = "sample",
        enter = function(stage, params) return stage:coming(params, { opacity = 0 }) end }
      """,
      """
      return require "moonreel.template" { name = "sample", options = { words = { "string", required = true } },
        build = function(board, params)
          local words = board:text(params.words, { size = 120 })
          local x, y = (board.width - words.width) / 2, (board.height - words.height) / 2
          return function(moment) return board:at(words.image:opacity(moment:there(0, 1)), x, y) end
        end }
      """,
      """
      local dsp = require "moonreel.dsp"
      return require "moonreel.sound_effect" { name = "sample",
        options = { gain = { "moving", default = -6, min = -60, max = 12 } },
        body = function(k) return k.sound * dsp.gain(k.gain) end }
      """,
    ]
    for sample in samples {
      let broken = try PluginSamples.broken(["sample.lua": sample])
      #expect(broken.isEmpty, "\(broken)")
    }
  }

  @Test(
    "an effect that breaks one law is told so",
    arguments: [
      ("draws", "return nil", "", "in a frame of 160x90"),
      (
        "draws", "if context.size[1] == 2 then error('too small') end return image", "",
        "in a frame of 2x3"
      ),
      (
        "options", "if params.amount == 1 then error('too much') end return image", "",
        "with amount = 1: "
      ),
      ("alpha", "return light(image)", "", "colours are multiplied by alpha"),
      (
        "threads", "count = count + 1; return image:opacity(1 / count)", "",
        "may depend on nothing but"
      ),
      (
        "half_size", "return image:crop { 0, 0, 70, 200 }", "",
        "give lengths as shares of the frame"
      ),
      (
        "neutral", "return image:opacity(0.9)", "neutral = { amount = 0 },",
        "with its neutral options {\"amount\":0} the picture 'scene' changes, by up to 0.1"
      ),
      (
        "transparent",
        "return image:over(mr.color('red'):crop { 0, 0, context.size[1] / 2, context.size[2] })",
        "", "over nothing, at 0.28 s, red is 1.0 in pixel 0, 0"
      ),
    ])
  func effects(_ law: String, _ draw: String, _ more: String, _ sentence: String) throws {
    let head = """
      local count = 0
      local light = require("moonreel").kernel { name = "light", body = function(k)
        return require("moonreel").pixel(k.image.red + 0.5, k.image.green, k.image.blue, k.image.alpha) end }

      """
    let broken = try PluginSamples.broken([
      "sample.lua": head + PluginSamples.effect(draw, more: more)
    ])
    let fault = try #require(broken[law], "\(broken)")
    #expect(fault.contains(sentence), "\(fault)")
    // What cannot be drawn at all, and light where nothing is, break others as well.
    #expect(broken.count == 1 || draw == "return nil" || law == "alpha", "\(broken)")
  }

  @Test("numbers that are none are found")
  func notANumber() throws {
    let broken = try PluginSamples.broken([
      "sample.lua": """
      local odd = require("moonreel").kernel { name = "odd", body = function(k)
        local one = k.x - k.x + 1
        return k.image * (one * 3e38 * 3e38) end }
      \(PluginSamples.effect("return odd(image)", options: ""))
      """
    ])
    let fault = try #require(broken["draws"], "\(broken)")
    #expect(fault.contains("which is no number"), "\(fault)")
  }

  @Test(
    "a transition that breaks one law is told so",
    arguments: [
      ("no_jump", "return to:over(from)", "after its beginning it is"),
      ("no_jump", "return from:dissolve(to, progress * 0.5)", "before its end it is"),
      ("draws", "return nil", "in a frame of 160x90"),
    ])
  func transitions(_ law: String, _ draw: String, _ sentence: String) throws {
    let broken = try PluginSamples.broken(["sample.lua": PluginSamples.transition(draw)])
    let fault = try #require(broken[law], "\(broken)")
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test("a title that is there too early, or stays, is told so")
  func titles() throws {
    let files = [
      "sample.lua": """
      return require "moonreel.title" { name = "sample",
        enter = function(stage) return function() return stage.title end end }
      """
    ]
    let fault = try #require(try PluginSamples.broken(files)["comes_and_goes"])
    #expect(fault == "it is still there at its last moment")
  }

  @Test("sounds that come of silence are told")
  func silence() throws {
    let files = [
      "sample.lua": """
      return require "moonreel.sound_effect" { name = "sample", options = {},
        body = function(k) return k.sound + 0.25 end }
      """
    ]
    let broken = try PluginSamples.broken(files)
    #expect(broken == ["silence": "silence is 0.25 in sample 0 of channel 1"])
  }

  @Test("laws are left out for a reason alone")
  func exceptions() throws {
    let sample = PluginSamples.effect("return image:over('red')")
    let files = { (except: String) in
      [
        "sample.lua": sample,
        "sample_test.lua": "require('moonreel.test').laws('sample', { except = { \(except) } })",
      ]
    }
    try PluginSamples.inFolder(files("transparent = 'it lays red under all'")) { folder in
      let outcomes = try PluginSamples.run(folder, ["transparent:"])
      #expect(outcomes.map(\.verdict) == [.leftOut("it lays red under all")])
    }
    let mistakes = [
      ("transparnt = 'x'", "there is no law 'transparnt' (did you mean 'transparent'?)"),
      ("transparent = ' '", "say why 'transparent' does not hold"),
      ("transparent = true", "say why 'transparent' does not hold"),
    ]
    for (except, sentence) in mistakes {
      try PluginSamples.inFolder(files(except)) { folder in
        let outcomes = try PluginSamples.run(folder, ["judged"])
        #expect(outcomes.count == 1)
        #expect(outcomes.first?.verdict.sentence?.contains(sentence) == true, "\(outcomes)")
      }
    }
  }

  @Test("neutral options are checked where the effect is made")
  func neutralNames() throws {
    let files = [
      "sample.lua": PluginSamples.effect("return image", more: "neutral = { amuont = 0 },")
    ]
    try PluginSamples.inFolder(files) { folder in
      let outcomes = try PluginSamples.run(folder)
      #expect(outcomes.count == 1 && outcomes[0].name.name == "can be loaded")
      #expect(
        outcomes[0].verdict.sentence?.contains(
          "unknown option 'amuont' to the neutral options of sample")
          == true,
        "\(outcomes)")
    }
  }

  @Test("every kind has laws, and every law a kind")
  func kinds() {
    let all = PluginKind.allCases.map { Law.all(of: $0) }
    #expect(all.allSatisfy { $0.count >= 4 && Set($0).count == $0.count })
    #expect(Set(all.joined()) == Set(Law.allCases))
  }
}

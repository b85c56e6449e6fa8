// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

/// Names that were meant: misspelt, joined in another way, or called so by other tools.
@Suite struct NearestNameTests {
  private static let layer = [
    "source", "at", "duration", "trim", "speed", "name", "crop", "opacity", "blend", "effects",
    "scale",
  ]

  @Test(arguments: [
    ("opactiy", "opacity"), ("Opacity", "opacity"), ("alpha", "opacity"), ("blendMode", "blend"),
    ("blend-mode", "blend"), ("start", "at"), ("from", "at"), ("zoom", "scale"), ("src", "source"),
    ("length", "duration"), ("lenght", "duration"), ("effect", "effects"), ("sourc", "source"),
  ])
  func isFound(_ name: String, _ meant: String) {
    #expect(NearestName.nearest(name, among: Self.layer) == meant)
  }

  @Test(
    "a word of other tools is no slip of the pen",
    arguments: ["loop", "stop", "time", "fade", "x", "quux", ""])
  func isNotGuessed(_ name: String) {
    #expect(NearestName.nearest(name, among: ["crop", "name", "a", "b"]) == nil)
  }

  @Test(arguments: [
    ("easeInOutCubic", "in_out_cubic"), ("cubic_in_out", "in_out_cubic"), ("ease-in", "in_sine"),
    ("ease_in_out", "in_out_sine"), ("in_out_sin", "in_out_sine"), ("easeOutCubic", "out_cubic"),
  ])
  func easings(_ name: String, _ meant: String) {
    let names = ["in_sine", "out_sine", "in_out_sine", "out_cubic", "in_out_cubic", "out_in_cubic"]
    #expect(NearestName.nearest(name, among: names) == meant)
    #expect(NearestName.ranked(name, among: names).first == meant)
    #expect(Set(NearestName.ranked(name, among: names)) == Set(names))
  }

  @Test func advice() {
    #expect(
      NearestName.hint("fadeIn", among: Self.layer, of: "composition:add")
        == " (let it move: opacity = { { 0, 0 }, { 1, 1 } })")
    #expect(NearestName.hint("fadeIn", among: Self.layer) == "")
    #expect(NearestName.hint("alpha", among: Self.layer) == " (did you mean 'opacity'?)")
  }

  @Test(
    "a colour that is nearly one",
    arguments: [
      ("blakc", "black"), ("ff8800", "#ff8800"), ("rgb(255, 0, 0)", "#ff0000"), ("Gren", "green"),
    ])
  func colors(_ text: String, _ meant: String) throws {
    let error = #expect(throws: MoonreelError.self) { try Color(text: text) }
    #expect(
      try #require(error).message.hasPrefix(
        "Cannot read '\(text)' as a colour (did you mean '\(meant)'?): "))
  }
}

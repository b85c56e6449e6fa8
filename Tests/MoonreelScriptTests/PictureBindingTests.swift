// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Methods of pictures, as scripts call them.
@Suite struct PictureBindingTests {
  static let preamble = """
    local mr = require "moonreel"
    local card = mr.image.test_card { size = { 64, 36 } }
    local box = mr.image.color("red"):crop { 10, 10, 20, 10 }
    local function show(image) print(table.concat(image.extent or { "all" }, " ")) end

    """

  private func output(_ text: String) -> [String] { Runs.output(Self.preamble + text) }

  @Test func picturesAreBlendedAndComposited() {
    let lines = output(
      """
      show(box:blend(card, "soft_light", { opacity = 0.5 }))
      show(box:blend("white", "noise_dissolve", { seed = 3 }))
      show(card:composite(box, "source_in"))
      show(card:composite(box, "destination_out"))
      show(card:matte(box))
      show(card:matte(box, { channel = "luma", inverted = true }))
      """)
    #expect(
      lines == [
        "0.0 0.0 64.0 36.0", "all", "10.0 10.0 20.0 10.0", "10.0 10.0 20.0 10.0",
        "10.0 10.0 20.0 10.0", "0.0 0.0 64.0 36.0",
      ])
  }

  @Test(arguments: [
    ("box:blend(card, 'multipli')", "did you mean 'multiply'?"),
    ("box:blend(card, 'color dodge')", "did you mean 'color_dodge'?"),
    ("box:blend(card, 'multiply', { opacty = 1 })", "did you mean 'opacity'?"),
    ("box:blend(card, 'multiply', { opacity = 2 })", "from 0 to 1"),
    ("box:composite(card, 'source_in_')", "did you mean 'source_in'?"),
    ("box:matte(card, { channel = 'lumma' })", "did you mean 'luma'?"),
    ("box:matte(3)", "an image"),
  ])
  func mistakesAreNamed(_ code: String, _ hint: String) {
    let message = Runs.script(Self.preamble + code).message
    #expect(message.contains(hint), "\(message)")
  }
}

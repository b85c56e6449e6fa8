// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Methods that change the colours of pictures, as scripts call them.
@Suite struct ColorBindingTests {
  private func output(_ text: String) -> [String] {
    Runs.output(PictureBindingTests.preamble + text)
  }

  @Test func coloursAreChanged() {
    let lines = output(
      """
      local made = card:exposure(1):vibrance(0.3):temperature(5200, 10)
        :levels { black = 0.1, gamma = 1.2, red = { white = 0.9 } }
        :curves { master = { { 0, 0 }, { 0.5, 0.6 }, { 1, 1 } }, blue = { { 0, 0.1 }, { 1, 0.9 } } }
        :cdl { slope = { 1.1, 1, 0.9 }, offset = 0.02, power = 1.1, saturation = 0.9 }
        :lift_gamma_gain { lift = 0.02, gamma = { 1, 1.1, 1 }, gain = 1.1 }
        :channel_mixer { red = { 0.9, 0.1, 0 }, offset = 0.01 }
        :invert(0.5):threshold():posterize(4):gradient_map { "navy", "white" }
        :look("noir", { intensity = 0.5 }):to_light("srgb"):to_signal("srgb")
      show(made)
      show(box:chroma_key():color_key { color = "red", threshold = 0.2, spill = 1 }
        :luma_key { inverted = true }:despill("green", 0.5))
      """)
    #expect(lines == ["0.0 0.0 64.0 36.0", "10.0 10.0 20.0 10.0"])
  }

  @Test func compositionsHaveAColourSpace() {
    let lines = output(
      """
      local function space(color)
        local made = mr.video_composition { size = { 64, 36 }, color = color,
          working_space = "linear", compositor = function() return card end }
        return table.concat({ made.color.matrix, made.color.transfer, made.color.primaries }, " ")
      end
      print(space "bt2020_pq")
      print(space "bt2020_hlg")
      print(space "display_p3")
      """)
    #expect(
      lines == ["bt2020 pq bt2020", "bt2020 hlg bt2020", "bt709 srgb display_p3"])
  }

  @Test(arguments: [
    ("card:levels { black = 0.9, white = 0.2 }", "black (0.9"),
    ("card:levels { blck = 1 }", "did you mean 'black'?"),
    ("card:curves { master = { { 0, 0 }, { 0, 1 } } }", "inputs rising"),
    ("card:curves { master = { 1, 2 } }", "a pair { input, output }"),
    ("card:look 'noire'", "did you mean 'noir'?"),
    ("card:lut 'warm.cube'", "expected a lut"),
    ("card:temperature(900)", "from 1500 to 15000"),
    ("card:posterize(1)", "from 2 to 65536"),
    ("card:cdl { slope = { 1, 2 } }", "a number, or three for red, green and blue"),
    ("card:color_key {}", "needs 'color'"),
    ("mr.lut '/etc/passwd.cube'", "outside the allowed folders"),
    ("mr.lut 'nowhere.cube'", "nowhere.cube"),
    (
      "mr.video_composition { size = { 64, 36 }, color = 'bt2020_pg' }",
      "did you mean 'bt2020_pq'?"
    ),
    ("mr.video_composition { size = { 64, 36 }, working_space = 'light' }", "'gamma' or 'linear'"),
  ])
  func mistakesInColoursAreNamed(_ code: String, _ hint: String) {
    let message = Runs.script(PictureBindingTests.preamble + code).message
    #expect(message.contains(hint), "\(message)")
  }
}

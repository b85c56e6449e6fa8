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

  @Test func picturesArePlaced() {
    let lines = output(
      """
      show(box:fit({ 100, 100 }, "contain", { gravity = "top_left" }))
      show(box:fit({ 100, 100 }, "contain", { gravity = "bottom" }))
      show(box:fit({ 100, 100 }, "contain_blur", { blur = 4 }))
      local pin = box:corner_pin {
        top_left = { 0, 0 }, top_right = { 50, 4 }, bottom_right = { 45, 40 }, bottom_left = { "10%", 30 } }
      print(string.format("%.3f %.3f", pin.extent[3], pin.extent[4]))
      show(box:tile "mirror") show(box:tile "transparent")
      print(table.concat(box:gravity "bottom_right", " "))
      show(box:rotate(90)) show(box:rotate(90, "top_left")) show(box:scale(2, 1, { 10, 10 }))
      show(box:skew(45, 0, "top_left")) show(box:flip "horizontal")
      local map = mr.transform.fit({ 10, 10 }, { 40, 20 }, "contain", "right")
      print(map.tx, mr.transform.skew(45, 0).c, mr.transform.identity():skew(0, 45, { 5, 0 }).ty)
      """)
    #expect(
      lines == [
        "0.0 0.0 100.0 50.0", "0.0 50.0 100.0 50.0", "0.0 0.0 100.0 100.0", "50.000 40.000",
        "all", "10.0 10.0 20.0 10.0", "30.0 20.0", "15.0 5.0 10.0 20.0", "0.0 10.0 10.0 20.0",
        "10.0 10.0 40.0 10.0", "10.0 10.0 30.0 10.0", "10.0 10.0 20.0 10.0", "20.0\t1.0\t-5.0",
      ])
  }

  @Test func shapesAreMade() {
    let lines = output(
      """
      show(mr.image.mask { rect = { 4, 5, 20, 10 }, radius = 3, feather = 2 })
      show(mr.image.mask { ellipse = { 4, 5, 20, 10 } })
      show(mr.image.mask { polygon = { { 1, 2 }, { 9, 2 }, { 4, 8 } }, rule = "even_odd" })
      show(mr.image.mask { path = "M1,2l8 0-5 6zm1-1 H 12V9.5.5" })
      show(mr.image.mask { path = "M0 0C1 2 3 4 5e0 6S9 8 10 2 Q 12 3 14 0 t 4 1 z" })
      show(card:combine(box, "intersect"))
      show(card:matte(mr.image.mask { ellipse = { 4, 5, 20, 10 } }))
      """)
    #expect(
      lines == [
        "3.0 4.0 22.0 12.0", "4.0 5.0 20.0 10.0", "1.0 2.0 8.0 6.0", "1.0 0.5 11.0 9.0",
        "0.0 -3.0 18.0 11.0", "10.0 10.0 20.0 10.0", "4.0 5.0 20.0 10.0",
      ])
  }

  @Test(arguments: [
    ("box:fit({ 10, 10 }, 'contain', { gravity = 'topleft' })", "did you mean 'top_left'?"),
    ("box:tile 'repeet'", "did you mean 'repeat'?"),
    ("mr.image.color('red'):tile 'repeat'", "needs a picture with edges"),
    (
      "box:corner_pin { top_left = { 0, 0 }, top_right = { 9, 0 }, bottom_right = { 2, 2 }, "
        + "bottom_left = { 0, 9 } }", "convex"
    ),
    (
      "box:corner_pin { top_left = { 0, 0 }, top_right = { 9, 0 }, bottom_right = { 9, 9 } }",
      "needs 'bottom_left'"
    ),
    ("box:flip 'horizontaly'", "did you mean 'horizontal'?"),
    ("mr.image.mask { rekt = { 1, 2, 3, 4 } }", "did you mean 'rect'?"),
    ("mr.image.mask {}", "needs one of 'rect', 'ellipse', 'polygon' and 'path'"),
    ("mr.image.mask { ellipse = { 1, 2, 3, 4 }, radius = 3 }", "only a 'rect'"),
    ("mr.image.mask { polygon = { { 1, 2 } } }", "three or more points"),
    ("mr.image.mask { path = 'M 1 2 B 3' }", "at 'B'"),
    ("mr.image.mask { path = 'L 1 2' }", "at 'L'"),
    ("mr.image.mask { path = 'M 1 2 L x' }", "cannot read path data"),
    ("box:combine(card, 'ad')", "did you mean 'add'?"),
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

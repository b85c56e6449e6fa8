// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelScript

/// The lines of fields in the text of a script.
@Suite struct FieldSearchTests {
  private static let script = """
    local film = other { x = 0 }
    film:add { -- x = 1
      name = "x = 2", note = [[
        x = 3 ]],
      source = f({ x = 4 }, "(("),
      x = { { 0, 1 },
            { 1, 2 } }, y = -- z = 5
        3,
      ["w"] = 6, u = a.x == 7, a.v = 8,
    }
    film:add { y = 9, n = { t = 1 },
      m = { t = 2 } }
    film:add(function() v = 10 end, { v = 11 })
    """

  /// A name, the line of the call, the line of the field.
  private static let cases: [(String, Int, Int?)] = [
    ("x", 2, 6), ("y", 2, 7), ("name", 2, 3), ("source", 2, 5), ("x", 1, 1), ("y", 11, 11),
    // In comments and texts, as keys of other kinds, in other tables, behind the call's end, in two places alike.
    ("z", 2, nil), ("w", 2, nil), ("v", 2, nil), ("x", 11, nil), ("t", 11, nil), ("v", 13, 13),
    ("name", 99, nil), ("name", 0, nil), ("", 2, nil), ("u", 2, 9),
  ]

  @Test(arguments: cases.indices) func lines(_ index: Int) {
    let (name, call, line) = Self.cases[index]
    #expect(FieldSearch(Self.script, from: call).line(of: name) == line, "\(name) from \(call)")
  }

  @Test(arguments: [
    "", "f {", "f { x", "f { x =", "f { [==[ x = 1", "f { \"x = 1\\", "--", "}}} f { x = 1",
  ])
  func whatEndsTooEarlyIsRead(_ text: String) {
    _ = FieldSearch(text, from: 1).line(of: "x")
  }
}

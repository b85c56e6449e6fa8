// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

/// What a terminal would obey is written out.
@Suite("Visible text") struct VisibleTextTests {
  /// The characters by Unicode's tables: general categories Cc, Zl and Zp, and the property Bidi_Control.
  private static let hidden: [ClosedRange<UInt32>] = [
    0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x2029, 0x202A...0x202E,
    0x2066...0x2069,
  ]

  @Test("exactly these are hidden") func all() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isHidden = Self.hidden.contains { $0.contains(value) }
      if scalar.isHidden != isHidden { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(
    "notations",
    arguments: [
      ("plain é 漢 👩‍👧 שלום", "plain é 漢 👩‍👧 שלום", "plain é 漢 👩‍👧 שלום"),
      ("a\nb\r\nc\td", #"a\nb\r\nc\td"#, #"a\u000ab\u000d\u000ac\u0009d"#),
      ("\u{1B}[2J\u{7}\u{7F}\0", #"\x1b[2J\x07\x7f\x00"#, #"\u001b[2J\u0007\u007f\u0000"#),
      ("\u{9B}2J\u{85}", #"\u{9b}2J\u{85}"#, #"\u009b2J\u0085"#),
      (
        "\u{202E}x\u{2066}\u{61C}\u{2028}", #"\u{202e}x\u{2066}\u{61c}\u{2028}"#,
        #"\u202ex\u2066\u061c\u2028"#
      ),
      (#"a\nb"#, #"a\nb"#, #"a\nb"#),
    ])
  func notations(text: String, lua: String, json: String) {
    #expect(text.visible() == lua)
    #expect(text.visible(as: .json) == json)
    #expect(text.visible().visible() == lua)
    #expect(text.visible(keeping: Set(text.unicodeScalars)) == text)
  }

  @Test(
    "lines of a text",
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb\n\nc", ["a\r", "b", "", "c"]),
    ] as [(String, [String])])
  func lines(text: String, lines: [String]) { #expect(text.textLines == lines) }

  @Test("an error tells its own lines from those that it quotes")
  func ownLines() {
    var error = MoonreelError(.script, "a: x\nerror: fake\n  called from b", ownLines: 1)
    #expect(error.sentence == "a: x\nerror: fake")
    #expect(error.lines == ["a: x\nerror: fake", "  called from b"])
    error.cause = "why"
    error.note(.zero, ", at once")
    #expect(error.lines == ["a: x\nerror: fake, at once (why)", "  called from b"])
    #expect(error.description == "a: x\nerror: fake, at once (why)\n  called from b")
    #expect(MoonreelError(.script, "a\nb").lines == ["a\nb"])
    #expect(MoonreelError(.script, "a\nb", ownLines: 7).lines.count == 2)
  }
}

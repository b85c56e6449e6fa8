// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelText

/// Texts that are hard to write: all of them is drawn, nothing is cut.
@Suite("Writing") struct WritingTests {
  private static let latin = [
    "Ågypsy Ŵ ǭ Ḝ", "\u{1D4}\u{302}\u{323}e\u{301}\u{300}\u{330}", "italic f", "ﬁ ffi AV To",
    String(repeating: "Donaudampfschifffahrt", count: 4),
    "tab\tand\nnew line\r\nand\u{2028}another",
    "bytes \u{FFFD}\u{FFFD} that were none", "a\u{0}b", "   ", "\u{200B}\u{FEFF}",
  ]

  @Test(
    "Latin letters with marks and slants are whole", Fonts.needed("DejaVu Sans"), arguments: latin)
  func latinLetters(_ text: String) throws {
    for slant in TextStyle.Slant.allCases {
      try checkWhole(.plain(text) { $0.style.slant = slant }, tolerance: 1.5)
    }
  }

  @Test(
    "Arabic and Hebrew letters with marks are whole", Fonts.needed("DejaVu Sans"),
    arguments: [
      "السَّلَامُ عَلَيْكُمْ", "مُحَمَّدٌ ۲۰۲۶ test", "שָׁלוֹם 42 עוֹלָם (a)", "لا لأ لإ",
    ])
  func rightToLeft(_ text: String) throws { try checkWhole(.plain(text), tolerance: 1.5) }

  @Test(
    "Devanagari is whole", Fonts.needed("Lohit Devanagari"),
    arguments: ["हिन्दी में क्षत्रिय", "र्कि ङ्क्ष्य श्रीः"])
  func devanagari(_ text: String) throws { try checkWhole(.plain(text), tolerance: 1.5) }

  @Test("Thai is whole", Fonts.needed("Loma"), arguments: ["ที่นี่ กิ๊ฟ ปู่ ฐุ ญู", "น้ำผึ้ง"])
  func thai(_ text: String) throws { try checkWhole(.plain(text), tolerance: 1.5) }

  @Test(
    "Chinese and Japanese are whole", Fonts.needed("Droid Sans Fallback"),
    arguments: ["日本語のテキスト", "中文，標點「」"])
  func chinese(_ text: String) throws { try checkWhole(.plain(text), tolerance: 1.5) }

  @Test("emoji are pictures in colour, joined ones one cluster", Fonts.needed("Noto Color Emoji"))
  func emoji() throws {
    let family = try TextDrawing(of: .plain("👩‍👩‍👧‍👦"))
    #expect(family.layout.clusters.count == 1 && family.layout.clusters[0].isColored)
    #expect(try TextDrawing(of: .plain("🇩🇪🇯🇵")).layout.clusters.count == 2)
    let keycap = try TextDrawing(of: .plain("1️⃣")).layout.clusters
    #expect(keycap.count == 1 && keycap[0].isColored, "the digit is part of the picture")
    // Pango takes the whole bitmap of an emoji for ink. Its empty margin is up to a quarter em, and differs between
    // versions of the font.
    try checkWhole(.plain("👍🏽 ☺️ 1️⃣ ok"), tolerance: 12)
    let pixels = try Pixels(try TextDrawing(of: .plain("😀", size: 64)))
    let middle = pixels[pixels.width / 2, pixels.height / 3]
    #expect(middle.w == 255 && middle.x > 180 && middle.z < 120, "yellow, not \(middle)")
    #expect(try TextDrawing(of: .plain("1 2 # ©")).layout.clusters.allSatisfy { !$0.isColored })
  }

  /// Ink is where Pango says, the raster holds all of it, and nothing is missing.
  private func checkWhole(_ description: TextDescription, tolerance: Double) throws {
    let drawing = try TextDrawing(of: description)
    #expect(drawing.missingCharacters.isEmpty, "\(description)")
    guard let ink = drawing.ink else {
      #expect(drawing.layout.clusters.allSatisfy { $0.glyphs.count <= 1 })
      return
    }
    let pango = drawing.layout.pangoInk()
    #expect(ink.grown(by: tolerance).contains(pango), "\(ink) lacks some of \(pango)")
    #expect(pango.grown(by: tolerance).contains(ink), "\(ink) is more than \(pango)")
    for scale in [0.5, 1, 1.7] {
      let pixels = try Pixels(drawing, scale: scale)
      let inked = try #require(pixels.inked)
      #expect(pixels.hasClearEdges)
      #expect(inked.grown(by: 1.5 / scale + tolerance).contains(ink))
      #expect(drawing.extent.grown(by: 2).contains(inked))
    }
  }

  // MARK: Shaping

  @Test("numbers within Hebrew run from left to right", Fonts.needed("DejaVu Sans"))
  func numbersInHebrew() throws {
    let clusters = try TextDrawing(of: .plain("אב 12 ג")).layout.clusters
    // Bytes of the letters in the order in which they stand, from the left: gimel, 1, 2, bet, alef.
    #expect(clusters.map(\.bytes.lowerBound) == [8, 7, 5, 6, 4, 2, 0])
    #expect(zip(clusters, clusters.dropFirst()).allSatisfy { $0.x <= $1.x })
  }

  @Test("letters that belong together are one cluster", Fonts.needed("DejaVu Sans"))
  func ligatures() throws {
    #expect(try TextDrawing(of: .plain("لا")).layout.clusters.count == 1)
    #expect(try TextDrawing(of: .plain("e\u{301}\u{323}")).layout.clusters.count == 1)
    let joined = try TextDrawing(of: .plain("fi")).box.size.width
    let apart = try TextDrawing(of: .plain("fi") { $0.style.features = "liga=0" })
    #expect(apart.layout.clusters.count == 2 && joined > 0)
  }

  @Test("a character that no font has is named, once")
  func missing() throws {
    let drawing = try TextDrawing(of: .plain("a\u{E123}b\u{E123}\u{10FFFD}"))
    #expect(drawing.missingCharacters == ["\u{E123}", "\u{10FFFD}"])
    #expect(drawing.ink != nil)
  }

  // MARK: Long and short

  @Test("an empty text has no ink, but the height of a line")
  func empty() throws {
    let drawing = try TextDrawing(of: .plain(""))
    #expect(drawing.ink == nil && drawing.extent == .zero && drawing.lineCount == 1)
    #expect(drawing.box.size.width == 0 && drawing.box.size.height > 40)
    #expect(drawing.box.size.height == (try TextDrawing(of: .plain("x")).box.size.height))
  }

  @Test("ten thousand characters are broken into lines, or refused with what to do")
  func tenThousand() throws {
    let text = String(repeating: "moonreel ", count: 1112)
    let drawing = try TextDrawing(
      of: .plain(text, size: 20) { $0.block.width = 1200 })
    #expect(drawing.lineCount > 80 && drawing.box.size.width == 1200)
    #expect(try Pixels(drawing).hasClearEdges)
    let error = #expect(throws: MoonreelError.self) {
      try TextDrawing(of: .plain(text, size: 72))
    }
    #expect(error?.code == .limitExceeded && error?.message.contains("give it a width") == true)
    #expect(throws: MoonreelError.self) {
      try TextDrawing(of: .plain(String(repeating: "é", count: 40_000)))
    }
  }

  @Test("a word longer than a line is broken, or hangs over whole")
  func longWord() throws {
    let word = String(repeating: "Rindfleisch", count: 5)
    let broken = try TextDrawing(of: .plain(word) { $0.block.width = 300 })
    let ink = try #require(broken.ink)
    #expect(broken.lineCount >= 4 && ink.maxX <= 302)
    let whole = try TextDrawing(
      of: .plain(word) { ($0.block.width, $0.block.wrapping) = (300, .word) })
    #expect(whole.lineCount == 1 && whole.box.size.width == 300)
    #expect(try #require(whole.ink).maxX > 900)
    #expect(try Pixels(whole).hasClearEdges)
  }
}

// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import Testing

@testable import MoonreelScript

/// What every template of the standard library keeps to, besides the laws of its kind (`StandardLibraryLawTests`).
@Suite struct TemplateTests {
  /// The templates, by the files that are there.
  static let names = StandardLibrary.embedded.keys.filter { $0.hasPrefix("moonreel/templates/") }
    .map { String($0.dropFirst("moonreel/templates/".count).dropLast(".lua".count)) }.sorted()

  /// Options in Lua that write `@` in every place where words stand.
  static let options: [String: String] = [
    "big_number": "value = 1234567, prefix = '$', suffix = '@', label = '@'",
    "chapter": "number = '12', title = '@', label = '@'",
    "countdown": "from = 3, label = '@'",
    "end_credits":
      "title = '@', credits = { { '@', '@', '@' }, { '@' }, { 'Music', '@' }, { 'Light', '@' } }",
    "list_points": "title = '@', points = { '@', '@', '@', '@' }",
    "location_tag": "place = '@', detail = '@'", "logo_sting": "name = '@', tagline = '@'",
    "lower_third": "name = '@', role = '@'", "news_ticker": "items = { '@', '@' }, label = '@'",
    "quote": "text = '@', author = '@'", "social_handle": "handle = '@', action = '@'",
    "split_title": "first = '@', second = '@'", "title_card": "title = '@', subtitle = '@'",
  ]
  /// Those that reach from edge to edge, or roll through the frame.
  static let wide: Set<String> = ["news_ticker", "end_credits"]

  /// A template of `name` in Lua that writes `words`.
  static func template(_ name: String, _ words: String = "Two words", _ more: String = "") -> String
  {
    let filled = (options[name] ?? "").split(separator: "@", omittingEmptySubsequences: false)
      .joined(separator: words)
    return "templates.\(name) { \(filled) \(more) }"
  }

  @Test func theIndexNamesEveryFile() {
    let lines = Runs.output("print(table.concat(require('moonreel.templates').names, ' '))")
    #expect(lines == [Self.names.joined(separator: " ")])
    #expect(Self.names.count >= 12 && Set(Self.names) == Set(Self.options.keys))
  }

  @Test("nothing at first, something then, and at last nothing again", arguments: names)
  func comesAndGoes(_ name: String) throws {
    let film = TitleFilm(
      Self.template(name), size: PixelSize(320, 180), duration: 4)
    let whole = try film.weight(at: 2)
    #expect(whole > 40_000, "\(film.message)")
    #expect(try film.weight(at: 0) < whole / 50)
    #expect(try film.weight(at: 3.9995) < whole / 20)
    let frames = try [0.3, 0.6, 2, 3.9].map { try film.bytes(at: $0) }
    #expect(Set(frames).count == 4, "it moves")
  }

  @Test("where there is little time, it comes and goes faster", arguments: names)
  func short(_ name: String) throws {
    let film = TitleFilm(Self.template(name), size: PixelSize(160, 90), duration: 0.5)
    #expect(try film.weight(at: 0.3) > 2000)
    #expect(try film.weight(at: 0.4999) < film.weight(at: 0.3) / 10)
  }

  /// A letter, a word that does not break, a long sentence, one from right to left.
  static let words = [
    "I", String(repeating: "Wm", count: 30),
    "Sixty letters of which every word can stand on a line by it", "سلام يا عالم الكبير والجميل",
  ]

  @Test(
    "words of any length stay inside the safe area, wide and upright", arguments: names,
    [PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(1080, 1080)])
  func safeArea(_ name: String, _ size: PixelSize) throws {
    for words in Self.words {
      let film = TitleFilm(Self.template(name, words), size: size, duration: 4, scale: 0.25)
      let ink = try #require(try film.ink(at: 2), "\(words): \(film.message)")
      let pixel = 4 / Double(min(size.width, size.height))
      let isWide = name == "news_ticker"
      let isRolling = name == "end_credits"
      #expect(isWide || (ink.minX >= 0.05 - pixel && ink.maxX <= 0.95 + pixel), "\(words): \(ink)")
      #expect(
        isRolling || (ink.minY >= 0.05 - pixel && ink.maxY <= 0.95 + pixel), "\(words): \(ink)")
    }
  }

  @Test("it looks the same in a frame twice as large", arguments: names)
  func sizes(_ name: String) throws {
    let frames = try [PixelSize(320, 180), PixelSize(640, 360)].map { size in
      try TitleFilm(
        Self.template(name), size: size, duration: 4, scale: 320 / Double(size.width)
      ).bytes(at: 1.7)
    }
    let differences = zip(frames[0], frames[1]).map { abs(Int($0) - Int($1)) }
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    #expect(mean < 4, "\(mean) of 255")
  }

  @Test("options are told by name, at the script's line", arguments: names)
  func options(_ name: String) {
    let outcome = Runs.script(
      "local templates = require 'moonreel.templates'\n\n"
        + Self.template(name, "a", ", them = {}"))
    #expect(
      outcome.message
        == "test.lua:3: unknown option 'them' to \(name) (did you mean 'theme'?)")
  }

  @Test(
    "mistakes are named",
    arguments: [
      ("lower_thirds {}", "there is no template 'lower_thirds' (did you mean 'lower_third'?)"),
      ("lower_third {}", "lower_third needs 'name'"),
      ("lower_third { name = 5 }", "bad 'name' of lower_third: expected a string, got 5"),
      ("lower_third { name = 'a', side = 'top' }", "expected 'left' or 'right', got 'top'"),
      ("lower_third { name = 'a', enter = -1 }", "expected a number, 0 or more, got -1"),
      (
        "quote { text = 'a', theme = { acent = 'red' } }",
        "unknown option 'acent' to the theme of quote (did you mean 'accent'?)"
      ),
      ("quote { text = 'a', theme = { ink = 'rd' } }", "bad 'ink' of the theme of quote"),
      ("end_credits { credits = { 'Ada' } }", "row 1 is to be a list such as"),
      ("end_credits { credits = { { 'Ada', 7 } } }", "row 1 has something that is no string"),
      ("news_ticker { items = {} }", "bad 'items' of news_ticker: there is none"),
      ("news_ticker { items = { 3 } }", "item 1 is to be a string, got 3"),
      ("list_points { title = 'a', points = { {} } }", "point 1 is to be a string, got {}"),
      ("countdown { from = 0 }", "expected a whole number from 1 to 999, got 0"),
    ])
  func mistakes(_ call: String, _ message: String) {
    let outcome = Runs.script(
      "local templates = require 'moonreel.templates'\n\nlocal x = templates.\(call)")
    #expect(outcome.message.contains(message), "\(outcome.message)")
    #expect(outcome.message.hasPrefix("test.lua:3: "), "\(outcome.message)")
  }

  @Test("the rules of its options can be read", arguments: names)
  func rules(_ name: String) {
    let lines = Runs.output(
      """
      for option, rule in pairs(require("moonreel.templates").\(name).options) do
        assert(type(rule[1]) == "string")
        print(option)
      end
      """)
    #expect(lines.contains("theme") && lines.contains("enter") && lines.count >= 5)
  }

  @Test("every option of its own stands in the page", arguments: names)
  func documented(_ name: String) throws {
    try TitleTests.expectOptions(
      of: name, kind: "templates", but: ["theme", "enter", "leave", "duration"])
  }

  @Test("a theme changes colours and nothing else", arguments: names)
  func themes(_ name: String) throws {
    func film(_ theme: String) -> TitleFilm {
      TitleFilm(
        Self.template(name, "Word", ", theme = { \(theme) }"), size: PixelSize(320, 180),
        duration: 4)
    }
    let (plain, green) = (film(""), film("accent = '#00ff40', ink = '#fffff0', muted = '#a0ffa0'"))
    let (one, other) = (try plain.bytes(at: 2), try green.bytes(at: 2))
    #expect(one != other)
    for index in stride(from: 3, to: one.count, by: 4) where one[index] != other[index] {
      Issue.record("alpha differs")
      break
    }
  }

  @Test func goldens() throws {
    let pictures = try Self.names.map { name in
      let film = TitleFilm(Self.template(name), size: PixelSize(320, 180), duration: 4)
      return (name: name, picture: try film.golden(at: [0.4, 0.8, 2, 3.75]))
    }
    for fault in try Goldens(kind: "Template").faults(pictures) { Issue.record("\(fault)") }
  }
}

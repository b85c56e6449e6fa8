// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// What every title preset of the standard library keeps to, besides the laws of its kind (`StandardLibraryLawTests`).
@Suite struct TitleTests {
  /// The presets, by the files that are there.
  static let names = StandardLibrary.embedded.keys.filter { $0.hasPrefix("moonreel/titles/") }
    .map { String($0.dropFirst("moonreel/titles/".count).dropLast(".lua".count)) }.sorted()
  /// Those that are something else than the plain title while they rest.
  static let restless: Set<String> = [
    "color_cycle", "highlight", "karaoke", "neon_flicker", "underline_draw", "wave",
    "words_one_by_one",
  ]
  /// Those that have neither entrance nor exit.
  static let abrupt: Set<String> = ["words_one_by_one"]

  private static let text = "text = 'Two words\\nand more', size = 26, font = 'DejaVu Sans'"
  private static let plate = "box = { color = '#204060', padding = 6, radius = 3 }"

  /// A title of `name` in Lua.
  static func title(_ name: String, _ options: String = "") -> String {
    let content =
      name == "count_up" ? "to = 1234, size = 26, font = 'DejaVu Sans'" : text
    return "titles.\(name) { \(content) \(options) }"
  }

  /// The plain title that `name` comes to be.
  private static func plain(_ name: String, _ options: String = "") -> String {
    let content =
      name == "count_up"
      ? "text = '1,234', size = 26, font = 'DejaVu Sans', features = { tnum = true }" : text
    return "mr.text { \(content) \(options) }"
  }

  @Test func theIndexNamesEveryFile() {
    let lines = Runs.output("print(table.concat(require('moonreel.titles').names, ' '))")
    #expect(lines == [Self.names.joined(separator: " ")])
    #expect(Self.names.count >= 24)
  }

  @Test("nothing at first, something then, and at last nothing again", arguments: names)
  func comesAndGoes(_ name: String) throws {
    let film = TitleFilm(Self.title(name, ", enter = 1, leave = 1"))
    let whole = try film.weight(at: 3)
    #expect(whole > 10_000)
    guard !Self.abrupt.contains(name) else { return }
    #expect(try film.weight(at: 0) == 0)
    let coming = try [0.2, 0.45, 0.7].map { try film.bytes(at: $0) }
    let rest = try film.bytes(at: 3)
    #expect(Set(coming + [rest]).count == 4, "it moves")
    #expect(try film.bytes(at: 5.5) != rest)
    #expect(try film.weight(at: 5.9995) < whole / 20)
  }

  @Test("at rest it is the plain title, to the bit", arguments: names)
  func rests(_ name: String) throws {
    for options in ["", ", \(Self.plate), shadow = { blur = 2 }"] {
      let title = try TitleFilm(Self.title(name, options)).bytes(at: 3.5)
      let plain = try TitleFilm(Self.plain(name, options)).bytes(at: 3.5)
      #expect((title == plain) != Self.restless.contains(name), "\(options)")
    }
    let settles = Runs.output("print(require('moonreel.titles').\(name).settles)")
    #expect(settles == ["\(!Self.restless.contains(name))"])
  }

  @Test("it arrives without a jump", arguments: names.filter { !abrupt.contains($0) })
  func continuity(_ name: String) throws {
    let film = TitleFilm(Self.title(name, ", enter = 1, leave = 1"))
    for (first, second) in [(0.9999, 1.0001), (4.9999, 5.0001)] {
      let pairs = zip(try film.bytes(at: first), try film.bytes(at: second))
      let differences = pairs.map { abs(Int($0) - Int($1)) }
      let mean = Double(differences.reduce(0, +)) / Double(differences.count)
      #expect(mean < 2, "\(name) between \(first) and \(second): \(mean) of 255")
    }
  }

  @Test("where there is little time, it comes and goes faster", arguments: names)
  func short(_ name: String) throws {
    guard !Self.abrupt.contains(name) else { return }
    let film = TitleFilm(Self.title(name, ", enter = 3, leave = 1"), duration: 1)
    let whole = try film.weight(at: 0.7501)
    #expect(whole > 10_000)
    #expect(try film.weight(at: 0.9999) < whole / 20)
  }

  @Test("plates come with the letters", arguments: ["slide_up", "typewriter", "highlight"])
  func plates(_ name: String) throws {
    let film = TitleFilm(Self.title(name, ", enter = 1, leave = 1, \(Self.plate)"))
    let weights = try [0.02, 0.2, 3, 5.999].map { try film.weight(at: $0) }
    #expect(weights[0] < weights[2] / 10 && weights[0] < weights[1] && weights[1] < weights[2])
    #expect(weights[3] < weights[2] / 10)
  }

  @Test("every option of its own stands in the page", arguments: names)
  func documented(_ name: String) throws {
    try Self.expectOptions(of: name, kind: "titles")
  }

  /// Expects every option of an entry of the library `kind` in its row of the page.
  static func expectOptions(of name: String, kind: String, but common: Set<String> = []) throws {
    let page = try #require(try TextFile.read("\(StubTests.root)/docs/\(kind).md"))
    let row = try #require(page.split(separator: "\n").first { $0.contains("**`\(name)`**") })
    let options = Runs.output(
      "for option in pairs(require('moonreel.\(kind)').\(name).options) do print(option) end")
    for option in options where !common.contains(option) {
      #expect(row.contains("`\(option)` "), "\(option) of \(name)")
    }
  }

  @Test("options are told by name, at the script's line", arguments: names)
  func unknownOption(_ name: String) {
    let outcome = Runs.script(
      "local titles = require 'moonreel.titles'\n\ntitles.\(name) { to = 1, txet = 'a' }")
    let first = "unknown option 't"
    #expect(outcome.message.hasPrefix("test.lua:3: \(first)"), "\(outcome.message)")
    #expect(
      outcome.message.hasSuffix("'txet' to \(name) (did you mean 'text'?)")
        || outcome.message.hasPrefix("test.lua:3: unknown option 'to' to \(name)"))
  }

  @Test(
    "mistakes are named",
    arguments: [
      ("titles.slide_upp {}", "there is no title preset 'slide_upp' (did you mean 'slide_up'?)"),
      ("titles.fade {}", "mr.text needs one of 'text', 'markup' and 'spans'"),
      ("titles.fade { text = 'a', siz = 4 }", "'siz' to fade (did you mean 'size'?)"),
      ("titles.fade { text = 'a', size = 0 }", "bad 'size' of mr.text: expected a number from 1"),
      (
        "titles.fade { text = 'a', enter = -1 }",
        "bad 'enter' of fade: expected a number, 0 or more"
      ),
      (
        "titles.fade { text = 'a', ease = 'bumpy' }",
        "bad 'ease' of fade: expected 'hold', 'smooth', 'linear' or another of 44 names"
      ),
      (
        "titles.fade { text = 'a', by = 'glyph' }",
        "bad 'by' of fade: expected 'character', 'word' or 'line'"
      ),
      ("titles.fade { text = 'a', out = 'pip' }", "there is no title preset 'pip' (did you mean"),
      ("titles.fade { text = 'a', out = 7 }", "bad 'out' of fade: expected the name of a preset"),
      (
        "titles.fade { text = 'a', out = { 'drop', fal = 2 } }",
        "unknown option 'fal' to drop (did you mean 'fall'?)"
      ),
      ("titles.wave { text = 'a', out = 'fade' }", "it is no plain title at rest"),
      ("titles.count_up {}", "count_up needs 'to'"),
      ("titles.count_up { to = 3, text = 'x' }", "count_up writes its number itself"),
      ("titles.words_one_by_one { markup = 'x' }", "words_one_by_one needs 'text'"),
      ("titles.fade.name = 'x'", "the constructor of fade cannot be changed"),
      ("titles.fade = 3", "the library of titles cannot be changed"),
    ])
  func mistakes(_ call: String, _ message: String) {
    let outcome = Runs.script("local titles = require 'moonreel.titles'\n\n\(call)")
    #expect(outcome.message.contains(message), "\(outcome.message)")
    #expect(outcome.message.hasPrefix("test.lua:3: "), "\(outcome.message)")
  }

  @Test("all options of mr.text are taken") func textOptions() {
    let names = TextReader.names.map { "'\($0)'" }.joined(separator: ", ")
    let lines = Runs.output(
      """
      local titles = require "moonreel.titles"
      for _, name in ipairs { \(names) } do
        local _, message = pcall(titles.fade, { [name] = function() end })
        if message:find "unknown option" then print(message) end
      end
      """)
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test("another preset's exit") func out() throws {
    let fade = TitleFilm(Self.title("pop", ", out = 'fade', leave = 1"))
    let drop = TitleFilm(Self.title("pop", ", out = { 'drop', fall = 3 }, leave = 1"))
    let own = TitleFilm(Self.title("fade", ", leave = 1"))
    #expect(try fade.bytes(at: 5.5) == own.bytes(at: 5.5))
    #expect(try drop.bytes(at: 5.5) != own.bytes(at: 5.5))
  }

  @Test("a layer that is cut in two goes on as it was") func split() throws {
    let script = { (edit: String) in
      Runs.script(
        """
        local mr, titles = require "moonreel", require "moonreel.titles"
        local show = mr.composition { size = { 240, 96 }, fps = 30, background = "#00000000" }
        local cut = show:sequence { { source = \(Self.title("slide_up")), duration = 4 } }
        \(edit)
        return show
        """)
    }
    let target = FrameTarget(
      size: PixelSize(240, 96), format: .rgba, color: .srgb, background: .transparent)
    for time in [0.3, 1.9, 2.5, 3.8] {
      let whole = EffectDrawing.bytes(try script("").frame(at: time, on: target))
      let parts = EffectDrawing.bytes(try script("cut:split(2)").frame(at: time, on: target))
      #expect(whole == parts, "at \(time)")
    }
  }

  @Test("on a track, which says nothing of an end, it stays, unless it has its own")
  func tracks() throws {
    for (duration, isGone) in [("", false), (", duration = 3", true)] {
      let outcome = Runs.script(
        """
        local mr, titles = require "moonreel", require "moonreel.titles"
        local timeline = mr.timeline { fps = 30 }
        timeline:add_track("video"):insert(\(Self.title("fade", duration)), { 0, 3 })
        return mr.export { timeline, video = mr.video_composition(timeline, { size = { 240, 96 } }) }
        """)
      let target = FrameTarget(
        size: PixelSize(240, 96), format: .rgba, color: .srgb, background: .black)
      let bytes = EffectDrawing.bytes(try outcome.frame(at: 2.9999, on: target))
      let lit = stride(from: 0, to: bytes.count, by: 4).contains { bytes[$0] > 60 }
      #expect(lit == !isGone)
    }
  }

  @Test(
    "right to left, markup and spans",
    arguments: ["typewriter", "karaoke", "scramble", "mask_reveal", "drop"])
  func otherTexts(_ name: String) throws {
    for content in [
      "text = 'سلام يا عالم', size = 26", "markup = '<b>bold</b> one', size = 26",
      "spans = { 'one ', { 'two', size = 40, fill = 'red' } }, size = 20", "text = '', size = 20",
    ] {
      let film = TitleFilm("titles.\(name) { \(content), enter = 1, leave = 1 }")
      let isEmpty = content.hasPrefix("text = ''")
      #expect(try film.weight(at: 3) > 0 || isEmpty, "\(content)")
      _ = try (film.bytes(at: 0.4), film.bytes(at: 5.6))
    }
  }

  @Test func goldens() throws {
    let pictures = try Self.names.map { name in
      let film = TitleFilm(Self.title(name, ", enter = 1, leave = 1"))
      return (name: name, picture: try film.golden(at: [0.3, 0.7, 2.4, 5.5]))
    }
    for fault in try Goldens(kind: "Title").faults(pictures) { Issue.record("\(fault)") }
  }
}

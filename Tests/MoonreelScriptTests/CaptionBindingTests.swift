// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Captions as scripts make and edit them.
@Suite("Captions in scripts") struct CaptionBindingTests {
  private static let preamble = """
    local mr = require "moonreel"
    local function list(captions)
      local lines = {}
      for i = 1, #captions do
        local c = captions[i]
        lines[#lines + 1] = string.format("%g-%g %s", c.range[1], c.range[2], c.text)
      end
      return table.concat(lines, ", ")
    end

    """

  private func output(_ text: String) -> [String] { Runs.output(Self.preamble + text) }

  @Test func listsBecomeCaptions() {
    let lines = output(
      """
      local captions = mr.captions({
        { range = { 2, 3 }, text = "b" }, { range = { from = 0.5, duration = 1 }, text = "a c" },
        { words = { { text = "Hello", range = { 4, 4.5 } }, { text = "you", range = { 4.75, 5 } } } },
      }, { language = "en", title = "Dialogue" })
      print(list(captions), captions.language, captions.title, captions.duration, captions)
      print(list(captions:shift(1)), list(captions:scale(2)), list(captions:clip { 0, 2.5 }))
      print(list(captions:merge(mr.captions { { range = { 0, 9 }, text = "z" } }):clip { 0, 1 }))
      for _, word in ipairs(captions:words()) do
        print(word.text, word.range[1], word.range[2])
      end
      print(#captions:at(2.5), captions:at(2.5)[1].text, #captions:at(3.5), captions[9])
      print(captions[3].words[2].text, captions[3].words[1].range[2], captions[1].words)
      print(mr.captions({ captions[3] })[1].words[2].range[1])
      """)
    #expect(
      lines == [
        "0.5-1.5 a c, 2-3 b, 4-5 Hello you\ten\tDialogue\t5.0\t3 captions",
        "1.5-2.5 a c, 3-4 b, 5-6 Hello you\t1-3 a c, 4-6 b, 8-10 Hello you\t0.5-1.5 a c, 2-2.5 b",
        "0-1 z, 0.5-1 a c", "a\t0.5\t1.0", "c\t1.0\t1.5", "b\t2.0\t3.0", "Hello\t4.0\t4.75",
        "you\t4.75\t5.0", "1\tb\t0\tnil", "you\t4.75\tnil", "4.75",
      ])
  }

  @Test func stylesAndPlacesComeBack() {
    let lines = output(
      """
      local captions = mr.captions { {
        range = { 0, 1 }, spans = { "plain ", { text = "red", bold = true, color = "#ff0000" } },
        position = "top_left", x = "25%" } }
      local again = mr.captions { captions[1] }[1]
      print(again.text, again.spans[2].bold, again.spans[2].color, again.spans[1].bold)
      print(again.position, again.x, again.y)
      """)
    #expect(lines == ["plain red\ttrue\t#FF0000\tnil", "top_left\t25%\tnil"])
  }

  @Test func filesAndTracksAreRead() throws {
    let folder = NSTemporaryDirectory() + "moonreel-captions-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n".write(
      toFile: folder + "/talk.srt", atomically: true, encoding: .utf8)
    let text = """
      local asset = mr.asset "talk.srt"
      print(list(mr.captions "talk.srt"), list(mr.captions(asset)), list(mr.captions(asset.tracks[1])))
      print(mr.captions("talk.srt", { language = "fr" }).language, mr.captions "talk.srt"[1].spans[1].italic)
      print((pcall(mr.captions, "/etc/passwd")), (pcall(mr.captions, "none.srt")))
      """
    let outcome = Runs.script(Self.preamble + text, path: folder + "/test.lua") {
      $0.allowedFolders = [folder]
    }
    #expect(
      outcome.printed.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? $0 }
        == [
          "1-2.5 One\t1-2.5 One\t1-2.5 One", "fr\ttrue", "false\tfalse",
        ])
  }

  /// The folder of one test.
  private func folder(_ files: [String: String]) throws -> String {
    let folder = NSTemporaryDirectory() + "moonreel-captions-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    return folder
  }

  @Test func captionsFillTheirComposition() {
    let lines = output(
      """
      local source = mr.source.captions { captions = { { range = { 1, 2.5 }, text = "x" } } }
      local show = mr.composition { size = { 320, 180 }, fps = 10 }
      local layer = show:add { source = source }
      print(layer.duration, source.duration, source.natural_size[1], source.kind)
      print(show:add { source = source, duration = 9 }.duration)
      show:add_captions(mr.captions { { range = { 0, 1 }, text = "y" } }, { language = "en", forced = true })
      local timeline = mr.timeline()
      local track = timeline:add_captions(mr.captions({ { range = { 0, 1 }, text = "y" } }, { title = "T" }))
      print(track.kind, track.title, track.is_default, track.is_forced, track.duration)
      track.is_default, track.title = true, nil
      print(track.is_default, track.title)
      timeline:add_track("subtitle"):insert(mr.captions { { range = { 0, 2 }, text = "z" } })
      print(timeline.duration)
      """)
    #expect(
      lines == [
        "2.5\tnil\t1920\tvideo", "9.0", "subtitle\tT\tfalse\tfalse\t1.0", "true\tnil", "2.0",
      ])
  }

  @Test func timedMetadataIsGivenAsGroups() {
    let lines = output(
      """
      local timeline = mr.timeline()
      local groups = {
        { range = { 2, 3 }, items = { title = "later" } },
        { range = { 0, 1 }, items = { ["com.example.score"] = "3:1", count = 3 } },
      }
      local track = timeline:add_metadata(groups, { title = "scores" })
      print(track.kind, track.title, track.duration, timeline.duration)
      local show = mr.composition { size = { 320, 180 }, fps = 10, duration = 4 }
      show:add_metadata(groups)
      """)
    #expect(lines == ["metadata\tscores\t3.0\t3.0"])
  }

  private static let song = """
    [Script Info]
    PlayResX: 320
    PlayResY: 180

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Alignment
    Style: Default,DejaVu Sans,60,&H00FFFFFF,5

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,Song
    """

  @Test func scriptsOfASSAreDrawnAndTheirFontsPassTheGate() throws {
    let folder = try folder([
      "song.ass": Self.song, "talk.srt": "1\n00:00:01,000 --> 00:00:02,500\nOne\n", "empty.ttf": "",
      "odd.ass": Self.song.replacingOccurrences(of: "DejaVu Sans", with: "Nowhere Grotesk"),
    ])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func run(_ text: String) -> Runs.Outcome {
      Runs.script(Self.preamble + text, path: folder + "/test.lua") { $0.allowedFolders = [folder] }
    }
    let film = run(
      """
      local show = mr.composition { size = { 320, 180 }, fps = 10 }
      print(show:add { source = mr.source.ass "song.ass" }.duration)
      mr.source.ass { mr.asset "song.ass", frame = { 64, 36 } }
      return show
      """)
    #expect(film.printed.count == 1 && film.printed[0].hasSuffix("2.0"), "\(film.message)")
    #expect(film.warnings.isEmpty, "\(film.warnings)")
    let target = FrameTarget(size: PixelSize(320, 180), format: .rgba, color: .srgb)
    func brightness(_ time: Double) throws -> Int {
      try film.frame(at: time, on: target).planeSum
    }
    let (before, during) = (try brightness(0.2), try brightness(1))
    #expect(during > before + 100_000)
    #expect(run("mr.source.ass 'odd.ass'").warnings.contains { $0.contains("Nowhere Grotesk") })
    for (script, words) in [
      ("mr.source.ass 'talk.srt'", "it is subrip, not ASS"),
      ("mr.source.ass(7)", "the path of an ASS file"),
      ("mr.source.ass { 'song.ass', fonts = { '/etc/hostname' } }", "outside the allowed folders"),
      ("mr.source.ass { 'song.ass', fonts = { 'empty.ttf' } }", "a font file of at most 64 MiB"),
      ("mr.source.ass { 'song.ass', font = {} }", "did you mean 'fonts'"),
    ] {
      let message = run(script).message
      #expect(message.contains(words), "\(script): \(message)")
    }
  }

  @Test(arguments: [
    ("mr.source.captions {}", "needs 'captions'"),
    ("mr.source.captions { captions = {}, safe_area = 0.5 }", "from 0 to 0.45"),
    ("mr.source.captions { captions = {}, highlight = {} }", "needs 'mode'"),
    ("mr.source.captions { captions = {}, highlight = { mode = 'words' } }", "did you mean 'word'"),
    ("mr.source.captions { captions = {}, postion = 'top' }", "did you mean 'position'"),
    ("mr.captions(7)", "expected what captions come from"),
    ("mr.captions ''", "expected the path of a file"),
    ("mr.captions { { text = 'x' } }", "needs 'range'"),
    ("mr.captions { { range = { 0, 1 } } }", "needs one of 'text', 'spans' and 'words'"),
    ("mr.captions { { range = { 2, 1 }, text = 'x' } }", "before its start"),
    ("mr.captions { { range = { 0, 1 }, text = 'x', x = 5 } }", "a share of the frame"),
    ("mr.captions { { range = { 0, 1 }, txet = 'x' } }", "did you mean 'text'"),
    (
      "mr.captions { { text = 'a b', words = { { text = 'c', range = { 0, 1 } } } } }",
      "'c' does not follow"
    ),
    ("mr.captions({ { range = { 0, 1 }, text = 'x' } }):shift()", "expected a time"),
    ("mr.captions({ { range = { 0, 1 }, text = 'x' } }):scale(0)", "from 0.001 to 1000"),
    ("mr.captions 'sample:clip'", "captions"),
  ])
  func badCaptionsAreRefused(script: String, words: String) {
    let lines = output(script)
    #expect(lines.last?.contains(words) == true, "\(lines)")
  }
}

extension FrameBuffer {
  /// The sum of all bytes of its first plane.
  fileprivate var planeSum: Int {
    withExtendedLifetime(self) {
      let plane = planes[0]
      return (0..<size.height).reduce(0) { sum, y in
        UnsafeRawBufferPointer(start: plane.base + y * plane.strideBytes, count: 4 * size.width)
          .reduce(sum) { $0 + Int($1) }
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import moonreel

/// Words of strangers that a terminal would obey, everywhere where commands show words: tags, names of files and of what is
/// in them, options, parameters, errors that scripts raise.
@Suite("Hostile words")
struct HostileWordTests {
  /// A title for the window, a cleared screen in both ways to say it, the other control characters, text that runs
  /// backwards, and a line that looks like Moonreel's own.
  static let word =
    "w\u{1B}]0;t\u{07}\u{1B}[2J\u{9B}2J\u{85}\u{08}\u{7F}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\r\nerror: fake"
  /// The same on one line, for files whose format ends words at lines.
  static let line = String(word.prefix { !$0.isNewline || $0 == "\u{85}" || $0 == "\u{2028}" })
  /// The notation is Lua's: as a literal of Lua it is the word again.
  static let literal = word.visible()

  /// One command line, and where its words come from.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let words: [String]
    /// What stands somewhere in the output where the word is shown; `nil` where it need not be shown.
    var shown: String?
    var testDescription: String { name }

    init(_ name: String, _ words: String..., shown: String? = HostileWordTests.literal) {
      (self.name, self.words, self.shown) = (name, words, shown)
    }
  }

  private static let stage = Task { try await HostileStage() }

  // MARK: Text

  static let texts: [Row] = [
    Row("probe: tags, chapters", "probe", "tags.mkv", shown: lineLiteral),
    Row("probe: a file's name", "probe", "\(word).mp4"),
    Row("probe: no such file", "probe", "\(word).mov"),
    Row("probe: what libav says", "probe", "\(word).txt"),
    Row("print", "check", "print.lua", shown: lineLiteral),
    Row("error", "check", "error.lua"),
    Row("error with callers", "check", "deep.lua"),
    Row("render: error", "render", "deep.lua", "-o", "deep.mp4"),
    Row("a line of the script", "check", "syntax.lua", shown: lineLiteral),
    Row("a module's line", "check", "require.lua", shown: lineLiteral),
    Row("a script's name", "check", "\(word).lua"),
    Row("no such script", "render", "no\(word).lua", "-o", "x.mp4"),
    Row("an asset", "check", "asset.lua"),
    Row("a font", "check", "font.lua"),
    Row("an option", "check", "option.lua"),
    Row("a preset", "check", "preset.lua"),
    Row("a codec", "check", "codec.lua"),
    Row("a kernel's listing", "explain", "kernel.lua", "--program"),
    Row("GLSL: #error", "check", "glsl.lua", shown: nil),
    Row("SVG", "check", "svg.lua", shown: nil),
    Row("Lottie", "check", "lottie.lua", shown: nil),
    Row("captions", "check", "captions.lua", shown: nil),
    Row("a table", "check", "table.lua", shown: nil),
    Row("plan", "plan", "clips.lua"),
    Row("explain", "explain", "clips.lua", "--pixel", "1,1", "--graph"),
    Row("diff", "diff", "clips.lua", "other.lua", shown: nil),
    Row("diff: no such script", "diff", "clips.lua", word),
    Row("params", "params", "params.lua"),
    Row("params: a class", "params", "params.lua", "--types", shown: nil),
    Row("an unknown parameter", "check", "params.lua", "--set", "\(word)=1"),
    Row("a parameter's value", "check", "params.lua", "--set", "n=\(word)"),
    Row("a file of parameters", "check", "params.lua", "--params", word),
    Row("batch: a column", "batch", "params.lua", "--data", "columns.csv", "-o", "b/{row}.mp4"),
    Row("batch: rows", "batch", "params.lua", "--data", "rows.csv", "-o", "c/{s}.mp4", shown: nil),
    Row(
      "batch: a preview", "batch", "params.lua", "--data", "rows.csv", "-o", "d/{s}.mp4",
      "--dry-run", shown: nil),
    Row("batch: rows that fail", "batch", "fails.lua", "--data", "rows.csv", "-o", "e/{row}.mp4"),
    Row(
      "batch: no such table", "batch", "params.lua", "--data", "\(word).csv", "-o", "f/{row}.mp4"),
    Row("test", "test", "plugin"),
    Row("test: names", "test", "plugin", "--list"),
    Row("test: no such folder", "test", word),
    Row("bench: no such folder", "bench", word),
    Row("docs: no such folder", "docs", word),
    Row("gallery: no such folder", "gallery", word, "-o", "g"),
    Row("packages", "plugins", "--packages"),
    Row("export: what is lost", "export", "lost.lua", "-o", "\(word).edl", shown: nil),
    Row("export: no such kind", "export", "clips.lua", "-o", "x.\(word)"),
    Row("import: a list", "import", "cut.edl", "-o", "\(word)1.lua", shown: nil),
    Row("import: a timeline", "import", "cut.otio", "-o", "\(word)2.lua"),
    Row("import: no cut", "import", "\(word).otio", "-o", "x.lua"),
    Row("render: the output's name", "render", "clips.lua", "-o", "\(word)r.mp4", shown: nil),
    Row("render: in processes", "render", "deep.lua", "-o", "\(word)j.mp4", "-j", "2"),
    Row("render: stems", "render", "clips.lua", "-o", "s.mp4", "--stems", "\(word)s", shown: nil),
    Row(
      "render: a file that is there", "render", "clips.lua", "-o", "\(word).mp4", "--no-overwrite"),
    Row("frame: a name", "frame", "clips.lua", "--at", "0", "-o", "\(word).xyz"),
    Row("play", "play", "\(word).mov", "--pictures", "none"),
    Row("studio", "studio", "\(word).lua3", "--no-browser"),
    Row("new", "new", "effect", word),
    Row("new: a kind", "new", word, "x"),
    Row("stubs", "stubs", "\(word)stubs"),
    Row("capture: a camera", "capture", "--camera", word, "-o", "x.mkv"),
    Row("capture: a stream", "capture", "--stream", word, "-o", "x.mkv"),
    Row("devices: a kind", "devices", "--kind", word),
    Row("fetch: an address", "fetch", "http://\(word)/a"),
    Row("fetch: a server's words", "fetch", "SERVER/reason", shown: nil),
    Row("fetch: a redirect", "fetch", "SERVER/redirect", shown: nil),
    Row("fetch: a playlist", "fetch", "SERVER/list.m3u8", shown: nil),
    Row("submit: no such engine", "submit", "clips.lua", "-o", "x.mp4", "--engine", word),
    Row("submit: what check says", "submit", "deep.lua", "-o", "x.mp4", "--engine", "local"),
    Row("a command", word),
    Row("an option's name", "check", "--\(word)", "clips.lua"),
    Row("an option's value", "render", "clips.lua", "-o", "x.mp4", "--range", word),
    Row("an option's value, joined", "render", "clips.lua", "-o", "x.mp4", "--threads=\(word)"),
    Row("a wrong pair", "render", "clips.lua", "-o", "x.mp4", "--set", word),
    Row("too many words", "check", "clips.lua", word),
    Row("help on it", "help", word, shown: nil),
  ]

  private static let lineLiteral = line.visible()

  @Test("are written out in texts", arguments: texts)
  func text(_ row: Row) async throws {
    let result = try await Self.stage.value.run(row.words)
    check(result.output + result.errors, row.name)
    if let shown = row.shown {
      #expect((result.output + result.errors).contains(shown), "\(row.name): \(result)")
    }
    #expect(result.code < 124 && result.code != ExitStatus.program.rawValue, "\(result)")
  }

  /// Nothing that a terminal obeys stands in `text`, and no line that Moonreel did not write.
  private func check(_ text: String, _ name: String) {
    let hidden = text.unicodeScalars.filter { $0.isHidden && $0 != "\n" && $0 != "\t" }
    #expect(hidden.isEmpty, "\(name): \(hidden.map { String($0.value, radix: 16) }) in \(text)")
    let lines = text.textLines.filter { $0.drop { $0 == " " }.hasPrefix("error: fake") }
    #expect(lines.isEmpty, "\(name): \(text)")
  }

  // MARK: JSON

  static let documents: [Row] = [
    Row("probe", "probe", "\(word).mp4", "--json"),
    Row("tags", "probe", "tags.mkv", "--json", shown: line),
    Row("params", "params", "params.lua", "--json"),
    Row("schema", "params", "params.lua", "--schema"),
    Row("check", "check", "deep.lua", "--json"),
    Row("plan", "plan", "clips.lua", "--json"),
    Row("explain", "explain", "clips.lua", "--pixel", "1,1", "--json"),
    Row("test", "test", "plugin", "--json"),
    Row("plugins", "plugins", "--packages", "--json"),
    Row("render", "render", "clips.lua", "-o", "\(word)k.mp4", "--json-progress"),
    Row("render: error", "render", "deep.lua", "-o", "x.mp4", "--json-progress"),
    Row(
      "batch", "batch", "fails.lua", "--data", "rows.csv", "-o", "h/{row}.mp4", "--json-progress"),
  ]

  @Test("come back from JSON as they are", arguments: documents)
  func document(_ row: Row) async throws {
    let result = try await Self.stage.value.run(row.words)
    check(result.output + result.errors, row.name)
    let whole = try? JSONValue(parsing: result.output)
    let values =
      try whole.map { [$0] }
      ?? result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let word = row.shown == Self.line ? Self.line : Self.word
    #expect(values.contains { Self.strings(in: $0).contains { $0.contains(word) } }, "\(result)")
  }

  private static func strings(in value: JSONValue) -> [String] {
    switch value {
    case .null, .bool, .integer, .number: []
    case .string(let text): [text]
    case .array(let values): values.flatMap { strings(in: $0) }
    case .object(let members): members.flatMap { [$0.key] + strings(in: $0.value) }
    }
  }

  // MARK: Terminals

  /// What Moonreel itself sends to a terminal.
  private static let own = ["\r\n", "\r", "\u{1B}[K", "\u{1B}[1;31m", "\u{1B}[0m"]

  @Test(
    "are written out at a terminal, progress included",
    .enabled(if: Program.canFakeTerminal, "script is not installed"),
    arguments: [
      ["render", "clips.lua", "-o", "\(word)t.mp4"], ["check", "deep.lua"], ["test", "plugin"],
      ["batch", "fails.lua", "--data", "rows.csv", "-o", "i/{row}.mp4"],
    ])
  func terminal(words: [String]) async throws {
    let stage = try await Self.stage.value
    let line = ([Program.moonreel.path] + words).map(ShellWord.quoted).joined(separator: " ")
    let result = try await Program.run(
      URL(fileURLWithPath: "/usr/bin/script"), ["-qec", line, "/dev/null"], in: stage.folder.url)
    let text = Self.own.reduce(result.output) { $0.replacing($1, with: $1 == "\r\n" ? "\n" : "") }
    check(text, words[0])
    #expect(text.contains(Self.literal), "\(result.output)")
  }

  @Test(
    "the bytes of a film do not go to a terminal",
    .enabled(if: Program.canFakeTerminal, "script is not installed"), arguments: ["-", "/dev/tty"])
  func film(output: String) async throws {
    let stage = try await Self.stage.value
    let line = "'\(Program.moonreel.path)' render clips.lua --sandbox off -o \(output)"
    let result = try await Program.run(
      URL(fileURLWithPath: "/usr/bin/script"), ["-qec", line, "/dev/null"], in: stage.folder.url)
    #expect(result.code == ExitStatus.file.rawValue && result.output.contains("it is a terminal"))
    #expect(result.output.utf8.count < 1000, "\(result.output)")
  }
}

/// A folder with films, files and tables that hold ``HostileWordTests/word``.
final class HostileStage: Sendable {
  let folder: TemporaryFolder
  private let server: FaultyServer

  init() async throws {
    folder = try TemporaryFolder()
    let (word, line) = (HostileWordTests.word, HostileWordTests.line)
    server = try FaultyServer { request in
      switch request.path {
      case "/reason": .raw(["HTTP/1.1 404 \(line)", "Content-Length: 0", "X-A: \(line)"], Data())
      case "/redirect":
        .raw(["HTTP/1.1 302 Found", "Location: \(line)", "Content-Length: 0"], Data())
      default: .text("#EXTM3U\n#EXT-X-VERSION:\(line)\n#EXTINF:\(line),\n\(line)\n")
      }
    }
    try await folder.write("\(word).mp4", Clip.mp4.value)
    for name in ["\(word).txt", "\(word).otio", "\(word).lua2"] { try folder.write(name, word) }
    for (name, text) in Self.films { try folder.write(name, Self.head + text) }
    for (name, text) in Self.files { try folder.write(name, text) }
    let tags = try await run(["render", "tags.lua", "-o", "tags.mkv", "-q"])
    guard tags.code == 0 else { throw MoonreelError(.script, tags.errors) }
  }

  /// Runs `moonreel` here.
  func run(_ words: [String]) async throws -> Program.Outcome {
    try await Program.moonreel(
      words.map { $0.replacing("SERVER", with: server.address("")) }, in: folder.url,
      environment: [
        "MOONREEL_PATH": folder.path("packages"), "XDG_DATA_HOME": folder.path("none"),
        "HOME": folder.path("none"),
      ])
  }

  private static let head = """
    local mr = require "moonreel"
    local word = "\(HostileWordTests.literal)"
    local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 0.08 }

    """

  private static let films: [String: String] = [
    "tags.lua": """
    local line = "\(HostileWordTests.line.visible())"
    return mr.export { show, metadata = { title = line, comment = line },
      chapters = { { range = { 0, 0.04 }, title = line } } }
    """,
    "print.lua": "print(word, word) return show",
    "error.lua": "error(word)",
    "\(HostileWordTests.word).lua": "error 'here'",
    "deep.lua": """
    local function inner() error(word) end
    local function outer() inner() inner() end
    outer()
    """,
    "syntax.lua": "local x = = '\(HostileWordTests.line)'",
    "require.lua": "require 'wrong'",
    "asset.lua": "mr.asset(word)",
    "font.lua":
      "show:add { source = mr.text { text = word, font = word }, duration = 0.04 } return show",
    "option.lua": "mr.text { text = 'a', [word] = 1 }",
    "preset.lua": "return mr.export { show, preset = word }",
    "codec.lua": "return mr.export { show, video_codec = word }",
    "kernel.lua": """
    local kernel = mr.kernel { name = word, inputs = { "image" }, body = function(k) return k.image * k.x end }
    local effect = require "moonreel.effect" { name = "e", options = {}, draw = function(image) return kernel(image) end }
    show:add { source = mr.asset(word .. ".mp4"), duration = 0.08, effects = { effect() } }
    return show
    """,
    "glsl.lua": "mr.glsl 'bad.glsl'",
    "svg.lua": "show:add { source = mr.svg 'bad.svg', duration = 0.04 } return show",
    "lottie.lua": "show:add { source = mr.asset 'bad.json', duration = 0.04 } return show",
    "captions.lua": "show:add { source = mr.captions 'bad.ass', duration = 0.04 } return show",
    "table.lua": "mr.read_csv 'bad.csv' mr.read_json 'bad.json'",
    "clips.lua":
      "show:add { source = mr.asset(word .. '.mp4'), duration = 0.08 } return show",
    "other.lua":
      "show:add { source = mr.asset(word .. '.mp4'), duration = 0.04 } return show",
    "lost.lua": """
    show:add { source = mr.text { text = word }, duration = 0.04 }
    show:add { source = mr.asset(word .. '.mp4'), duration = 0.04 }
    return mr.export { show, chapters = { { range = { 0, 0.04 }, title = word } } }
    """,
    "params.lua": """
    local p = mr.params {
      s = { "string", default = word, doc = word },
      c = { "choice", choices = { word, "other" }, default = word },
      n = { "number", default = 1 },
    }
    return show
    """,
    "fails.lua": "local p = mr.params { s = { 'string', default = '' } } error(word .. p.s)",
  ]

  private static let files: [String: String] = {
    let (word, line) = (HostileWordTests.word, HostileWordTests.line)
    let literal = HostileWordTests.literal
    return [
      "wrong.lua": "local x = = '\(line)'",
      "bad.glsl": "#error \(line)\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }\n",
      "bad.svg":
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><image href='\(line)'/></svg>",
      "bad.json": "{\"\(line)\": 1}",
      "bad.ass":
        "[Script Info]\nTitle: \(line)\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: A,\(line)\n[Events]\n"
        + "Format: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:01.00,\(line),\(line)\n",
      "bad.csv": "a,b\n\"\(line)\",\"\(line)\"x\n",
      "columns.csv": "s,\"\(word)\"\n1,2\n",
      "rows.csv": "s\n\"\(word)\"\n",
      "cut.edl": """
      TITLE: \(line)
      001  \(line.filter { $0 != " " }) V     C        00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME: \(line)
      """,
      "cut.otio": """
      {"OTIO_SCHEMA": "Timeline.1", "name": \(JSONValue.string(word).compactText), "tracks":
        {"OTIO_SCHEMA": "Stack.1", "children": [{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [
          {"OTIO_SCHEMA": "Clip.1", "name": \(JSONValue.string(word).compactText), "source_range":
            {"OTIO_SCHEMA": "TimeRange.1",
             "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 0},
             "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 2}},
           "media_reference": {"OTIO_SCHEMA": "ExternalReference.1",
             "target_url": \(JSONValue.string("gone\(word)").compactText)}}]}]}}
      """,
      "plugin/it_test.lua": """
      local word = "\(literal)"
      describe(word, function()
        it(word, function() error(word) end)
        it("compares", function() expect(word):to_be("other") end)
      end)
      """,
      "packages/kit/moonreel.lua":
        "return { name = 'kit', version = '1.0.0', licence = 'MIT' }",
      "packages/kit/init.lua": "error \"\(literal)\"",
      "packages/odd/moonreel.lua": "return { name = \"\(literal)\", version = \"\(literal)\" }",
    ]
  }()
}

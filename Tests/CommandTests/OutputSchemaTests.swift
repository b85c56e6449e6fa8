// SPDX-License-Identifier: MIT

import Foundation
import MoonreelAuthor
import MoonreelCapture
import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelModel
import MoonreelScript
import Testing

@testable import moonreel

/// What programs read of Moonreel is what the schemas in docs/reference/outputs say: no more and no less.
@Suite("Outputs for programs")
struct OutputSchemaTests {
  /// One command line, and the schema of what it prints or of the file that it writes.
  struct Row: CustomTestStringConvertible, Sendable {
    let schema: String
    let line: String
    /// Whether each line of the output is a document.
    var isLines = false
    /// The file that is looked at in place of standard output.
    var file: String?
    var testDescription: String { "moonreel \(line)" }

    init(_ schema: String, _ line: String, isLines: Bool = false, file: String? = nil) {
      (self.schema, self.line, self.isLines, self.file) = (schema, line, isLines, file)
    }
  }

  static let rows: [Row] = [
    Row("probe", "probe --json clip.mp4"), Row("probe", "probe --json --loudness tone.wav"),
    Row("probe", "probe --json still.png"), Row("probe", "probe --json marked.mkv"),
    Row("params", "params --json params.lua"),
    Row("params", "params --json params.lua --set s=given"),
    Row("check", "check --json titled.lua --audio"), Row("check", "check --json wrong.lua"),
    Row("check", "check --json odd.lua"), Row("check", "check --json missing.lua"),
    Row("plan", "plan --json titled.lua -o x.mp4 --also y.gif"),
    Row("plan", "plan --json clip.mp4"), Row("plan", "plan --json film.lua --incremental"),
    Row("plan", "plan --json clip.mp4 -o x.mp4 --smart --loudness -16"),
    Row("plan", "plan --json marked.lua -o x.mkv --scale 0.5"),
    Row("explain", "explain --json titled.lua --pixel 3,3 --graph"),
    Row("diff", "diff --json film.lua titled.lua --frames changes"),
    Row("diff", "diff --json film.lua film.lua"), Row("diff", "diff --json short.lua film.lua"),
    Row("diff", "diff --json film.lua short.lua"),
    Row("test", "test --json plugins"),
    Row("bench", "bench --json plugins --size 32x18 --rounds 1"),
    Row("plugins", "plugins --json"), Row("plugins", "plugins --json --lv2"),
    Row("devices", "devices --json --kind synthetic"),
    Row("loss", "export titled.lua -o x.edl --loss loss.json", file: "loss.json"),
    Row("progress", "render titled.lua -o a.mp4 --json-progress --profile", isLines: true),
    Row(
      "progress", "render film.lua -o b.mp4 --json-progress --also c.gif --stems stems",
      isLines: true),
    Row("progress", "render film.lua -o d.mp4 --json-progress -j 2", isLines: true),
    Row("progress", "render clip.mp4 -o e.mp4 --range 0..0.6 --json-progress", isLines: true),
    Row("progress", "render short.lua -o n.mp4 --json-progress", isLines: true),
    Row("plan", "plan --json short.lua -o n.mp4"),
    Row("progress", "render wrong.lua -o f.mp4 --json-progress", isLines: true),
    Row("progress", "render missing.lua -o f.mp4 --json-progress", isLines: true),
    Row("progress", "render film.lua -o g.mp4 --preset wav --json-progress", isLines: true),
    Row(
      "progress", "submit film.lua -o h.mp4 --engine local --spans 2 --follow --json-progress",
      isLines: true),
    Row(
      "batch-progress", "batch params.lua --data rows.csv -o i{row}.mp4 --json-progress",
      isLines: true),
    Row(
      "batch", "batch params.lua --data rows.csv -o j{row}.mp4 --report r.json -q", file: "r.json"),
    Row(
      "batch-progress", "batch params.lua --data rows.csv -o k{row}.mp4 --json-progress --dry-run",
      isLines: true),
    Row(
      "capture",
      "capture --camera synthetic:camera --mic synthetic:microphone --for 0.2 -o l.mkv"
        + " --json-progress", isLines: true),
    Row(
      "capture", "capture --camera synthetic:camera --photo m.png --json-progress", isLines: true),
  ]

  private static let stage = Task { try await place() }

  @Test("fit their schemas", arguments: rows)
  func fits(_ row: Row) async throws {
    let (schemas, place) = (try Schemas.all.get(), try await Self.stage.value)
    let words = row.line.split(separator: " ").map(String.init)
    let result = try await Program.moonreel(
      words, in: place.folder.url,
      environment: ["MOONREEL_PATH": place.folder.path("packages"), "LV2_PATH": "/nowhere"])
    let text = row.file.map { place.folder.text($0) } ?? result.output
    let values =
      row.isLines
      ? try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      : [try JSONValue(parsing: text)]
    #expect(!values.isEmpty, "\(result)")
    for value in values {
      let mistakes = schemas.mistakes(in: value, row.schema)
      #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n")) \(result.errors)")
    }
  }

  // MARK: The schemas

  @Test("an output has no field that its schema does not name")
  func closed() throws {
    let objects = try Schemas.all.get().objects
    #expect(objects.count > 60)
    for (place, schema) in objects {
      #expect(schema.member("additionalProperties") != nil, "\(place)")
      let names = schema.member("properties").map(Self.keys) ?? []
      let required = schema.member("required")?.strings ?? []
      #expect(Set(required).isSubset(of: names), "\(place)")
    }
  }

  private static func keys(_ value: JSONValue) -> [String] {
    if case .object(let members) = value { members.map(\.key) } else { [] }
  }

  @Test("the page names every schema, and the exit codes are the program's")
  func pages() throws {
    let schemas = try Schemas.all.get()
    let page = Documents.text("docs/reference/outputs.md")
    for name in schemas.documents.keys { #expect(page.contains("(outputs/\(name))"), "\(name)") }
    let codes = schemas.value("exit-codes", "oneOf")
    let expected = moonreel.ExitStatus.allCases.map { status in
      JSONValue.members([
        "const": .integer(Int64(status.rawValue)), "description": .string(status.meaning),
      ])
    }
    #expect(codes == .array(expected))
  }

  /// Words of the code that stand in schemas.
  static let enumerations: [(schema: String, path: String, words: [String])] = [
    ("common", "$defs/error_code", MoonreelError.Code.allCases.map(\.rawValue)),
    ("common", "$defs/media_type", MediaType.allCases.map(\.rawValue)),
    (
      "probe", "properties/tracks/items/properties/video/properties/profile/properties/use",
      ColorProfile.Use.allCases.map(\.rawValue)
    ),
    (
      "params", "properties/parameters/items/properties/kind",
      ScriptParameter.Kind.allCases.map(\.rawValue)
    ),
    (
      "check", "properties/findings/items/properties/rule", Finding.Rule.allCases.map(\.rawValue)
    ),
    (
      "bench", "properties/plugins/items/properties/kind", PluginKind.allCases.map(\.rawValue)
    ),
    ("loss", "properties/losses/items/properties/outcome", Loss.Outcome.allCases.map(\.rawValue)),
    ("devices", "items/properties/kind", CaptureDevice.Kind.allCases.map(\.rawValue)),
    (
      "progress", "$defs/progress/properties/stage", ExportProgress.Stage.allCases.map(\.rawValue)
    ),
    ("progress", "$defs/submitted/properties/engine", FarmEngine.allCases.map(\.rawValue)),
    (
      "batch", "properties/rows/items/properties/status",
      BatchResult.Status.allCases.map(\.rawValue) + ["waiting"]
    ),
    ("batch-progress", "$defs/row/properties/status", BatchResult.Status.allCases.map(\.rawValue)),
  ]

  @Test("choices are those of the code", arguments: enumerations)
  func choices(schema: String, path: String, words: [String]) throws {
    let found = try Schemas.all.get().value(schema, path + "/enum")?.strings ?? []
    #expect(Set(found) == Set(words) && found.count == words.count)
  }

  @Test("keys are those of the code") func members() throws {
    let schemas = try Schemas.all.get()
    let stages = schemas.value("progress", "$defs/profile/properties/stages/properties")
    #expect(stages.map(Self.keys) == ExportProfile.Stage.allCases.map(\.rawValue))
    let drops = schemas.value("capture", "$defs/end/properties/dropped/properties")
    #expect(drops.map(Self.keys) == CaptureDropReason.allCases.map(\.rawValue))
  }

  // MARK: The checker

  @Test(
    "the checker refuses",
    arguments: [
      (#"{"type":"integer"}"#, "1.5"), (#"{"type":["string","null"]}"#, "1"),
      (#"{"const":1}"#, "2"), (#"{"enum":["a"]}"#, #""b""#), (#"{"minimum":1}"#, "0"),
      (#"{"items":{"type":"string"}}"#, #"["a",1]"#), (#"{"minItems":2}"#, "[1]"),
      (#"{"maxItems":1}"#, "[1,2]"), (#"{"required":["a"]}"#, "{}"),
      (#"{"properties":{"a":{"const":1}}}"#, #"{"a":2}"#),
      (#"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"b":1}"#),
      (#"{"additionalProperties":{"type":"string"}}"#, #"{"b":1}"#),
      (#"{"oneOf":[{"const":1},{"const":2}]}"#, "3"), (#"{"oneOf":[{},{}]}"#, "3"),
      (##"{"$ref":"#/$defs/a","$defs":{"a":{"const":1}}}"##, "2"), (##"{"$ref":"#/b"}"##, "2"),
      (#"{"pattern":"a"}"#, #""a""#),
    ])
  func refuses(schema: String, value: String) throws {
    let schemas = Schemas(documents: ["a.schema.json": try JSONValue(parsing: schema)])
    #expect(!schemas.mistakes(in: try JSONValue(parsing: value), "a").isEmpty)
  }

  // MARK: What is looked at

  private static func place() async throws -> Workplace {
    let place = try await Workplace()
    try await place.folder.write("tone.wav", Clip.wav.value)
    try await place.folder.write("still.png", Clip.png.value)
    for (name, text) in files { try place.folder.write(name, text) }
    let marked = try await place.moonreel("render", "marked.lua", "-o", "marked.mkv", "-q")
    guard marked.code == 0 else { throw MoonreelError(.script, marked.errors) }
    return place
  }

  private static let head = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 0.2 }

    """

  private static let files: [String: String] = [
    "titled.lua": head + """
      local title = mr.text { text = "A", size = 20 }
      local layer = show:add { source = title, duration = 0.2, position = { 10, 10 }, name = "title" }
      layer:animate("opacity", { { 0, 0 }, { 0.2, 1 } })
      show:add { source = mr.asset "clip.mp4", at = 0, duration = 0.2, opacity = function(time) return 0.5 end }
      return mr.export { show, chapters = { { range = { 0, 0.1 }, title = "one" } } }
      """,
    "short.lua": """
    local mr = require "moonreel"
    local clip = mr.asset "clip.mp4"
    local timeline = mr.timeline()
    timeline:add_track "video":insert(clip.video, { 0, 0.8 }, 0)
    return timeline
    """,
    "marked.lua": head + """
      local timeline = mr.timeline()
      timeline:add_track "video":insert(mr.asset("clip.mp4").video, { 0, 0.4 }, 0)
      timeline:add_track "subtitle":insert(mr.asset("words.srt"):tracks_of("subtitle")[1], { 0, 0.1 }, 0)
      return mr.export { timeline, metadata = { title = "A" },
        chapters = { { range = { 0, 0.1 }, title = "one" } } }
      """,
    "words.srt": "1\n00:00:00,000 --> 00:00:00,100\nA word\n",
    "wrong.lua":
      "local function inner() error 'no' end\nlocal function outer() inner() end\nouter()",
    "missing.lua": "return require('moonreel').asset 'nothing.mp4'",
    "odd.lua": head + """
      show:add { source = mr.color "red", duration = 0.2, opacity = 0 }
      return mr.export { show, chapters = { { range = { 0.1, 3 }, title = "late" } } }
      """,
    "params.lua": """
    local mr = require "moonreel"
    local p = mr.params {
      s = { "string", default = "a", doc = "some words" },
      n = { "number", default = 1, min = 0, max = 3 },
      l = { "list", of = "number", default = { 1, 2 } },
      c = { "choice", choices = { "a", "b" }, default = "a" },
    }
    if p.s == "bad" then error "bad" end
    return mr.composition { size = { 16, 16 }, fps = 25, duration = 0.08, background = "red" }
    """,
    "rows.csv": "s\na\nbad\n",
    "plugins/dusk.lua": """
    local effect = require "moonreel.effect"
    return effect {
      name = "dusk",
      options = { amount = { "number", default = 0.5, min = 0, max = 1 } },
      neutral = { amount = 0 },
      draw = function(image, params) return image:saturation(1 - params.amount) end,
    }
    """,
    "plugins/dusk_test.lua": """
    it("holds", function() expect(1):to_be(1) end)
    it("does not", function() expect(1):to_be(2) end)
    """,
    "packages/kit/moonreel.lua":
      "return { name = 'kit', version = '1.0.0', licence = 'MIT', moonreel = '>= 0.1', entries = { 'kit', 'kit.bad' } }",
    "packages/kit/init.lua":
      "return require 'moonreel.effect' { name = 'kit', options = {}, draw = function(image) return image end }",
    "packages/kit/bad.lua": "error 'no'",
    "packages/odd/moonreel.lua": "return { name = 1 }",
  ]
}

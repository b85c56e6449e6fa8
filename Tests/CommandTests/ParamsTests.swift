// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import moonreel

@Suite("moonreel params")
struct ParamsTests {
  private static let script = """
    local mr = require "moonreel"
    local p = mr.params {
      title = { "string", required = true, doc = "the words" },
      size = { "integer", default = 3, min = 1, max = 9 }, mode = { "choice", choices = { "a", "b" } },
      clips = { "files", default = {} }, points = { "list", of = "number", default = { 1.5 } },
      tint = { "color", default = "red" }, on = { "boolean", default = true }, at = { "time", default = 1 },
      more = { "table", default = { x = { 1 } } }, note = { "text" }, logo = { "file" }, part = { "number" },
    }
    return error "never: nobody gave the words"
    """

  private func params(_ arguments: String...) async throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("my_promo.lua", Self.script)
    let result = try await Program.moonreel(["params", "my_promo.lua"] + arguments, in: folder.url)
    try #require(result.code == 0, "\(result.errors)")
    return result.output
  }

  @Test("a table for people")
  func table() async throws {
    let lines = try await params().split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines.contains("title   string           (must be given)  the words"))
    #expect(lines.contains("size    integer, 1 to 9  3"))
    #expect(lines.contains("clips   files            (empty)"))
    #expect(lines.contains("points  list of number   1.5"))
    #expect(lines.contains("mode    choice: a, b     (none)"))
  }

  @Test("a schema that says every kind")
  func schema() async throws {
    guard case .object(let schema) = try JSONValue(parsing: try await params("--schema")),
      case .object(let kinds)? = schema.value("properties")
    else { throw CancellationError() }
    let wanted: [String: String] = [
      "title": #"{"description":"the words","type":"string"}"#,
      "size": #"{"type":"integer","minimum":1,"maximum":9,"default":3}"#,
      "mode": #"{"enum":["a","b"]}"#,
      "clips": #"{"type":"array","items":{"type":"string","format":"uri-reference"},"default":[]}"#,
      "points": #"{"type":"array","items":{"type":"number"},"default":[1.5]}"#,
      "tint": ##"{"type":["string","array"],"default":"#FF0000"}"##,
      "on": #"{"type":"boolean","default":true}"#,
      "at": #"{"type":["number","string"],"default":1}"#,
      "more": #"{"type":["object","array"],"default":{"x":[1]}}"#, "note": #"{"type":"string"}"#,
      "logo": #"{"type":"string","format":"uri-reference"}"#, "part": #"{"type":"number"}"#,
    ]
    for (name, text) in wanted { #expect(kinds.value(name)?.compactText == text) }
    #expect(kinds.count == wanted.count)
    #expect(schema.value("required") == .array([.string("title")]))
  }

  @Test("types for editors, and JSON for forms")
  func types() async throws {
    let types = try await params("--types")
    #expect(types.hasPrefix("---@class MyPromoParams\n"))
    #expect(types.contains("\n---@field mode? \"a\"|\"b\"\n"))
    #expect(types.contains("\n---@field points (number)[]\n"))
    #expect(types.contains("---@field title string  the words"))
    #expect(try await params("--json").contains(#""of": "number""#))
  }

  @Test("a script that fails before it declares anything says why; a clip has none")
  func refused() async throws {
    let folder = try TemporaryFolder()
    try folder.write("bad.lua", "local x = nil\nreturn x.y")
    let bad = try await Program.moonreel(["params", "bad.lua"], in: folder.url)
    #expect(bad.code == 1)
    #expect(bad.errors.contains("bad.lua:2:"))
    let clip = try await Program.moonreel(["params", "clip.mp4"], in: folder.url)
    #expect(clip.code == 2)
    #expect(clip.errors.contains("only scripts have parameters"))
    let both = try await Program.moonreel(
      ["params", "bad.lua", "--json", "--types"], in: folder.url)
    #expect(both.code == 2)
  }
}

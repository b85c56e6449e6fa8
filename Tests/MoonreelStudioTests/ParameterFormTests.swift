// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelStudio

@Suite("parameters for forms")
struct ParameterFormTests {
  private static let script = """
    local mr = require "moonreel"
    local p = mr.params {
      text = { "string", default = "hello", doc = "the big line" },
      size = { "number", default = 2.5, min = 1, max = 9 },
      count = { "integer", required = true },
      loud = { "boolean", default = true },
      ink = { "color", default = "red" },
      mode = { "choice", default = "slow", choices = { "slow", "fast" } },
      start = { "time", default = 1.5 },
      clips = { "files", default = { "a", "b" } },
    }
    return mr.color(p.ink):crop { 0, 0, 8, 8 }
    """

  private func parameters(_ values: [JSONValue.Member]) throws -> [ScriptParameter] {
    var options = ScriptOptions(path: "form.lua", text: Self.script)
    options.values = values
    return try ScriptHost(options: options).run().parameters
  }

  @Test("say what a form needs, and take back what they say")
  func roundTrip() throws {
    let first = try parameters([.init("count", .integer(3)), .init("gone", .bool(true))])
    let texts = Dictionary(
      uniqueKeysWithValues: first.map { ($0.name, $0.json.compactText) })
    #expect(
      texts["size"]
        == #"{"name":"size","kind":"number","required":false,"min":1,"max":9,"default":2.5,"value":2.5,"place":"form.lua:2"}"#
    )
    #expect(
      texts["ink"]
        == ##"{"name":"ink","kind":"color","required":false,"default":"#FF0000","value":"#FF0000","place":"form.lua:2"}"##
    )
    #expect(texts["mode"]?.contains(#""choices":["slow","fast"]"#) == true)
    #expect(texts["clips"]?.contains(#""value":["a","b"]"#) == true)
    #expect(texts["text"]?.contains(#""doc":"the big line""#) == true)
    let values = first.compactMap { parameter in
      parameter.kind == .files
        ? nil : parameter.plainValue.map { JSONValue.Member(parameter.name, $0) }
    }
    #expect(values.count == 7)
    #expect(try parameters(values) == first)
  }

  @Test("presets are kept in files beside the script that --params takes")
  func presets() throws {
    let place = try Place()
    let presets = ParameterPresets(script: place.path("promo.lua"))
    #expect(presets.names.isEmpty)
    let values: [JSONValue.Member] = [.init("count", .integer(4)), .init("text", .string("Grüße"))]
    try presets.write(values, as: "winter 2")
    try presets.write([], as: "Été")
    #expect(presets.names == ["winter 2", "Été"])
    #expect(try presets.read("winter 2") == values)
    var options = ScriptOptions(path: "form.lua", text: Self.script)
    options.paramsFile = place.path("promo.presets/winter 2.json")
    #expect(try ScriptHost(options: options).run().parameters.contains { $0.value == "Grüße" })
    try presets.remove("Été")
    #expect(presets.names == ["winter 2"])
    #expect(throws: MoonreelError.self) { try presets.read("none") }
  }

  @Test(
    "names that lead elsewhere are refused",
    arguments: [
      "", "../x", "a/b", ".hidden", "a\u{0}b", "-x", " x", "a.json",
      String(repeating: "x", count: 65),
    ])
  func names(_ name: String) throws {
    let place = try Place()
    let presets = ParameterPresets(script: place.path("promo.lua"))
    #expect(throws: MoonreelError.self) { try presets.write([], as: name) }
    #expect(throws: MoonreelError.self) { try presets.read(name) }
    #expect(throws: MoonreelError.self) { try presets.remove(name) }
  }
}

// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import Testing

/// Functions that a program gives to its scripts.
@Suite struct HostFunctionTests {
  /// What a script prints that has the module `host` with a function that gives back what it gets.
  private func printed(_ text: String) -> [String] {
    Runs.output("local host = require 'host'\n" + text) { options in
      options.modules["host"] = [
        HostFunction("same", ["value?"]) { $0[0] },
        HostFunction("json", ["value"]) { .string($0[0].compactText) },
        HostFunction("wide", picture: "image", ["by?"]) { image, values in
          .number((image.extent?.size.width ?? -1) * (values[0].double ?? 1))
        },
        HostFunction("fail") { _ in throw MoonreelError(.invalidArgument, "the till is empty") },
      ]
    }
  }

  @Test(arguments: [
    (
      "print(host.same(2.5), host.same(7), host.same 'x', host.same(true), host.same())",
      "2.5\t7\tx\ttrue\tnil"
    ),
    ("print(math.type(host.same(7)), math.type(host.same(7.0)))", "integer\tfloat"),
    ("print(host.json { 1, { a = 'b', c = { false } } })", #"[1,{"a":"b","c":[false]}]"#),
    ("local t = host.same { x = { 3, 4 } } print(t.x[2], #t.x)", "4\t2"),
    ("print(require 'host' == host)", "true"),
    (
      "local mr = require 'moonreel' local red = mr.color 'red' print(host.wide(red:crop { 0, 0, 8, 4 }, 2), host.wide(red))",
      "16.0\t-1.0"
    ),
  ])
  func valuesGoThere(_ script: String, _ line: String) {
    #expect(printed(script) == [line])
  }

  @Test(arguments: [
    (
      "host.json(print)",
      "bad 'value' of host.json: expected numbers, text, true or false, or a table of these"
    ),
    ("host.json { 1, a = 2 }", "expected a list without gaps, or a table with names alone"),
    ("host.json { x = { print } }", "bad item 1 of 'x' in 'value' of host.json"),
    ("host.json()", "bad 'value' of host.json: expected a value"),
    ("local t = {} t.t = t host.json(t)", "expected tables at most 32 deep in one another"),
    ("host.wide(3)", "bad 'image' of host.wide: expected an image, got 3"),
    ("host.fail()", "test.lua:2: the till is empty"),
    ("host.jsn(1)", "unknown name 'jsn' in host (did you mean 'json'?)"),
  ])
  func mistakesAreTold(_ script: String, _ sentence: String) {
    let lines = printed(script)
    #expect(lines.last?.contains(sentence) == true, "\(lines)")
  }

  @Test func theGuidesScriptIsRendered() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let guide = try String(
      contentsOfFile: StubTests.root + "/docs/guides/swift.md", encoding: .utf8)
    let start = try #require(guide.firstRange(of: "```lua host\n")).upperBound
    let end = try #require(guide[start...].firstRange(of: "```")).lowerBound
    let script = folder.appendingPathComponent("film.lua")
    try String(guide[start..<end]).replacing("1280, 720", with: "64, 36")
      .write(to: script, atomically: true, encoding: .utf8)
    let summary = try await exportPriceFilm(
      script: script.path, prices: ["apples": 2.5],
      to: folder.appendingPathComponent("film.mp4").path)
    #expect(summary.frames == 75)
    await #expect {
      try await exportPriceFilm(
        script: script.path, prices: ["pears": 1],
        to: folder.appendingPathComponent("other.mp4").path)
    } throws: { error in
      "\(error)".contains("film.lua:5: shop.price knows no such article; it knows [\"pears\"]")
    }
  }
}

// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// `moonreel stubs`, and what a language server makes of it.
@Suite("Editors", .serialized)
struct EditorTests {
  @Test("stubs and settings are written, and settings of one's own are kept")
  func writing() async throws {
    let folder = try TemporaryFolder()
    let first = try await Program.moonreel(["stubs", folder.path("new/scripts")])
    #expect(first.code == 0 && first.errors.isEmpty, "\(first.errors)")
    let settings = folder.text("new/scripts/.luarc.json")
    let read = try JSONSerialization.jsonObject(with: Data(settings.utf8)) as? [String: Any]
    #expect(read?["workspace.library"] as? [String] == ["moonreel-stubs"])
    #expect(folder.text("new/scripts/moonreel-stubs/moonreel.lua").contains("return mr"))

    try folder.write("new/scripts/.luarc.json", "{}")
    try folder.write("new/scripts/moonreel-stubs/moonreel.lua", "old")
    let second = try await Program.moonreel(["stubs", folder.path("new/scripts")])
    #expect(second.code == 0 && second.errors.contains("workspace.library"))
    #expect(folder.text("new/scripts/.luarc.json") == "{}")
    #expect(folder.text("new/scripts/moonreel-stubs/moonreel.lua") != "old")

    try folder.write("file", "")
    let third = try await Program.moonreel(["stubs", folder.path("file")])
    #expect(third.code == moonreel.ExitStatus.file.rawValue)
    #expect(third.errors.hasPrefix("error: Cannot write into '"), "\(third.errors)")
  }

  @Test(
    "a language server finds mistakes, and none in the examples",
    .enabled(
      if: LanguageServer.program != nil,
      "emmylua_ls is missing: no language server reads the stubs"))
  func languageServer() async throws {
    let folder = try TemporaryFolder()
    #expect(try await Program.moonreel(["stubs", folder.path("")]).code == 0)
    var paths = [
      try folder.write(
        "wrong.lua",
        """
        local mr = require "moonreel"
        local fx, ease = require "moonreel.effects", require "moonreel.ease"
        local show = mr.composition { size = { 64, 36 }, fps = 25 }
        show:ad { source = mr.color "red" }
        local layer = show:add { source = mr.source.tset_card { size = { 64, 36 } }, duration = 1 }
        print(layer, fx.vignete {}, fx.vignette { strength = "much" })
        return show, ease.in_out_sin
        """)
    ]
    for (name, text) in Self.scripts { paths.append(try folder.write(name, text)) }
    var server = try await LanguageServer(folder)
    defer { server.end() }
    let findings = try await server.findings(in: paths)
    let wrong = findings.filter { $0.file == "wrong.lua" }
    #expect(
      wrong.map { "\($0.line) \($0.code)" }.sorted() == [
        "4 undefined-field", "5 undefined-field", "6 param-type-mismatch", "6 undefined-field",
        "7 undefined-field",
      ], "\(wrong)")
    // A compositor's frame is nil in a gap, as the server says; the documents' scripts have no gaps.
    let others = findings.filter { finding in
      finding.file != "wrong.lua" && !finding.message.contains("`moonreel.Image?`")
        && !finding.message.contains("`shop`")  // a module of the program in docs/guides/swift.md
    }
    #expect(others.isEmpty, "\(others)")

    for (index, (text, wanted)) in Self.completed.enumerated() {
      // Editors close the brackets that are opened.
      let end = text.hasSuffix("{ ") ? "}\n" : ""
      let path = try folder.write("completed_\(index).lua", Self.head + text + end)
      var offered = try await server.completions(in: path, behind: Self.head + text)
      if offered.isEmpty {  // The stubs are judged here, not a server that fell silent.
        server.end()
        server = try await LanguageServer(folder)
        _ = try await server.findings(in: [path])
        offered = try await server.completions(in: path, behind: Self.head + text)
      }
      #expect(offered.isSuperset(of: wanted), "\(text) lacks \(wanted.subtracting(offered))")
    }
  }

  /// The scripts of the documents: those in `docs/examples` and every block of Lua, the cookbook's among them.
  private static let scripts: [(name: String, text: String)] = {
    let examples = Documents.files("docs/examples", suffix: ".lua").map { ($0, Documents.text($0)) }
    let blocks = (Documents.blocks("lua") + Documents.blocks("lua module"))
      .map { ("\($0.file)_\($0.line).lua", $0.text) }
    return (examples + blocks).map { ($0.0.replacing("/", with: "_"), $0.1) }
  }()

  private static let head = """
    local mr = require "moonreel"
    local fx, tr = require "moonreel.effects", require "moonreel.transitions"
    local titles, ease = require "moonreel.titles", require "moonreel.ease"
    local show = mr.composition { size = { 64, 36 }, fps = 25 }
    local asset = mr.asset "a.mp4"

    """

  /// What is written last in a script, and names that must be offered after it.
  private static let completed: [(text: String, wanted: Set<String>)] = {
    func entries(_ kind: String) -> Set<String> { Set(GalleryTests.entries(kind)) }
    return [
      ("mr.", Set(Self.functions)), ("fx.", entries("effects")), ("tr.", entries("transitions")),
      ("titles.", entries("titles")), ("ease.", ["in_out_sine", "out_bounce", "spring"]),
      ("show:", ["add", "sequence", "transition"]), ("asset.", ["tracks", "duration"]),
      ("fx.vignette { ", ["strength", "color", "radius", "softness"]),
      ("mr.text { ", ["text", "font", "size", "fill", "stroke", "shadow", "width"]),
      ("show:add { ", ["source", "at", "duration", "opacity", "blend", "effects"]),
    ]
  }()

  /// The functions of `mr` by their stubs.
  private static let functions: [String] = {
    let stubs = Documents.files("stdlib/meta", suffix: ".lua").map { Documents.text($0) }.joined()
    return stubs.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("function mr.") else { return nil }
      let name = line.dropFirst("function mr.".count).prefix { $0 != "(" }
      return name.contains(".") ? nil : String(name)
    }
  }()
}

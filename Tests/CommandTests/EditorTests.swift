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
    #expect(third.errors.hasPrefix("error: Cannot make the folder '"), "\(third.errors)")
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
    for file in Documents.files("docs/examples", suffix: ".lua") {
      let name = file.replacing("/", with: "_")
      paths.append(try folder.write(name, Documents.text(file)))
    }
    let server = try LanguageServer(folder)
    defer { server.end() }
    let findings = try await server.findings(in: paths)
    let wrong = findings.filter { $0.file == "wrong.lua" }
    #expect(
      wrong.map { "\($0.line) \($0.code)" }.sorted() == [
        "4 undefined-field", "5 undefined-field", "6 param-type-mismatch", "6 undefined-field",
        "7 undefined-field",
      ], "\(wrong)")
    // Where a value may be nil is more than a script that is run once needs to ask.
    let others = findings.filter { finding in
      finding.file != "wrong.lua" && finding.code != "need-check-nil"
        && !finding.message.contains("?`") && !finding.file.hasSuffix("writing.lua")
    }
    #expect(others.isEmpty, "\(others)")
  }
}

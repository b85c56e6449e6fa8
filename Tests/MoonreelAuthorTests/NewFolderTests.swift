// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// What `moonreel new` writes, and that it writes all of it or nothing.
@Suite struct NewFolderTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test(arguments: NewKind.allCases) func everyKindHasItsFiles(kind: NewKind) throws {
    let files = try NewFolder(kind: kind, path: "x/Soft-glow").files()
    let wanted =
      kind.isPackage
      ? [
        "init.lua", "init_test.lua", "example.lua", "moonreel.lua", "soft-glow-0.1.0-1.rockspec",
        "README.md", ".luarc.json", "moonreel-stubs/moonreel.lua",
      ]
      : [
        "film.lua", "film_test.lua", "film.json", "README.md", ".luarc.json",
        "moonreel-stubs/moonreel.lua",
      ]
    for name in wanted { #expect(files[name] != nil, "\(name)") }
    guard let text = files["moonreel.lua"] else { return }
    let manifest = try PackageManifest(text: text, file: "moonreel.lua")
    #expect(manifest.name == "Soft-glow" && manifest.entries == ["Soft-glow"])
    #expect(manifest.host?.allows(.moonreel) == true)
    for asset in manifest.assets { #expect(files.keys.contains { $0.hasPrefix("\(asset)/") }) }
  }

  @Test func aTreeIsWrittenAsAWhole() throws {
    try inFolder { folder in
      let tree = FileTree(files: ["a.txt": "a", "b/c/d.txt": "d"], folders: ["e/f"])
      try tree.write(to: "\(folder)/deep/tree")
      #expect(try TextFile.read("\(folder)/deep/tree/b/c/d.txt") == "d")
      #expect(Folder.exists("\(folder)/deep/tree/e/f"))
      #expect(Folder.names(in: "\(folder)/deep") == ["tree"])

      // Something is there, and some of the new cannot be written.
      let again = #expect(throws: MoonreelError.self) { try tree.write(to: "\(folder)/deep/tree") }
      #expect(again?.code == .fileAccess)
      let bad = FileTree(files: [
        "a/b.txt": "", "a": "", "\(String(repeating: "x", count: 300))": "",
      ])
      #expect(throws: MoonreelError.self) { try bad.write(to: "\(folder)/deep/bad") }
      #expect(Folder.names(in: "\(folder)/deep") == ["tree"])
    }
  }
}

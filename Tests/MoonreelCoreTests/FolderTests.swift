// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MoonreelCore

/// Folders that are listed and made.
@Suite struct FolderTests {
  private let root = FileManager.default.temporaryDirectory.path + "/folders-\(UUID().uuidString)"

  @Test func foldersAreMadeAsFarAsTheyAreMissing() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try Folder.make(root + "//a/b/", permissions: 0o700)
    try Folder.make(root + "/a/b", permissions: 0o700)
    #expect(Folder.names(in: root) == ["a"])
    let attributes = try FileManager.default.attributesOfItem(atPath: root + "/a/b")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try Data().write(to: URL(fileURLWithPath: root + "/file"))
    let failure = #expect(throws: Folder.Failure.self) {
      try Folder.make(root + "/file/c/d", permissions: 0o700)
    }
    #expect(failure?.folder == root + "/file/c")
    #expect(failure?.code == ENOTDIR)
  }

  @Test func namesAreListedAsFarAsTheyAreWanted() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try Folder.make(root, permissions: 0o700)
    for name in ["a.lua", "b.lua", "c.txt", ".hidden"] {
      try Data().write(to: URL(fileURLWithPath: "\(root)/\(name)"))
    }
    #expect(Folder.names(in: root).sorted() == [".hidden", "a.lua", "b.lua", "c.txt"])
    #expect(Folder.names(in: root) { $0.hasSuffix(".lua") }.sorted() == ["a.lua", "b.lua"])
    #expect(Folder.names(in: root, atMost: 1) { $0.hasSuffix(".lua") }.count == 1)
    #expect(Folder.names(in: root + "/none").isEmpty)
  }

  @Test func onePlaceHasManyNames() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try Folder.make(root, permissions: 0o700)
    for name in ["a", "b"] { try Data().write(to: URL(fileURLWithPath: "\(root)/\(name)")) }
    try FileManager.default.createSymbolicLink(atPath: root + "/c", withDestinationPath: "a")
    func place(_ name: String) -> FilePlace {
      var status = stat()
      stat("\(root)/\(name)", &status)
      return FilePlace(status)
    }
    #expect(place("a") == place("c") && place("a") != place("b"))
  }
}

// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Places below a folder that was named, whose names were made: `named/sub/file`.
@Suite("Places whose names are made")
struct MadePlaceTests {
  private let folder = TestFolder()
  private let other = TestFolder()

  private var gate: FileGate { FileGate.unrestricted.making(below: folder.file("named")) }

  private func write(_ path: String) throws {
    let file = try AtomicOutputFile(path: path, gate: gate)
    try file.write(Array("new".utf8))
    try file.commit()
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: target)
  }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("named/sub"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: other.file("mine")))
  }

  @Test("a file is made and replaced, also where the folder that was named is a link")
  func plain() throws {
    for _ in 0..<2 { try write(folder.file("named/sub/file")) }
    try link("shortcut", to: folder.file("named"))
    let gate = FileGate.unrestricted.making(below: folder.file("shortcut"))
    let file = try AtomicOutputFile(path: folder.file("shortcut/sub/other"), gate: gate)
    try file.commit()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("named/sub"))
    #expect(names.sorted() == ["file", "other"])
  }

  @Test(
    "a link in the file's place, or on the way, is refused by its name",
    arguments: [("named/sub/file", true), ("named/sub/file", false), ("named/way/file", true)])
  func links(path: String, leadsSomewhere: Bool) throws {
    let isFile = path.hasPrefix("named/sub")
    let planted = isFile ? path : "named/way"
    let target = other.file(isFile ? (leadsSomewhere ? "mine" : "nothing") : ".")
    try link(planted, to: target)
    let expected = try #require(throws: MoonreelError.self) { try write(folder.file(path)) }
    #expect(expected.code == .fileAccess && expected.message.contains("is a symbolic link"))
    #expect(expected.message.contains(isFile ? "it is" : "way' is"), "\(expected.message)")
    #expect(other.names == ["mine"])
    #expect(throws: MoonreelError.self) {
      try MadePlace(folder.file(path), below: folder.file("named")).prepare()
    }
    #expect(other.names == ["mine"])
  }

  @Test("a folder that is swapped for a link while a file is written leads the file nowhere else")
  func swapped() throws {
    let file = try AtomicOutputFile(path: folder.file("named/sub/file"), gate: gate)
    try file.write(Array("new".utf8))
    try FileManager.default.moveItem(
      atPath: folder.file("named/sub"), toPath: folder.file("named/aside"))
    try link("named/sub", to: other.file("."))
    try file.commit()
    #expect(other.names == ["mine"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("named/aside"))
    #expect(names == ["file"])
  }

  @Test("removing follows no link either")
  func removing() throws {
    try link("named/way", to: other.file("."))
    let place = try MadePlace(folder.file("named/way/mine"), below: folder.file("named"))
    #expect(throws: MoonreelError.self) { try place.remove() }
    Folder.remove(folder.file("named"))
    #expect(other.names == ["mine"])
  }

  @Test(
    "what does not lie below the named folder by its name has its own folder in its place",
    arguments: [
      ("out", "out/7.mp4", ["7.mp4"]), ("out/", "out//7.mp4", ["7.mp4"]),
      (".", "a/./b.png", ["a", "b.png"]), (".", "../b.png", nil), ("out", "outer/7.mp4", nil),
      ("out", "out/../7.mp4", nil), ("/", "/7.mp4", ["7.mp4"]), (".", "/7.mp4", nil),
    ] as [(String, String, [String]?)])
  func parts(folder: String, path: String, parts: [String]?) {
    #expect(MadePlace.parts(of: path, below: folder) == parts)
  }
}

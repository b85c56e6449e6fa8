// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

@Suite("Atomic output") struct AtomicOutputTests {
  private let folder = TestFolder()

  private func write(_ text: String, to path: String) throws {
    let file = try AtomicOutputFile(path: path, gate: .unrestricted)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  private func read(_ name: String) -> String? {
    try? String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test("nothing appears before the commit, and nothing else after it")
  func appearsAtOnce() throws {
    let file = try AtomicOutputFile(path: folder.file("a"), gate: .unrestricted)
    try file.write(Array("new".utf8))
    #expect(read("a") == nil)
    #expect(folder.names.count == 1)
    try file.commit()
    #expect(read("a") == "new")
    #expect(folder.names == ["a"])
  }

  @Test("an abandoned file leaves the old one as it was")
  func abandoned() throws {
    try write("old", to: folder.file("a"))
    do {
      let file = try AtomicOutputFile(path: folder.file("a"), gate: .unrestricted)
      try file.write(Array("new".utf8))
    }
    #expect(read("a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test("bytes can be written over, as muxers do")
  func seeks() throws {
    let file = try AtomicOutputFile(path: folder.file("a"), gate: .unrestricted)
    try file.write(Array("xxcd".utf8))
    try file.seek(to: 0)
    try file.write(Array("ab".utf8))
    #expect(file.byteCount == 4)
    try file.commit()
    #expect(read("a") == "abcd")
  }

  @Test("permissions of the old file are kept")
  func permissions() throws {
    try write("old", to: folder.file("a"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.file("a"))
    try write("new", to: folder.file("a"))
    let found = try FileManager.default.attributesOfItem(atPath: folder.file("a"))
    #expect(found[.posixPermissions] as? Int == 0o640)
  }

  @Test("a link stays and what it points to is replaced", arguments: ["there", "missing"])
  func links(_ target: String) throws {
    if target == "there" { try write("old", to: folder.file(target)) }
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try write("new", to: link)
    #expect(read(target) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(folder.names == ["link", target].sorted())
  }

  @Test("links in a circle are an error")
  func circle() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("a"), withDestinationPath: folder.file("b"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("b"), withDestinationPath: folder.file("a"))
    #expect(throws: MoonreelError.self) { try write("x", to: folder.file("a")) }
  }

  @Test("what dead processes left is removed, what living ones write is not")
  func stale() throws {
    let living = try AtomicOutputFile(path: folder.file("living"), gate: .unrestricted)
    let dead = folder.file(".out.mp4.moonreel-99-abc.part")
    try Data([1]).write(to: URL(fileURLWithPath: dead))
    let deadFolder = folder.file(".frames.moonreel-99-abc.part")
    try FileManager.default.createDirectory(atPath: deadFolder, withIntermediateDirectories: false)
    try Data([1]).write(to: URL(fileURLWithPath: deadFolder + "/frame_0001.png"))
    try Data([1]).write(to: URL(fileURLWithPath: folder.file(".keep.part")))
    try write("x", to: folder.file("a"))
    #expect(folder.names.count == 5, "those of other targets stay")
    for name in ["out.mp4", "frames"] { try write("x", to: folder.file(name)) }
    let left = folder.names
    #expect(left.count == 5, "\(left)")
    #expect(Set(left).isSuperset(of: ["a", ".keep.part", "out.mp4", "frames"]))
    try living.write([65])
    try living.commit()
    #expect(read("living") == "A")
  }

  @Test("a long name is written under its own name")
  func longName() throws {
    let name = String(repeating: "n", count: 240) + ".mp4"
    try write("x", to: folder.file(name))
    #expect(folder.names == [name])
  }

  @Test("a process that is killed leaves the old file as it was, and the next one cleans up")
  func killed() throws {
    try write("old", to: folder.file("a"))
    // A partial file of a process that no longer holds its lock is what a kill leaves.
    let file = try AtomicOutputFile(path: folder.file("a"), gate: .unrestricted)
    try file.write(Array("half".utf8))
    let partial = try #require(file.partialPath)
    let copy = folder.file(".a.moonreel-1-1.part")
    try FileManager.default.copyItem(atPath: partial, toPath: copy)
    file.discard()
    #expect(read("a") == "old")
    try write("new", to: folder.file("a"))
    #expect(read("a") == "new")
    #expect(folder.names == ["a"])
  }

  @Test("FIFOs take the bytes as they come")
  func fifo() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "cat '\(pipe)' > '\(folder.file("got"))'"]
    try reader.run()
    try write("through", to: pipe)
    reader.waitUntilExit()
    #expect(read("got") == "through")
  }

  @Test("a closed pipe is an error, not a signal")
  func closedPipe() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    let file = try AtomicOutputFile(path: pipe, gate: .unrestricted)
    close(reader)
    #expect(throws: MoonreelError.self) { try file.write([1]) }
  }

  @Test("the gate is asked, behind links too")
  func gate() throws {
    for name in ["in", "out"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("in/link"), withDestinationPath: "../out/a")
    let gate = FileGate(folders: [folder.file("in")])
    let inside = try AtomicOutputFile(path: folder.file("in/a"), gate: gate)
    try inside.commit()
    for path in ["out/a", "in/../out/a", "in/link"] {
      let error = #expect(throws: MoonreelError.self) {
        _ = try AtomicOutputFile(path: folder.file(path), gate: gate)
      }
      #expect(error?.code == .accessDenied)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).isEmpty)
  }

  @Test("devices: /dev/null takes everything, /dev/full says why not")
  func devices() throws {
    try write("x", to: "/dev/null")
    let error = #expect(throws: MoonreelError.self) { try write("x", to: "/dev/full") }
    #expect(error?.message.contains("no space is left") == true)
  }

  @Test(
    "what cannot be written is named",
    arguments: [
      ("missing/out.mp4", "does not exist"), ("file/out.mp4", "not a folder"),
      ("folder", "is a folder"),
      ("folder/", "is a folder"), ("new/", "is a folder"), ("", "without a name"),
    ])
  func faults(_ name: String, _ sentence: String) throws {
    try write("x", to: folder.file("file"))
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: false)
    let path = name.isEmpty ? "" : folder.file(name)
    let error = #expect(throws: MoonreelError.self) { try write("x", to: path) }
    #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    #expect(folder.names == ["file", "folder"])
  }
}

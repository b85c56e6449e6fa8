// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What passes the gate, by path and by address.
struct FileGateTests {
  @Test func foldersAreComparedAfterFollowingLinks() throws {
    let folder = try TemporaryFolder()
    let inside = try folder.write("x", to: "inside.txt")
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
    let gate = FileGate(folders: [folder.path])
    #expect(try gate.resolve(inside).hasSuffix("/inside.txt"))
    #expect(gate.allows(url: folder.file("new.mp4")), "a file that does not exist yet")
    for path in [link, "/etc/passwd", folder.file("../escape"), folder.file("a/../../b"), "/"] {
      let error = #expect(throws: MoonreelError.self) { try gate.resolve(path) }
      #expect(error?.code == .accessDenied, "'\(path)'")
    }
  }

  @Test func aNeighbourWithTheSameBeginningIsOutside() throws {
    let folder = try TemporaryFolder()
    for name in ["clips", "clips-secret"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    let gate = FileGate(folders: [folder.file("clips")])
    #expect(gate.allows(url: folder.file("clips/a.mp4")))
    #expect(!gate.allows(url: folder.file("clips-secret/a.mp4")))
  }

  @Test(
    arguments: [
      ("http://media.example/a.mp4", true), ("https://MEDIA.example:8080/a", true),
      ("http://user@media.example/", false), ("http://media.example@evil.example/", false),
      ("http://evil.example/?media.example", false), ("http://media.example.evil.example/", false),
      ("https://evil.example/", false), ("ftp://media.example/", false),
      ("concat:/etc/passwd|/etc/group", false), ("data:text/plain,hello", false),
      ("subfile,,start,0,end,9,,:/etc/passwd", false), ("crypto+file:/etc/passwd", false),
      ("pipe:0", false), ("tcp://media.example:80", false), ("http:media.example", false),
    ])
  func addressesAreComparedByHost(url: String, isAllowed: Bool) {
    let gate = FileGate(folders: [], hosts: ["media.example"])
    #expect(gate.allows(url: url) == isAllowed, "'\(url)'")
  }
}

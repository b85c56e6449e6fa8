// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MoonreelStudio

@Suite("a watch of files")
struct FileWatchTests {
  /// A way in which programs save a file.
  enum Saving: String, CaseIterable, Sendable {
    case overwriting, truncating, renaming, backingUp, removingFirst

    func save(_ text: String, _ path: String) throws {
      let bytes = Array(text.utf8)
      switch self {
      case .overwriting:
        let file = try #require(fopen(path, "r+"))
        fwrite(bytes, 1, bytes.count, file)
        ftruncate(fileno(file), bytes.count)
        fclose(file)
      case .truncating: try Data(bytes).write(to: URL(fileURLWithPath: path))
      case .renaming:
        try Data(bytes).write(to: URL(fileURLWithPath: path + ".new"))
        rename(path + ".new", path)
      case .backingUp:
        rename(path, path + "~")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      case .removingFirst:
        unlink(path)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      }
    }
  }

  @Test("tells of a save, however it is made, once", arguments: Saving.allCases)
  func saves(_ saving: Saving) async throws {
    let place = try Place()
    let files = [try place.write("a.lua", "one"), try place.write("b.lua", "two")]
    let changes = try Changes(files)
    try saving.save("other", files[0])
    #expect(await changes.next() == ["a.lua"])
    try saving.save("another", files[1])
    #expect(await changes.next() == ["b.lua"])
  }

  @Test("what is saved as it was is no change")
  func sameContent() async throws {
    let place = try Place()
    let files = [try place.write("a.lua", "one"), try place.write("b.lua", "two")]
    let changes = try Changes(files)
    for saving in Saving.allCases { try saving.save("one", files[0]) }
    // Nothing else is told before the end of the test than this.
    try Saving.renaming.save("other", files[1])
    #expect(await changes.next() == ["b.lua"])
  }

  @Test("large files are known by place, size and time")
  func largeFiles() async throws {
    let place = try Place()
    let large = String(repeating: "x", count: 3 << 20)
    let files = [try place.write("clip.mp4", large), try place.write("b.lua", "two")]
    let changes = try Changes(files)
    chmod(files[0], 0o600)
    try Saving.truncating.save("three", files[1])
    #expect(await changes.next() == ["b.lua"])
    try Saving.renaming.save(large + "y", files[0])
    #expect(await changes.next() == ["clip.mp4"])
  }

  @Test("a missing file is told when it comes, a removed one when it stays away")
  func missing() async throws {
    let place = try Place()
    let path = place.path("later.lua")
    let changes = try Changes([path])
    try Saving.truncating.save("here", path)
    #expect(await changes.next() == ["later.lua"])
    unlink(path)
    #expect(await changes.next() == ["later.lua"])
    try Saving.truncating.save("here", path)
    #expect(await changes.next() == ["later.lua"])
  }

  @Test("folders may be removed, restored and exchanged, also those above")
  func folders() async throws {
    let place = try Place()
    let file = try place.write("deep/er/a.lua", "one")
    let changes = try Changes([file])
    try FileManager.default.removeItem(atPath: place.path("deep"))
    #expect(await changes.next() == ["a.lua"])
    try place.write("deep/er/a.lua", "one")
    #expect(await changes.next() == ["a.lua"])
    try Saving.renaming.save("two", file)
    #expect(await changes.next() == ["a.lua"])
    try place.write("other/er/a.lua", "three")
    rename(place.path("deep"), place.path("old"))
    rename(place.path("other"), place.path("deep"))
    #expect(await changes.next() == ["a.lua"])
    try Saving.truncating.save("four", file)
    #expect(await changes.next() == ["a.lua"])
  }

  @Test("links are followed: what they lead to, and where")
  func links() async throws {
    let place = try Place()
    let real = try place.write("real/a.lua", "one")
    try place.write("other/a.lua", "two")
    symlink("real", place.path("link"))
    let changes = try Changes([place.path("link/a.lua")])
    try Saving.renaming.save("three", real)
    #expect(await changes.next() == ["a.lua"])
    symlink("other", place.path("link.new"))
    rename(place.path("link.new"), place.path("link"))
    #expect(await changes.next() == ["a.lua"])
    try Saving.truncating.save("four", place.path("other/a.lua"))
    #expect(await changes.next() == ["a.lua"])
  }

  @Test("a file that was changed between its reading and the watching is told")
  func changedBefore() async throws {
    let place = try Place()
    let file = try place.write("a.lua", "one")
    let identity = FileFingerprint.identity(of: file)
    try Saving.renaming.save("two", file)
    let changes = try Changes([])
    changes.watch.watch([.init(path: file, role: .script, identity: identity)])
    #expect(await changes.next() == ["a.lua"])
  }

  @Test("what is watched may change, and nothing is told after the end")
  func watchingOthers() async throws {
    let place = try Place()
    let files = [try place.write("a.lua", "one"), try place.write("b.lua", "two")]
    let changes = try Changes([files[0]])
    changes.watch.watch([files[1]])
    try Saving.renaming.save("other", files[0])
    try Saving.renaming.save("other", files[1])
    #expect(await changes.next() == ["b.lua"])
    changes.watch.stop()
    try Saving.renaming.save("third", files[1])
    let after = try Changes([files[0]])
    try Saving.renaming.save("third", files[0])
    #expect(await after.next() == ["a.lua"])
    #expect(changes.count == 1)
  }

  @Test("the folders of a path, with those of its links")
  func places() {
    let places = WatchedPlaces(["/a/b/c.lua", "/a/d.lua"])
    #expect(places.names == ["/a/b": ["c.lua"], "/a": ["b", "d.lua"], "/": ["a"]])
    #expect(WatchedPlaces.absolute("../x/./y", in: "/a/b") == "/a/x/y")
    let many = WatchedPlaces((0...WatchedPlaces.mostFolders).map { "/\($0)/f" })
    #expect(many.isCut && many.names.count == WatchedPlaces.mostFolders)
  }
}

/// What a watch tells, one after the other.
final class Changes: Sendable {
  let watch: FileWatch
  private let stream: AsyncStream<Set<String>>
  private let told: Counter

  final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
  }

  /// A watch of `files` that has begun.
  init(_ files: [String]) throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Set<String>.self)
    let told = Counter()
    (self.stream, self.told) = (stream, told)
    watch = try FileWatch { changed in
      told.add()
      continuation.yield(Set(changed.map { URL(fileURLWithPath: $0).lastPathComponent }))
    }
    watch.watch(files)
  }

  var count: Int { told.count }

  /// The names of the files that are told next.
  func next() async -> Set<String>? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }
}

/// A folder for one test, removed with it.
final class Place: Sendable {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "moonreel-studio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}

// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Files of servers, block by block: what goes over the wire, and what is kept.
struct RemoteFileTests {
  /// Bytes of two whole blocks and a part.
  private static let bytes = RemoteTrial.bytes(9_000_000)

  @Test func everyByteComesOnceAndThenNeverAgain() throws {
    let server = try FaultyServer { _ in .file(Self.bytes) }
    let folder = try TemporaryFolder()
    let cold = RemoteTrial(server, folder: folder)
    #expect(try cold.readAll() == Self.bytes)
    #expect(server.sentBytes == Self.bytes.count && server.requests.count == 3)
    let again = try cold.readAll()
    #expect(again == Self.bytes && server.requests.count == 3, "one run opens a file once")
    #expect(try RemoteTrial(server, folder: folder).readAll() == Self.bytes)
    #expect(server.sentBytes == Self.bytes.count, "nothing comes twice")
    #expect(server.requests.count == 4 && server.requests[3].field("if-none-match") == "\"1\"")
  }

  @Test func aByteMovesItsBlockAlone() throws {
    let server = try FaultyServer { _ in .file(Self.bytes) }
    let trial = RemoteTrial(server)
    #expect(try trial.read(8_999_999..<9_000_000) == Self.bytes[8_999_999...])
    #expect(server.sentBytes == (4 << 20) + 9_000_000 - (8 << 20))
    #expect(try trial.read((4 << 20) - 1..<(4 << 20) + 1).count == 2)
    #expect(server.sentBytes == Self.bytes.count)
  }

  @Test func threadsAndProcessesShareABlock() async throws {
    let server = try FaultyServer { _ in .file(Self.bytes) }
    let folder = try TemporaryFolder()
    // Each has a store of its own, as processes have.
    let trials = (0..<3).map { _ in RemoteTrial(server, folder: folder) }
    try await withThrowingTaskGroup(of: Data.self) { group in
      for trial in trials { for _ in 0..<2 { group.addTask { try trial.readAll() } } }
      for try await data in group { #expect(data == Self.bytes) }
    }
    let later = server.requests.compactMap(\.range).filter { $0.first > 0 }.map(\.first)
    #expect(later.sorted() == [4 << 20, 8 << 20], "blocks behind the first are asked for once")
  }

  /// What tells two states of a file apart.
  private static let marks: [[String?]] = [
    ["\"1\"", nil, "\"2\"", nil],
    [nil, "Mon, 01 Jan 2024 00:00:00 GMT", nil, "Tue, 02 Jan 2024 00:00:00 GMT"],
  ]

  @Test(arguments: marks) func whatWasChangedIsReadAnew(marks: [String?]) throws {
    let (old, new) = (RemoteTrial.bytes(5_000_000), RemoteTrial.bytes(5_000_000, seed: 7))
    let isChanged = Locked(false)
    let server = try FaultyServer { _ in
      isChanged.withLock { $0 }
        ? .file(new, tag: marks[2], modified: marks[3])
        : .file(old, tag: marks[0], modified: marks[1])
    }
    let folder = try TemporaryFolder()
    #expect(try RemoteTrial(server, folder: folder).readAll() == old)
    isChanged.withLock { $0 = true }
    let later = RemoteTrial(server, folder: folder)
    #expect(try later.readAll() == new)
    #expect(later.warnings.contains { $0.contains("was changed on the server since") })
  }

  @Test func statesAreNeverMixed() throws {
    let server = try FaultyServer { request in
      .file(Self.bytes, tag: (request.range?.first ?? 0) == 0 ? "\"1\"" : "\"2\"")
    }
    let error = #expect(throws: MoonreelError.self) { try RemoteTrial(server).readAll() }
    #expect(
      error?.message.contains(
        "changed on the server while it was being read (its ETag was \"1\" and is \"2\")") == true)
  }

  @Test func withoutMarksNothingIsKeptForLater() throws {
    let server = try FaultyServer { _ in .file(Self.bytes, tag: nil) }
    let folder = try TemporaryFolder()
    for round in 1...2 {
      #expect(try RemoteTrial(server, folder: folder).readAll() == Self.bytes)
      #expect(server.sentBytes == round * Self.bytes.count)
    }
  }

  @Test(arguments: [false, true])
  func whatComesAsAWholeIsKept(isLong: Bool) throws {
    let server = try FaultyServer { _ in .whole(Self.bytes, isLong: isLong) }
    let folder = try TemporaryFolder()
    let trial = RemoteTrial(server, folder: folder)
    #expect(try trial.readAll() == Self.bytes)
    #expect(server.sentBytes == Self.bytes.count && server.requests.count == 1)
  }

  @Test func whatComesAsAWholeIsBounded() throws {
    let server = try FaultyServer { _ in .whole(Self.bytes, isLong: true) }
    let folder = try TemporaryFolder()
    var settings = RemoteFiles.Settings(folder: folder.path)
    settings.limit = 32 << 20
    let trial = RemoteTrial(server, settings)
    #expect(try trial.readAll().count == Self.bytes.count)
    settings.limit = 8 << 20
    Folder.remove(folder.path)
    let error = #expect(throws: MoonreelError.self) { try RemoteTrial(server, settings).readAll() }
    #expect(error?.code == .limitExceeded, "\(String(describing: error))")
    #expect(error?.message.contains("more than the 4 MiB that can be kept of one") == true)
  }

  @Test func whatIsLongestUnusedGoes() throws {
    let server = try FaultyServer { _ in .file(Self.bytes) }
    let folder = try TemporaryFolder()
    var settings = RemoteFiles.Settings(folder: folder.path)
    settings.limit = 5 << 20
    #expect(try RemoteTrial(server, settings).readAll() == Self.bytes)
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(kept.filter { $0.hasSuffix(".block") }.count == 2, "\(kept)")
    #expect(!kept.contains { $0.hasSuffix("-0.block") }, "the first was used before the others")
  }

  @Test func damagedBlocksAreReadAnew() throws {
    let server = try FaultyServer { _ in .file(Self.bytes) }
    let folder = try TemporaryFolder()
    _ = try RemoteTrial(server, folder: folder).readAll()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix("-1.block") {
      let handle = try #require(FileHandle(forWritingAtPath: folder.file(name)))
      try handle.seek(toOffset: 1000)
      try handle.write(contentsOf: Data([1, 2, 3, 4, 5, 6, 7, 8]))
    }
    #expect(try RemoteTrial(server, folder: folder).readAll() == Self.bytes)
    #expect(server.sentBytes == Self.bytes.count + (4 << 20))
  }
}

/// Without a server: from what is kept, or with all that is missing.
struct OfflineTests {
  private static let bytes = RemoteTrial.bytes(9_000_000)

  @Test func whatIsKeptNeedsNoServer() throws {
    let folder = try TemporaryFolder()
    var settings = RemoteFiles.Settings(folder: folder.path)
    let server = try FaultyServer { _ in .file(Self.bytes) }
    _ = try RemoteTrial(server, settings).read(5_000_000..<5_000_010)
    settings.isOffline = true
    let offline = RemoteTrial(server, settings)
    let before = server.requests.count
    #expect(try offline.read(4_500_000..<4_500_100) == Self.bytes[4_500_000..<4_500_100])
    let error = #expect(throws: MoonreelError.self) { try offline.readAll() }
    #expect(error?.message.contains("its bytes 8388608 to 8999999 are not in the cache") == true)
    #expect(
      error?.message.contains("611392 of its 9000000 bytes are missing") == true,
      "\(String(describing: error))")
    #expect(error?.message.contains("moonreel fetch \(server.address("/a"))") == true)
    let other = #expect(throws: MoonreelError.self) { try offline.readAll("/b") }
    #expect(other?.message.contains("nothing of it is in the cache") == true)
    #expect(
      other?.message.contains("of '\(server.address("/a"))' 611392 of its 9000000 bytes") == true)
    #expect(server.requests.count == before)
  }
}

/// The bytes that a film was made of are the bytes that it is made of.
struct LockTests {
  @Test func lockedBytesStayTheSame() throws {
    let (old, new) = (RemoteTrial.bytes(50_000), RemoteTrial.bytes(50_000, seed: 7))
    let isChanged = Locked(false)
    let server = try FaultyServer { _ in
      isChanged.withLock { $0 } ? .file(new, tag: "\"2\"") : .file(old)
    }
    let folder = try TemporaryFolder()
    let path = folder.file("film.lock")
    func trial() throws -> (RemoteTrial, RemoteLock) {
      var settings = RemoteFiles.Settings()
      let lock = try RemoteLock(path: path)
      settings.lock = lock
      return (RemoteTrial(server, settings), lock)
    }
    let (first, lock) = try trial()
    _ = try first.readAll()
    let text = try #require(lock.changedText)
    #expect(text.contains("\"\(SHA256.digest(of: Array(old)))\""))
    _ = try folder.write(text, to: "film.lock")
    let (second, known) = try trial()
    #expect(try second.readAll() == old && known.changedText == nil)
    isChanged.withLock { $0 = true }
    let error = #expect(throws: MoonreelError.self) { try trial().0.readAll() }
    #expect(
      error?.message.contains("bytes 0 to 49999 are not those that '\(path)' is locked to") == true)
  }

  @Test(arguments: ["", "{}", "{\"version\":2,\"files\":[]}", "[1"])
  func otherFilesAreNoLocks(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "a.lock")
    let error = #expect(throws: MoonreelError.self) { try RemoteLock(path: path) }
    #expect(error?.message.contains("as a lock") == true)
  }
}

// SPDX-License-Identifier: MIT

import FoundationEssentials
import MoonreelCore

/// Which bytes of servers a film is made of: their SHA-256, block by block, in a file beside the film. What is in the file
/// already must be the same; what a run uses beyond is added.
public final class RemoteLock: Sendable {
  /// The file of the lock.
  public let path: String
  private let state: Locked<State>

  private struct State {
    var files: [String: Entry] = [:]
    var isChanged = false
  }

  private struct Entry {
    var count: Int64
    var blocks: [Int: String]
  }

  /// The most bytes of a lock: some hundred thousand blocks.
  private static let longest = 64 << 20

  /// The lock in the file at `path`, an empty one where there is none.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where the file cannot be read, `invalidArgument` where it is no lock.
  public init(path: String) throws {
    self.path = path
    var state = State()
    if let bytes = try RegularFile.bytes(of: path, limit: Self.longest, "a lock") {
      guard let text = try? JSONDecoder().decode(LockText.self, from: Data(bytes)),
        text.version == 1
      else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot use '\(path)' as a lock: it is none that Moonreel wrote. Name another file, or remove it."
        )
      }
      for file in text.files {
        let blocks = file.blocks.map { ($0.block, $0.sha256) }
        state.files[file.address] = Entry(
          count: file.bytes, blocks: Dictionary(blocks) { first, _ in first })
      }
    }
    self.state = Locked(state)
  }

  /// Compares block `index` of `file` with the lock, or notes it there.
  func check(_ bytes: [UInt8], of file: RemoteFile, _ index: Int, _ reader: RemoteReader) throws {
    let digest = SHA256.digest(of: bytes).description
    let isSame = state.withLock { state in
      var entry = state.files[file.address.text] ?? Entry(count: file.count, blocks: [:])
      guard entry.count == file.count else { return false }
      if let known = entry.blocks[index] { return known == digest }
      entry.blocks[index] = digest
      state.files[file.address.text] = entry
      state.isChanged = true
      return true
    }
    guard !isSame else { return }
    let range = file.range(of: index)
    throw NetworkError.reading(
      reader.name,
      "its bytes \(range.lowerBound) to \(range.upperBound - 1) are not those that '\(path)' is locked to: "
        + "the file on the server was changed. Remove the lock to use the new one")
  }

  /// The text of the lock, where something was added since it was read.
  public var changedText: String? {
    let files: [String: Entry]? = state.withLock { $0.isChanged ? $0.files : nil }
    guard let files else { return nil }
    let text = LockText(
      files: files.sorted { $0.key < $1.key }.map { address, entry in
        LockText.File(
          address: address, bytes: entry.count,
          blocks: entry.blocks.sorted { $0.key < $1.key }.map { .init(block: $0, sha256: $1) })
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) + "\n" }
  }
}

/// A lock as its file has it.
private struct LockText: Codable {
  var version = 1
  var files: [File]

  struct File: Codable {
    var address: String
    var bytes: Int64
    var blocks: [Block]
  }

  /// A piece of 4 MiB, by its number from 0.
  struct Block: Codable {
    var block: Int
    var sha256: String
  }
}

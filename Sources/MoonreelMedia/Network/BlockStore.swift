// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import MoonreelCore

/// The blocks of files of servers: the newest in memory, all in a folder where there is one.
///
/// A block is a piece of 4 MiB from a multiple of it on; the last of a file is shorter. On the disk each is a file of its
/// own, with a check sum: whole or not there, for any number of processes. Those that were not used for the longest time go
/// first.
final class BlockStore: Sendable {
  /// Bytes of a block.
  static let blockSize: Int64 = 4 << 20
  /// How many are held in memory: 64 MiB.
  private static let mostHeld = 16
  /// Bytes of all records on the disk.
  private static let recordLimit = 8 << 20
  /// Seconds after which a use is noted anew.
  private static let useStep = 60
  private static let magic: [UInt8] = Array("moonreel block 1".utf8)

  /// Bytes that all blocks may take on the disk; 0 without a folder.
  let limit: Int
  private let blocks: CacheFolder?
  private let records: CacheFolder?
  private let held = Locked<[(name: Name, bytes: [UInt8])]>([])

  /// What a block is called.
  struct Name: Hashable {
    var file: Digest
    var index: Int

    var text: String { "\(file)-\(index)" }
  }

  /// A store in `folder`, which is made where it is missing; in memory alone where it is `nil` or cannot be used.
  init(folder: String?, limit: Int) {
    blocks = folder.flatMap { CacheFolder($0, ending: ".block") }
    records = folder.flatMap { CacheFolder($0, ending: ".remote") }
    self.limit = blocks == nil ? 0 : limit
  }

  /// Whether blocks stay when the process ends.
  var isLasting: Bool { blocks != nil }

  /// The most bytes of a file that has to be kept whole.
  var wholeLimit: Int64 {
    isLasting ? Int64(limit / 2) : Int64(Self.mostHeld) * Self.blockSize
  }

  // MARK: Blocks

  /// The block `name` where it is there; a damaged one is removed.
  func block(_ name: Name) -> [UInt8]? {
    if let bytes = inMemory(name) { return bytes }
    guard let blocks, let file = file(name),
      let bytes = file.bytes(at: 0, count: Int(clamping: min(file.count, Self.blockSize + 64)))
    else { return nil }
    let body = Array(bytes.dropFirst(Self.magic.count + 4))
    guard bytes.starts(with: Self.magic),
      Self.sum(body) == Array(bytes[Self.magic.count...].prefix(4))
    else {
      unlink(blocks.path(name.text))
      return nil
    }
    blocks.noteUse(of: blocks.path(name.text), file.status, after: Self.useStep)
    hold(body, name)
    return body
  }

  /// Whether the block `name` is there; its bytes are not read.
  func contains(_ name: Name) -> Bool { inMemory(name) != nil || file(name) != nil }

  /// The numbers of the blocks of `file` that are there.
  func indexes(of file: Digest) -> Set<Int> {
    let inMemory = held.withLock { $0.filter { $0.name.file == file }.map(\.name.index) }
    let start = "\(file)-"
    let onDisk = blocks?.names.filter { $0.hasPrefix(start) }
      .compactMap { Int($0.dropFirst(start.count)) }
    return Set(inMemory + (onDisk ?? [])).filter { $0 >= 0 }
  }

  /// Keeps `bytes` as the block `name`.
  func keep(_ bytes: [UInt8], as name: Name) {
    hold(bytes, name)
    guard let blocks, blocks.makeRoom(for: bytes.count + 64, limit: limit) else { return }
    blocks.keep(Self.magic + Self.sum(bytes) + bytes, at: blocks.path(name.text))
  }

  /// Claims the block `name` for whoever asks, until the claim is released.
  func claim(_ name: Name) -> SpanClaim.Outcome {
    guard let blocks else { return .impossible }
    return SpanClaim.take(FilePath.join(blocks.folder, name.text + ".lock"))
  }

  private func file(_ name: Name) -> FileBytes? {
    blocks.flatMap { try? FileBytes($0.path(name.text), named: "the network cache") }
  }

  private func inMemory(_ name: Name) -> [UInt8]? {
    held.withLock { held in
      guard let index = held.lastIndex(where: { $0.name == name }) else { return nil }
      let entry = held.remove(at: index)
      held.append(entry)
      return entry.bytes
    }
  }

  private func hold(_ bytes: [UInt8], _ name: Name) {
    held.withLock { held in
      held.removeAll { $0.name == name }
      held.append((name, bytes))
      if held.count > Self.mostHeld { held.removeFirst() }
    }
  }

  private static func sum(_ bytes: [UInt8]) -> [UInt8] {
    let sum = Checksum.of(bytes)
    return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
  }

  // MARK: Records

  /// What is kept of the file at `address`.
  func record(of address: NetworkAddress) -> RemoteRecord? {
    guard let records, let path = recordPath(address),
      let file = try? FileBytes(path, named: "the network cache"),
      let bytes = file.bytes(at: 0, count: Int(clamping: min(file.count, 1 << 16))),
      let record = try? JSONDecoder().decode(RemoteRecord.self, from: Data(bytes)),
      record.address == address.text, record.isSound
    else { return nil }
    records.noteUse(of: path, file.status, after: Self.useStep)
    return record
  }

  /// Keeps `record` of the file at `address`.
  func keep(_ record: RemoteRecord, of address: NetworkAddress) {
    guard let records, let path = recordPath(address),
      record.version.isLasting || record.isMissing,
      let text = try? JSONEncoder().encode(record),
      records.makeRoom(for: text.count, limit: Self.recordLimit)
    else { return }
    records.keep(Array(text), at: path)
  }

  private func recordPath(_ address: NetworkAddress) -> String? {
    records?.path(SHA256.digest(of: Array(address.text.utf8)).description)
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A file of a server in the state in which it was opened, read block by block: from the store where it has the block,
/// else by a request of its own.
final class RemoteFile: RemoteBytes {
  let address: NetworkAddress
  let record: RemoteRecord
  let identity: Digest
  private let files: RemoteFiles
  /// Who is asked: where redirects led last.
  private let asked: Locked<NetworkAddress>
  /// Where redirects led when it was opened.
  let place: NetworkAddress
  private let blocksInFlight = InFlight<Int>()
  /// Blocks that were compared with the lock.
  private let checked = Locked<Set<Int>>([])

  init(
    _ record: RemoteRecord, _ address: NetworkAddress, at place: NetworkAddress,
    _ files: RemoteFiles
  ) {
    (self.record, self.address, self.place, self.files) = (record, address, place, files)
    asked = Locked(place)
    identity = record.version.key(of: address)
  }

  var count: Int64 { record.count }

  /// How many blocks it has.
  var blockCount: Int { Int((count + BlockStore.blockSize - 1) / BlockStore.blockSize) }

  /// The hosts that are asked for it.
  var places: [NetworkAddress] { [address, asked.withLock { $0 }] }

  func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader)
    throws -> Int
  {
    guard place >= 0, place < count, !buffer.isEmpty else { return 0 }
    let index = Int(place / BlockStore.blockSize)
    let start = Int(place % BlockStore.blockSize)
    let bytes = try block(index, reader)
    let length = min(buffer.count, bytes.count - start)
    guard length > 0 else { return 0 }
    bytes.withUnsafeBytes {
      // holds: the length is more than 0.
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + length]))
    }
    return length
  }

  /// The bytes that block `index` has.
  func range(of index: Int) -> Range<Int64> {
    let start = Int64(index) * BlockStore.blockSize
    // holds: a block begins before the end of the file.
    return start..<min(count, start + BlockStore.blockSize)
  }

  /// How many bytes of it are not kept.
  var missingBytes: Int64 {
    keptRanges.reduce(count) { $0 - ($1.upperBound - $1.lowerBound) }
  }

  /// Costs what is kept, not what the server says the file has.
  var keptRanges: [Range<Int64>] {
    files.store.indexes(of: identity).filter { $0 < blockCount }.sorted()
      .reduce(into: []) { $0.join(range(of: $1)) }
  }

  private func name(_ index: Int) -> BlockStore.Name { .init(file: identity, index: index) }

  /// The bytes of block `index`.
  ///
  /// - Throws: `MoonreelError`.
  func block(_ index: Int, _ reader: RemoteReader) throws -> [UInt8] {
    if let bytes = kept(index) { return try compared(bytes, index, reader) }
    if files.settings.isOffline { throw files.missing(self, index, reader) }
    let bytes = try alone(index, reader) {
      record.hasParts ? try fetch(index, reader) : try fetchAll(index, reader)
    }
    return try compared(bytes, index, reader)
  }

  /// The block where it is kept, whole.
  private func kept(_ index: Int) -> [UInt8]? {
    let range = range(of: index)
    return files.store.block(name(index)).flatMap {
      Int64($0.count) == range.upperBound - range.lowerBound ? $0 : nil
    }
  }

  private func compared(_ bytes: [UInt8], _ index: Int, _ reader: RemoteReader) throws -> [UInt8] {
    guard let lock = files.settings.lock, !checked.withLock({ $0.contains(index) }) else {
      return bytes
    }
    try lock.check(bytes, of: self, index, reader)
    checked.withLock { _ = $0.insert(index) }
    return bytes
  }

  /// The block, which `body` gets while no other thread and no other process of this user does.
  private func alone(
    _ index: Int, _ reader: RemoteReader, _ body: () throws -> [UInt8]
  ) throws -> [UInt8] {
    try blocksInFlight.run(index, reader.gate.cancellation) {
      while true {
        if let bytes = kept(index) { return bytes }
        switch files.store.claim(name(index)) {
        case .impossible: return try body()
        case .taken(let claim):
          defer { withExtendedLifetime(claim) {} }
          // Who had the claim before may have kept it just now.
          return try kept(index) ?? body()
        case .isElsewhere:
          try reader.gate.cancellation.check()
          usleep(20_000)
        }
      }
    }
  }

  // MARK: Asking

  private func fetch(_ index: Int, _ reader: RemoteReader) throws -> [UInt8] {
    let asked = asked.withLock { $0 }
    do {
      return try fetch(index, from: asked, reader)
    } catch let error as MoonreelError where error.code == .fileAccess && asked != address {
      // What a redirect leads to may be good for a while only.
      return try fetch(index, from: address, reader)
    }
  }

  private func fetch(
    _ index: Int, from asked: NetworkAddress, _ reader: RemoteReader
  ) throws -> [UInt8] {
    let wanted = range(of: index)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(wanted.count)
    // holds: no more bytes are taken than are wanted.
    let rest = { wanted.lowerBound + Int64(bytes.count)..<wanted.upperBound }
    var last = HTTPHead()
    let otherBytes = { NetworkError.otherBytes(reader.name, $0, last) }
    while !rest().isEmpty {
      let before = bytes.count
      let answer = try files.question(reader).ask {
        HTTPRequest(address: asked, range: rest())
      } head: { head, _ in
        last = head
        try check(head, rest(), reader)
        return true
      } body: { piece in
        guard piece.count <= rest().count else { throw otherBytes("more bytes") }
        bytes.append(contentsOf: piece)
      }
      guard bytes.count > before else { throw otherBytes("none of the bytes") }
      self.asked.withLock { $0 = answer.address }
    }
    files.store.keep(bytes, as: name(index))
    return bytes
  }

  /// Checks that an answer is for the bytes that were wanted, of the state that was opened.
  private func check(_ head: HTTPHead, _ wanted: Range<Int64>, _ reader: RemoteReader) throws {
    let sentences = NetworkError(name: reader.name, address: address)
    if let difference = record.version.difference(from: head) {
      throw sentences.changed(difference)
    }
    if head.status == 416 { throw sentences.changed("it has fewer bytes now") }
    guard head.status == 206 else {
      throw NetworkError.otherBytes(
        reader.name, "the whole file where it sent a part before, not the bytes", head)
    }
    guard let range = head.contentRange?.range, range.lowerBound == wanted.lowerBound,
      range.upperBound <= wanted.upperBound
    else { throw NetworkError.otherBytes(reader.name, "other bytes", head) }
  }

  /// Reads the whole file again, of which a block was removed.
  private func fetchAll(_ index: Int, _ reader: RemoteReader) throws -> [UInt8] {
    let receiver = BlockReceiver(identity, files.store, reader, wanted: index)
    let sentences = NetworkError(name: reader.name, address: address)
    _ = try files.question(reader).ask {
      receiver.begin()
      return HTTPRequest(address: address)
    } head: { head, _ in
      if let difference = record.version.difference(from: head) {
        throw sentences.changed(difference)
      }
      return true
    } body: {
      try receiver.take($0)
    }
    guard receiver.finish() == count, let bytes = receiver.block else {
      throw sentences.changed("its length is another")
    }
    return bytes
  }
}

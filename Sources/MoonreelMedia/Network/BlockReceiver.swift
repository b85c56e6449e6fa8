// SPDX-License-Identifier: MIT

import MoonreelCore

/// Cuts what a server sends from the beginning of a file on into blocks, and keeps them.
final class BlockReceiver {
  private let file: Digest
  private let store: BlockStore
  private let reader: RemoteReader
  /// The block that is handed out.
  private let wanted: Int
  /// Bytes that come at most; `nil`: all of the file comes, whatever was asked for.
  private let most: Int64?
  private var pending: [UInt8] = []
  private var index = 0
  /// Bytes that came so far.
  private(set) var count: Int64 = 0
  /// The block that was wanted, once it came.
  private(set) var block: [UInt8]?

  /// A receiver of the blocks of `file`, which hands out block `wanted`.
  ///
  /// - Parameter most: bytes that come at most; `nil`: all of the file.
  init(
    _ file: Digest, _ store: BlockStore, _ reader: RemoteReader, wanted: Int = 0,
    most: Int64? = nil
  ) {
    (self.file, self.store, self.reader) = (file, store, reader)
    (self.wanted, self.most) = (wanted, most)
  }

  /// Begins at the file's beginning, also once more.
  func begin() {
    (pending, index, count, block) = ([], 0, 0, nil)
  }

  /// Takes what comes next.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where the file is longer than can be kept, `fileAccess` where more comes
  ///   than should.
  func take(_ bytes: UnsafeRawBufferPointer) throws {
    count += Int64(bytes.count)
    if most == nil { try Self.admit(count, store, reader) }
    guard count <= most ?? .max else {
      throw NetworkError.reading(
        reader.name,
        "the server sends more bytes than were asked for. Its answers to ranges are wrong")
    }
    pending.append(contentsOf: bytes)
    while Int64(pending.count) >= BlockStore.blockSize {
      keep(Array(pending.prefix(Int(BlockStore.blockSize))))
      pending.removeFirst(Int(BlockStore.blockSize))
    }
  }

  /// Keeps the last block.
  ///
  /// - Returns: how many bytes came in all.
  func finish() -> Int64 {
    if !pending.isEmpty { keep(pending) }
    pending = []
    return count
  }

  private func keep(_ bytes: [UInt8]) {
    store.keep(bytes, as: .init(file: file, index: index))
    if index == wanted { block = bytes }
    index += 1
  }

  /// Refuses a file of `count` bytes that has to be kept whole where that is too much.
  static func admit(_ count: Int64, _ store: BlockStore, _ reader: RemoteReader) throws {
    guard count > store.wholeLimit else { return }
    throw MoonreelError(
      .limitExceeded,
      "Cannot read '\(reader.name)': the server sends no parts of files, and the whole has more than the "
        + "\(store.wholeLimit >> 20) MiB that can be kept of one. Allow more with --net-cache-size, or copy "
        + "the file to this machine.")
  }
}

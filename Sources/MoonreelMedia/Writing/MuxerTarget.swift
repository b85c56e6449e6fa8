// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a muxer's bytes go to.
protocol MuxerTarget: AnyObject {
  /// What it is called in sentences.
  var path: String { get }
  /// The hidden file that the bytes are in, where there is one that the muxer may read again.
  var partialPath: String? { get }
  /// Whether positions can be revisited.
  var isSeekable: Bool { get }
  /// The length so far, in bytes.
  var byteCount: Int64 { get }
  /// Where the next byte goes.
  var position: Int64 { get }
  /// Writes `bytes` at the current position.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  /// Writes `bytes` at the current position.
  func write(_ bytes: [UInt8]) throws
  /// Moves to byte `offset`.
  func seek(to offset: Int64) throws
}

extension AtomicOutputFile: MuxerTarget {}

/// Bytes that are kept until they are taken away.
final class MuxedBytes: MuxerTarget {
  let path: String
  let partialPath: String? = nil
  let isSeekable = false
  private(set) var position: Int64 = 0
  private var bytes: [UInt8] = []

  var byteCount: Int64 { position }

  /// None yet, of what is at `path` in sentences.
  init(path: String) { self.path = path }

  func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes
    position += Int64(bytes.count)
  }

  func write(_ bytes: [UInt8]) {
    self.bytes += bytes
    position += Int64(bytes.count)
  }

  func seek(to offset: Int64) throws {
    throw MoonreelError(.fileAccess, "Cannot move within '\(path)': it is written in segments.")
  }

  /// What was written since the last time.
  func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// The pieces of a stream, one after the other, as one file.
final class JoinedBytes: RemoteBytes {
  let count: Int64
  let identity: Digest
  private let parts: [any RemoteBytes]
  /// Where each begins, and the end.
  private let starts: [Int64]

  init(_ parts: [any RemoteBytes]) {
    self.parts = parts
    var starts: [Int64] = [0]
    for part in parts { starts.append(starts[starts.count - 1] + part.count) }
    self.starts = starts
    count = starts[starts.count - 1]
    identity = SHA256.digest(of: Array(parts.map { "\($0.identity)" }.joined(separator: " ").utf8))
  }

  var keptRanges: [Range<Int64>] {
    zip(parts, starts).reduce(into: []) { ranges, part in
      for range in part.0.keptRanges {
        // holds: a part of a range is one.
        ranges.join(part.1 + range.lowerBound..<part.1 + range.upperBound)
      }
    }
  }

  func read(
    at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader
  ) throws -> Int {
    guard place >= 0, place < count else { return 0 }
    // The last that begins at the place or before it; empty ones begin where the next does.
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return try parts[low].read(at: place - starts[low], into: buffer, reader)
  }
}

/// Bytes in memory.
final class PlainBytes: RemoteBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int64 { Int64(bytes.count) }
  var identity: Digest { SHA256.digest(of: bytes) }
  var keptRanges: [Range<Int64>] { bytes.isEmpty ? [] : [0..<count] }

  func read(
    at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader
  ) throws -> Int {
    guard place >= 0, place < count else { return 0 }
    let part = bytes[Int(place)...].prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return part.count
  }
}

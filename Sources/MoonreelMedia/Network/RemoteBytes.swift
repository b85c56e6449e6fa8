// SPDX-License-Identifier: MIT

import MoonreelCore

/// Who reads from a server: the gate that is asked, and what messages call the file.
struct RemoteReader {
  let gate: FileGate
  let name: String
}

/// Bytes of one or several files of servers that can be read at any place, as one file.
protocol RemoteBytes: AnyObject, Sendable {
  /// How many there are.
  var count: Int64 { get }
  /// The same for the same bytes, in every process.
  var identity: Digest { get }

  /// Which of them are there without a server, in order; none of the stretches touches the next.
  var keptRanges: [Range<Int64>] { get }

  /// Reads the bytes from `place` on into `buffer`, as many as are at hand: at least one before the end.
  ///
  /// - Throws: `MoonreelError`.
  func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader)
    throws -> Int
}

extension RemoteBytes {
  /// The bytes of `range`, which lies within.
  ///
  /// - Throws: `MoonreelError`.
  func bytes(_ range: Range<Int64>, _ reader: RemoteReader) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(range.upperBound - range.lowerBound))
    var filled = 0
    while filled < bytes.count {
      let got = try bytes.withUnsafeMutableBytes {
        try read(
          at: range.lowerBound + Int64(filled),
          into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]), reader)
      }
      guard got > 0 else {
        throw NetworkError.reading(reader.name, "it ends before byte \(range.upperBound)")
      }
      filled += got
    }
    return bytes
  }
}

/// The bytes of a server for those who read at any place, past libav.
struct RemoteSource: ByteSource {
  let remote: any RemoteBytes
  let session: GateSession

  var count: Int64 { remote.count }

  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, count >= 0, Int64(count) <= self.count - place else { return nil }
    do {
      // holds: the guard compares them.
      return try remote.bytes(place..<place + Int64(count), session.reader)
    } catch {
      session.fail(error)
      return nil
    }
  }
}

extension [Range<Int64>] {
  /// Adds `range`, which lies behind all others.
  mutating func join(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    if let last, last.upperBound == range.lowerBound {
      // holds: ranges come in order.
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }
}

/// A part of other bytes.
final class RemotePart: RemoteBytes {
  private let whole: any RemoteBytes
  private let range: Range<Int64>

  /// The bytes `range` of `whole`, within which it lies.
  init(_ whole: any RemoteBytes, _ range: Range<Int64>) {
    (self.whole, self.range) = (whole, range)
  }

  var count: Int64 { range.upperBound - range.lowerBound }

  var keptRanges: [Range<Int64>] {
    whole.keptRanges.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
      .map { $0.lowerBound - range.lowerBound..<$0.upperBound - range.lowerBound }
  }

  var identity: Digest {
    guard range != 0..<whole.count else { return whole.identity }
    return SHA256.digest(of: Array("\(whole.identity) \(range)".utf8))
  }

  func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader)
    throws -> Int
  {
    guard place >= 0, place < count else { return 0 }
    let most = min(Int64(buffer.count), count - place)
    return try whole.read(
      at: range.lowerBound + place,
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(most)]),
      reader)
  }
}

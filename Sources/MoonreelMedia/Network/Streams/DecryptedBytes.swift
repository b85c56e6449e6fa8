// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Bytes that are encrypted by AES-128 in CBC mode with the padding of PKCS #7, as HLS has it. Each block of 16 needs only
/// the one before, so any place can be read.
final class DecryptedBytes: RemoteBytes {
  private static let blockSize: Int64 = 16

  let count: Int64
  private let encrypted: any RemoteBytes
  private let key: [UInt8]
  private let vector: [UInt8]

  /// - Throws: `MoonreelError` (`decodingFailed`) where the key does not fit.
  init(_ encrypted: any RemoteBytes, key: [UInt8], vector: [UInt8], _ reader: RemoteReader) throws {
    (self.encrypted, self.key, self.vector) = (encrypted, key, vector)
    let length = encrypted.count
    guard length >= Self.blockSize, length % Self.blockSize == 0, key.count == 16,
      vector.count == 16
    else {
      throw Self.wrongKey(reader)
    }
    let last = try Self.decrypt(
      // holds: the guard wants a block at least.
      encrypted, key, vector, length - Self.blockSize..<length, reader)
    guard let padding = last.last, (1...16).contains(padding),
      last.suffix(Int(padding)).allSatisfy({ $0 == padding })
    else { throw Self.wrongKey(reader) }
    count = length - Int64(padding)
  }

  private static func wrongKey(_ reader: RemoteReader) -> MoonreelError {
    MoonreelError(
      .decodingFailed,
      "Cannot read '\(reader.name)': a piece of the stream cannot be decrypted with the key that the playlist names."
    )
  }

  var identity: Digest {
    SHA256.digest(of: Array("\(encrypted.identity) ".utf8) + key + vector)
  }

  /// Of what is not kept from its beginning on, the first block is missing: it needs the one before.
  var keptRanges: [Range<Int64>] {
    encrypted.keptRanges.compactMap { range in
      let start = range.lowerBound == 0 ? 0 : range.lowerBound + Self.blockSize
      // holds: the condition compares them.
      return start < min(range.upperBound, count) ? start..<min(range.upperBound, count) : nil
    }
  }

  func read(
    at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader
  ) throws -> Int {
    guard place >= 0, place < count, !buffer.isEmpty else { return 0 }
    let start = place / Self.blockSize * Self.blockSize
    let wanted = min(count, place + min(Int64(buffer.count), 64 << 10))
    let end = (wanted + Self.blockSize - 1) / Self.blockSize * Self.blockSize
    // holds: the end is rounded up, the start down.
    let plain = try Self.decrypt(encrypted, key, vector, start..<end, reader)
    // holds: what is wanted begins at the place, behind the start.
    let part = plain[Int(place - start)..<Int(wanted - start)]
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return part.count
  }

  /// The plain bytes of `range`, which begins and ends between blocks.
  private static func decrypt(
    _ encrypted: any RemoteBytes, _ key: [UInt8], _ vector: [UInt8], _ range: Range<Int64>,
    _ reader: RemoteReader
  ) throws -> [UInt8] {
    let before = range.lowerBound - blockSize
    var vector =
      // holds: a block has a size.
      before < 0 ? vector : try encrypted.bytes(before..<range.lowerBound, reader)
    let source = try encrypted.bytes(range, reader)
    guard let cipher = av_aes_alloc(), av_aes_init(cipher, key, 128, 1) == 0 else {
      throw MoonreelError(.limitExceeded, "Cannot read '\(reader.name)': out of memory.")
    }
    defer { av_free(UnsafeMutableRawPointer(cipher)) }
    return [UInt8](unsafeUninitializedCapacity: source.count) { plain, filled in
      av_aes_crypt(
        // holds: a block has a size.
        cipher, plain.baseAddress, source, Int32(source.count / Int(blockSize)), &vector, 1)
      filled = source.count
    }
  }
}

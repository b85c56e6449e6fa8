// SPDX-License-Identifier: MIT

import CFFmpeg

/// Tells which packets of H.264 hold nothing but pictures that no other is decoded from. libav's decoder would leave them
/// out when it is told to; but it hands packets to its threads by turns, so where every other one is left out, one thread
/// decodes all.
struct UnreferencedPackets {
  /// The bytes of a unit's length.
  private let lengthSize: Int

  /// `nil` for other codecs, and for streams whose units are told apart by start codes.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    guard let parameters = stream.pointee.codecpar, parameters.pointee.codec_id == AV_CODEC_ID_H264
    else { return nil }
    // A configuration record (ISO/IEC 14496-15) begins with 1, a start code with 0.
    let record = UnsafeBufferPointer(
      start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
    guard record.count > 4, record[0] == 1 else { return nil }
    lengthSize = Int(record[4] & 3) + 1
  }

  /// Whether no other picture is decoded from what `packet` holds, and it holds pictures alone.
  func contains(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let data = packet.pointee.data else { return false }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
    return Self.holdsUnreferenced(bytes, lengthSize: lengthSize)
  }

  /// Goes from unit to unit: slices (1…5) that nothing refers to, messages (6) and delimiters (9) may be there.
  static func holdsUnreferenced(_ bytes: UnsafeBufferPointer<UInt8>, lengthSize: Int) -> Bool {
    var (place, slices) = (0, 0)
    while place + lengthSize < bytes.count {
      let length = bytes[place..<place + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      let head = bytes[place + lengthSize]
      guard length > 0, length <= bytes.count - place - lengthSize else { return false }
      switch head & 31 {
      case 1...5 where head & 0x60 == 0: slices += 1
      case 6, 9: break
      default: return false
      }
      place += lengthSize + length
    }
    return slices > 0 && place == bytes.count
  }
}

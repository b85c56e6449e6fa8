// SPDX-License-Identifier: MIT

/// A key, a length and a value: what an MXF file consists of (SMPTE ST 336, SMPTE ST 377-1).
struct MxfTriplet {
  /// What the keys that are looked at say the value is.
  enum Kind {
    /// Pictures, sound or data.
    case essence
    case encrypted
    /// A part of the table that says where essence lies.
    case indexSegment
    /// A partition pack, metadata, fill, and all that is passed over.
    case other
  }

  /// Sixteen bytes.
  let key: [UInt8]
  /// Its first byte.
  let start: Int64
  /// Where the value lies.
  let payload: Range<Int64>

  /// The most bytes that a key and a length take.
  private static let longestHead: Int64 = 25

  /// The triplet at `place` of `source`; `nil` where none fits.
  init?(_ source: any ByteSource, at place: Int64) {
    let room = Int(min(Self.longestHead, source.count - place))
    guard room >= 17, let head = source.bytes(at: place, count: room),
      head.starts(with: [0x06, 0x0e, 0x2b, 0x34])
    else { return nil }
    let long = head[16] & 0x80 == 0 ? 0 : Int(head[16] & 0x7f)
    guard long <= 8, room >= 17 + long else { return nil }
    let length = long == 0 ? UInt64(head[16]) : head[17..<17 + long].bigEndianValue
    let value = place + 17 + Int64(long)
    guard length <= UInt64(max(0, source.count - value)) else { return nil }
    // holds: the length was compared with what is left.
    (key, start, payload) = (Array(head[0..<16]), place, value..<value + Int64(length))
  }

  /// The first bytes of the keys of essence: the generic container's, Canopus' and Avid's.
  private static let essence: [[UInt8]] = [
    [0x06, 0x0e, 0x2b, 0x34, 0x01, 0x02, 0x01, 0x01, 0x0d, 0x01, 0x03, 0x01],
    [0x06, 0x0e, 0x2b, 0x34, 0x01, 0x02, 0x01, 0x0a, 0x0e, 0x0f, 0x03, 0x01],
    [0x06, 0x0e, 0x2b, 0x34, 0x01, 0x02, 0x01, 0x01, 0x0e, 0x04, 0x03, 0x01],
  ]
  private static let encrypted: [UInt8] = [
    0x06, 0x0e, 0x2b, 0x34, 0x02, 0x04, 0x01, 0x07, 0x0d, 0x01, 0x03, 0x01, 0x02, 0x7e, 0x01,
  ]
  private static let index: [UInt8] = [
    0x06, 0x0e, 0x2b, 0x34, 0x02, 0x53, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x10, 0x01,
  ]

  var kind: Kind {
    if Self.essence.contains(where: { key.starts(with: $0) }) { return .essence }
    if key.starts(with: Self.encrypted) { return .encrypted }
    return key.starts(with: Self.index) ? .indexSegment : .other
  }

  /// The number of the track that essence belongs to.
  var trackNumber: UInt64 { key[12..<16].bigEndianValue }

  /// Whether libav takes the packet out of the value: eight channels of AES3 (SMPTE ST 331).
  var isRepacked: Bool { key[12..<15].elementsEqual([0x06, 0x01, 0x10]) }
}

// SPDX-License-Identifier: MIT

/// One element of a Matroska or WebM file (RFC 8794, RFC 9559): an identifier, a length, and what it holds.
struct MatroskaElement {
  /// The identifiers that are looked at.
  enum Name: UInt64 {
    case head = 0x1A45_DFA3
    case segment = 0x1853_8067
    case information = 0x1549_A966
    case timestampScale = 0x2AD7B1
    case tracks = 0x1654_AE6B
    case track = 0xAE
    case trackNumber = 0xD7
    case trackType = 0x83
    case defaultDuration = 0x23E383
    case trackScale = 0x23314F
    case encodings = 0x6D80
    case cluster = 0x1F43_B675
    case clusterTime = 0xE7
    case simpleBlock = 0xA3
    case blockGroup = 0xA0
    case block = 0xA1
    case blockDuration = 0x9B
    case reference = 0xFB
    case discardPadding = 0x75A2
    case encryptedBlock = 0xAF
    case cues = 0x1C53_BB6B
    case seekHead = 0x114D_9B74
    case tags = 0x1254_C367
    case chapters = 0x1043_A770
    case attachments = 0x1941_A469

    /// Whether it stands in a segment, so that it ends a cluster that does not say how long it is.
    var endsCluster: Bool {
      switch self {
      case .head, .segment, .information, .tracks, .cluster, .cues, .seekHead, .tags, .chapters,
        .attachments:
        true
      case .timestampScale, .track, .trackNumber, .trackType, .defaultDuration, .trackScale,
        .encodings, .clusterTime, .simpleBlock, .blockGroup, .block, .blockDuration, .reference,
        .discardPadding, .encryptedBlock:
        false
      }
    }
  }

  /// What it is; `nil` for one that is passed over.
  let name: Name?
  /// What it holds.
  let payload: Range<Int64>
  /// Whether it says how long it is; one that does not goes on to the end of what it stands in.
  let hasLength: Bool
  /// The first bytes of what it holds.
  let beginning: ArraySlice<UInt8>

  /// How many bytes of an element are read to see what it is.
  private static let glance = 64

  /// The element at `place`; `nil` where none fits before `end`.
  init?(_ source: any ByteSource, at place: Int64, end: Int64) {
    let room = Int(min(Int64(Self.glance), end - place))
    guard room >= 2, let bytes = source.bytes(at: place, count: room),
      let identifier = Self.number(bytes[...], keepsMark: true),
      let length = Self.number(bytes.dropFirst(identifier.width), keepsMark: false)
    else { return nil }
    name = Name(rawValue: identifier.value)
    let start = place + Int64(identifier.width + length.width)
    hasLength = length.value != (1 << (7 * UInt64(length.width))) - 1
    guard !hasLength || length.value <= UInt64(max(0, end - start)) else { return nil }
    // holds: the length was compared with what is left.
    payload = start..<(hasLength ? start + Int64(length.value) : end)
    beginning = bytes.dropFirst(identifier.width + length.width)
  }

  /// The number that it holds, at most eight bytes; `nil` where it holds something else.
  var number: UInt64? {
    guard payload.count <= 8, beginning.count >= payload.count else { return nil }
    return beginning.prefix(payload.count).bigEndianValue
  }

  /// The same number with a sign.
  var signedNumber: Int64? {
    number.map { value in
      let unused = UInt64(64 - 8 * payload.count)
      return payload.isEmpty ? 0 : Int64(bitPattern: value << unused) >> Int64(unused)
    }
  }

  /// The elements in it; `nil` where they do not add up.
  func children(_ source: any ByteSource) -> [MatroskaElement]? {
    var result: [MatroskaElement] = []
    var place = payload.lowerBound
    while place < payload.upperBound {
      guard let child = MatroskaElement(source, at: place, end: payload.upperBound) else {
        return nil
      }
      result.append(child)
      place = child.payload.upperBound
    }
    return result
  }

  /// A number of variable length (RFC 8794, 4): as many bytes as there are zero bits in front of the first one.
  static func number(
    _ bytes: ArraySlice<UInt8>, keepsMark: Bool
  ) -> (value: UInt64, width: Int)? {
    guard let first = bytes.first, first != 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard bytes.count >= width else { return nil }
    let value = bytes.prefix(width).bigEndianValue
    let mark: UInt64 = 1 << (7 * UInt64(width))
    return (keepsMark ? value : value & (mark - 1), width)
  }
}

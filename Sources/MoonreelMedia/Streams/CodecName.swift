// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a player is told of a coded track before it loads it: the `codecs` parameter of RFC 6381, as the track's sample
/// description (ISO/IEC 14496-12, 8.5.2) says it.
enum CodecName {
  /// The bytes of a sample entry before the boxes in it, behind its own head.
  private enum EntryHead {
    static let pictures = 78
    static let sound = 28
  }

  /// The name of the only track that `front`, a file's `ftyp` and `moov`, describes; `nil` for one that has none here.
  static func name(describedBy front: [UInt8]) -> String? {
    let boxes = MovieBox.parse(front[...])
    let track = boxes?.first { $0.type == "moov" }?["trak"]
    guard let description = track?["mdia", "minf", "stbl", "stsd"],
      let entry = MovieBox.parse(description.payload.dropFirst(8))?.first
    else { return nil }
    switch entry.type {
    case "mp4a": return "mp4a.40.2"
    case "Opus": return "opus"
    case "ac-3": return "ac-3"
    case "avc1": return box("avcC", in: entry).map { "avc1." + hex($0.payload[1...3]) }
    case "hvc1": return box("hvcC", in: entry).map { hevc($0.payload) }
    case "av01": return box("av1C", in: entry).map { av1($0.payload) }
    default: return nil
    }
  }

  private static func box(_ type: String, in entry: MovieBox) -> MovieBox? {
    let inside = entry.payload.dropFirst(EntryHead.pictures)
    return MovieBox.parse(inside)?.first { $0.type == type && $0.payload.count >= 4 }
  }

  /// After ISO/IEC 14496-15, annex E.3.
  private static func hevc(_ configuration: [UInt8]) -> String {
    guard configuration.count > 12 else { return "hvc1" }
    let space = ["", "A", "B", "C"][Int(configuration[1] >> 6)]
    let tier = configuration[1] & 0x20 == 0 ? "L" : "H"
    let flags = UInt32(truncatingIfNeeded: configuration[2...5].bigEndianValue)
    var mirrored: UInt32 = 0
    for bit in 0..<32 where flags >> bit & 1 == 1 { mirrored |= 1 << (31 - bit) }
    var constraints = Array(configuration[6...11])
    while constraints.last == 0 { constraints.removeLast() }
    return
      (["hvc1", "\(space)\(configuration[1] & 0x1F)", String(mirrored, radix: 16, uppercase: true)]
      + ["\(tier)\(configuration[12])"] + constraints.map { String($0, radix: 16, uppercase: true) })
      .joined(separator: ".")
  }

  /// After the AV1 codec's binding to ISO media files, section 5.
  private static func av1(_ configuration: [UInt8]) -> String {
    let (profile, level) = (configuration[1] >> 5, configuration[1] & 0x1F)
    let tier = configuration[2] & 0x80 == 0 ? "M" : "H"
    let depth = configuration[2] & 0x40 == 0 ? 8 : configuration[2] & 0x20 == 0 ? 10 : 12
    return "av01.\(profile).\(twoDigits(Int(level)))\(tier).\(twoDigits(depth))"
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

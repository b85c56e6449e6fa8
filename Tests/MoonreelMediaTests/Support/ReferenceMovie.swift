// SPDX-License-Identifier: MIT

/// Writes a QuickTime movie of one raw video track whose data lies in another file.
enum ReferenceMovie {
  static func bytes(target: String) -> [UInt8] {
    let fileType = atom("ftyp", text("qt  ") + [0, 0, 2, 0] + text("qt  "))
    let header = atom(
      "mvhd",
      zeros(12) + long(600) + long(600) + long(0x10000) + [1, 0] + zeros(10) + matrix
        + zeros(24) + long(2))
    let trackHeader = atom(
      "tkhd",
      [0, 0, 0, 15] + zeros(8) + long(1) + zeros(4) + long(600) + zeros(16) + matrix
        + long(16 << 16) + long(16 << 16))
    let mediaHeader = atom("mdhd", zeros(12) + long(600) + long(600) + zeros(4))
    let handler = atom("hdlr", zeros(4) + text("mhlrvide") + zeros(13))
    let media = atom("mdia", mediaHeader + handler + information(target))
    return fileType + atom("moov", header + atom("trak", trackHeader + media))
  }

  private static func information(_ target: String) -> [UInt8] {
    let reference = atom("dinf", atom("dref", zeros(4) + long(1) + alias(target)))
    let raw =
      zeros(6) + [0, 1] + zeros(16) + [0, 16, 0, 16] + long(0x480000) + long(0x480000) + zeros(4)
      + [0, 1] + zeros(32) + [0, 24, 0xff, 0xff]
    let table = atom(
      "stbl",
      atom("stsd", zeros(4) + long(1) + atom("raw ", raw))
        + atom("stts", zeros(4) + long(1) + long(1) + long(600))
        + atom("stsc", zeros(4) + long(1) + long(1) + long(1) + long(1))
        + atom("stsz", zeros(4) + long(768) + long(1))
        + atom("stco", zeros(4) + long(1) + long(0)))
    return atom("minf", atom("vmhd", [0, 0, 0, 1] + zeros(8)) + reference + table)
  }

  /// An alias record with an absolute path in its extension of type 2, as the Finder writes it.
  private static func alias(_ target: String) -> [UInt8] {
    let path = Array(target.utf8)
    let padded = path + (path.count % 2 == 0 ? [] : [0])
    let volume = [UInt8(1)] + text("v") + zeros(26)
    let name = [UInt8(1)] + text("p") + zeros(62)
    let body =
      zeros(4) + short(150) + short(2) + zeros(2) + volume + zeros(12) + name + zeros(16)
      + short(0xffff) + short(0xffff) + zeros(16) + short(2) + short(path.count) + padded
      + short(0xffff) + zeros(2)
    return atom("alis", zeros(4) + body)
  }

  private static let matrix =
    long(0x10000) + zeros(12) + long(0x10000) + zeros(12) + long(0x4000_0000)

  private static func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
    long(body.count + 8) + text(name) + body
  }

  private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }
  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  private static func long(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
  private static func short(_ value: Int) -> [UInt8] { Array(long(value)[2...]) }
}

// SPDX-License-Identifier: MIT

/// Timed metadata as ID3 tags (ID3 2.4.0; ID3 2.3.0 is read too), an item a frame of text: `TXXX` with the key as its
/// description.
enum TimedID3 {
  /// A packet of an MPEG transport stream with `items`; `number` counts the stream's packets.
  ///
  /// The tag follows the head of a metadata access unit (ISO/IEC 13818-1, 2.12.4): service 0, the sequence number, a
  /// whole unit that can be read on its own, and the length.
  static func packet(_ items: [String: String], number: Int) -> [UInt8] {
    let tag = tag(items)
    var bytes: [UInt8] = [0, UInt8(truncatingIfNeeded: number), 0xDF]
    bytes.appendBigEndian(UInt64(tag.count), byteCount: 2)
    return bytes + tag
  }

  /// The tag of `items`, sorted by their keys; without items, one with padding alone.
  static func tag(_ items: [String: String]) -> [UInt8] {
    var frames: [UInt8] = []
    for (key, text) in items.sorted(by: { $0.key < $1.key }) {
      let content = [3] + Array(key.utf8) + [0] + Array(text.utf8)
      frames += Array("TXXX".utf8) + length(content.count) + [0, 0] + content
    }
    if frames.isEmpty { frames = [UInt8](repeating: 0, count: 10) }
    return Array("ID3".utf8) + [4, 0, 0] + length(frames.count) + frames
  }

  /// A length of 28 bits, seven in each byte.
  private static func length(_ count: Int) -> [UInt8] {
    // holds: seven bits are left.
    (0..<4).map { UInt8(count >> (21 - 7 * $0) & 0x7F) }
  }

  /// How long the head of a metadata access unit is.
  private static let headLength = 5

  /// The texts of a tag: of `TXXX` frames by their descriptions, of others by their names (`TIT2`); `nil` for what is
  /// no tag. FFmpeg 5 takes the head of its access unit away, FFmpeg 7 leaves it.
  static func items(_ packet: [UInt8]) -> [String: String]? {
    let rest = packet.dropFirst(headLength)
    let tag = rest.starts(with: "ID3".utf8) ? Array(rest) : packet
    guard tag.count >= 10, tag.starts(with: "ID3".utf8), (3...4).contains(tag[3]) else {
      return nil
    }
    func number(_ at: Int, bits: Int) -> Int {
      // holds: four bytes are there.
      tag[at..<at + 4].reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }
    let end = min(tag.count, 10 + number(6, bits: 7))
    var items: [String: String] = [:]
    var at = 10
    // An extended header says how long it is: with its own four bytes in version 4, without in version 3.
    if tag[5] & 0x40 != 0, at + 4 <= end {
      at += tag[3] == 4 ? number(at, bits: 7) : 4 + number(at, bits: 8)
    }
    while at + 10 <= end, tag[at] != 0 {
      let size = number(at + 4, bits: tag[3] == 4 ? 7 : 8)
      let start = at + 10
      guard size > 0, size <= end - start else { break }
      // holds: four bytes are there.
      let name = String(decoding: tag[at..<at + 4], as: UTF8.self)
      // holds: the guard compares the size.
      if name.hasPrefix("T") { add(name, tag[start..<start + size], to: &items) }
      at = start + size
    }
    return items
  }

  private static func add(
    _ name: String, _ content: ArraySlice<UInt8>, to items: inout [String: String]
  ) {
    guard let kind = content.first else { return }
    let text = text(content.dropFirst(), kind)
    let parts = text.split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
    guard name == "TXXX" else {
      items[name] = String(parts[0])
      return
    }
    guard parts.count == 2, !parts[0].isEmpty else { return }
    items[String(parts[0])] = parts[1].split(separator: "\0").joined()
  }

  /// Letters in one of the four encodings of ID3.
  private static func text(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
    switch encoding {
    case 1:
      bytes.starts(with: [0xFE, 0xFF])
        ? wideText(bytes.dropFirst(2), high: 0)
        : wideText(bytes.starts(with: [0xFF, 0xFE]) ? bytes.dropFirst(2) : bytes, high: 1)
    case 2: wideText(bytes, high: 0)
    case 3: String(decoding: bytes, as: UTF8.self)
    default: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// UTF-16 whose higher byte comes first (0) or second (1).
  private static func wideText(_ bytes: ArraySlice<UInt8>, high: Int) -> String {
    let first = bytes.startIndex
    let units = stride(from: first, to: first + bytes.count / 2 * 2, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    return String(decoding: units, as: UTF16.self)
  }
}

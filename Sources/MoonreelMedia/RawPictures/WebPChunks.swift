// SPDX-License-Identifier: MIT

import MoonreelCore

/// What the chunks of an animated WebP say: the canvas, how long each picture lasts, and whether the
/// file is whole. (WebP container specification, RFC 9649.)
struct WebPChunks {
  private(set) var canvas = PixelSize(0, 0)
  private(set) var hasAlpha = false
  /// In milliseconds. Pictures of ten milliseconds or less last a hundred, as browsers show them.
  private(set) var durations: [Int] = []
  /// The file, cut after its last whole picture.
  private(set) var whole: [UInt8]
  /// Where each picture's chunk ends.
  private var ends: [Int] = []
  /// What is wrong with it, if anything.
  private(set) var damage: String?

  /// Whether `head`, the first bytes of a file, begins an animated WebP.
  static func isAnimation(_ head: [UInt8]) -> Bool {
    head.count > 20 && text(head, 0) == "RIFF" && text(head, 8) == "WEBP"
      && text(head, 12) == "VP8X" && head[20] & 2 != 0
  }

  init(_ bytes: [UInt8]) {
    whole = bytes
    guard Self.isAnimation(bytes), bytes.count >= 30 else { return }
    hasAlpha = bytes[20] & 16 != 0
    canvas = PixelSize(1 + Self.number(bytes, 24, 3), 1 + Self.number(bytes, 27, 3))
    let claimed = min(8 + Self.number(bytes, 4, 4), bytes.count)
    let isCut = 8 + Self.number(bytes, 4, 4) > bytes.count
    var at = 12
    while at + 8 <= claimed {
      let length = Self.number(bytes, at + 4, 4)
      let end = at + 8 + length
      guard end <= bytes.count else { break }
      if Self.text(bytes, at) == "ANMF", length >= 16 {
        let duration = Self.number(bytes, at + 20, 3)
        durations.append(duration <= 10 ? 100 : duration)
        ends.append(min(bytes.count, end + length % 2))
      }
      at = end + length % 2
    }
    if isCut || at < claimed {
      self = keeping(durations.count)
      damage = "it breaks off after \(durations.count) pictures"
    }
  }

  /// The same with its first `count` pictures only.
  ///
  /// - Precondition: there are as many.
  func keeping(_ count: Int) -> WebPChunks {
    var part = self
    part.durations.removeSubrange(count...)
    part.ends.removeSubrange(count...)
    part.cut(at: part.ends.last ?? min(30, whole.count))
    part.damage = "it is damaged after \(count) pictures"
    return part
  }

  /// Leaves off what lies behind `end`, and says so in the header.
  private mutating func cut(at end: Int) {
    guard end < whole.count || whole.count >= 8 else { return }
    whole.removeSubrange(end...)
    let size = whole.count - 8
    for index in 0..<4 { whole[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    guard at + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }

  private static func text(_ bytes: [UInt8], _ at: Int) -> String {
    guard at + 4 <= bytes.count else { return "" }
    // holds: the guard compares them.
    return String(decoding: bytes[at..<at + 4], as: UTF8.self)
  }
}

// SPDX-License-Identifier: MIT

/// Where a box of an MP4 or QuickTime file lies (ISO/IEC 14496-12, 4.2): what it holds is read only where it is
/// wanted.
struct BoxPlace {
  /// Four letters.
  let type: String
  /// Its first byte.
  let start: Int64
  /// What it holds.
  let payload: Range<Int64>

  /// The first box of the file `source` that has the `type`, of its outermost ones; `nil` where there is none.
  static func first(_ type: String, in source: some ByteSource) -> BoxPlace? {
    var start: Int64 = 0
    for _ in 0..<10_000 {
      guard let box = box(source, at: start, end: source.count) else { return nil }
      if box.type == type { return box }
      start = box.payload.upperBound
    }
    return nil
  }

  /// The boxes that lie one after the other in `range`, passed over by their lengths; `nil` where they do not add
  /// up.
  static func list(_ source: some ByteSource, in range: Range<Int64>) -> [BoxPlace]? {
    var boxes: [BoxPlace] = []
    var start = range.lowerBound
    // A few bytes of nothing may end a list.
    while start + 8 <= range.upperBound {
      guard let box = box(source, at: start, end: range.upperBound) else { return nil }
      boxes.append(box)
      start = box.payload.upperBound
    }
    return boxes
  }

  /// The box at `start`; `nil` where none fits before `end`.
  static func box(_ source: some ByteSource, at start: Int64, end: Int64) -> BoxPlace? {
    let room = end - start
    guard room >= 8, let head = source.bytes(at: start, count: room >= 16 ? 16 : 8) else {
      return nil
    }
    return BoxPlace(head: head, start: start, end: end)
  }

  /// The box that begins at `start` with `head`, 8 or 16 bytes; `nil` where none fits before `end`.
  init?(head: [UInt8], start: Int64, end: Int64) {
    let room = end - start
    guard room >= 8, head.count >= 8 else { return nil }
    var (size, length) = (Int64(head[0..<4].bigEndianValue), Int64(8))
    if size == 1, head.count == 16 {
      (size, length) = (Int64(clamping: head[8..<16].bigEndianValue), 16)
    }
    if size == 0 { size = room }
    guard size >= length, size <= room else { return nil }
    type = String(decoding: head[4..<8], as: UTF8.self)
    self.start = start
    // holds: the size was compared with the head and what is left.
    payload = start + length..<start + size
  }

  /// The boxes in this one, or in those that `path` leads to.
  func children(_ source: some ByteSource, _ path: String...) -> [BoxPlace]? {
    var inside = Self.list(source, in: payload)
    for name in path {
      guard let next = inside?.first(where: { $0.type == name }) else { return nil }
      inside = Self.list(source, in: next.payload)
    }
    return inside
  }

  /// The box with all that it holds; `nil` where it cannot be read, or is too large for an index.
  func whole(_ source: some ByteSource) -> MovieBox? {
    source.bytes(payload).map { MovieBox(type: type, payload: $0) }
  }
}

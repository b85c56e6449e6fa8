// SPDX-License-Identifier: MIT

/// One box of an MPEG-4 or QuickTime file's index (ISO/IEC 14496-12, 4.2): a four-letter type with bytes,
/// or with boxes in it.
struct MovieBox: Sendable {
  /// Four letters.
  var type: String
  /// What it holds, where that is not boxes.
  var payload: [UInt8] = []
  /// The boxes in it.
  var children: [MovieBox] = []

  private static let parents: Set<String> = [
    "moov", "trak", "edts", "mdia", "minf", "stbl", "traf",
  ]

  /// Boxes lie no deeper in each other in any file that is one.
  private static let deepest = 16

  /// The boxes that `bytes` hold one after the other; `nil` where they do not add up.
  ///
  /// - Parameter depth: in how many boxes they lie.
  static func parse(_ bytes: ArraySlice<UInt8>, depth: Int = 0) -> [MovieBox]? {
    guard depth < deepest else { return nil }
    var boxes: [MovieBox] = []
    var rest = bytes
    while rest.count >= 8 {
      let size = Int(rest.prefix(4).bigEndianValue)
      guard size >= 8, size <= rest.count else { return nil }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let inside = rest.prefix(size).dropFirst(8)
      if parents.contains(type) {
        guard let children = parse(inside, depth: depth + 1) else { return nil }
        boxes.append(MovieBox(type: type, children: children))
      } else {
        boxes.append(MovieBox(type: type, payload: Array(inside)))
      }
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? boxes : nil
  }

  /// Its length in the file.
  var byteCount: Int { 8 + payload.count + children.reduce(0) { $0 + $1.byteCount } }

  /// Appends its bytes to `bytes`.
  func write(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(UInt64(byteCount), byteCount: 4)
    bytes += Array(type.utf8)
    bytes += payload
    for child in children { child.write(to: &bytes) }
  }

  /// The first box at the end of `path`, for reading and writing; `nil` where there is none.
  subscript(_ path: String...) -> MovieBox? {
    get { find(path[...]) }
    set { if let newValue { replace(path[...], with: newValue) } }
  }

  private func find(_ path: ArraySlice<String>) -> MovieBox? {
    guard let name = path.first else { return self }
    return children.first { $0.type == name }?.find(path.dropFirst())
  }

  private mutating func replace(_ path: ArraySlice<String>, with box: MovieBox) {
    guard let name = path.first else { return self = box }
    guard let index = children.firstIndex(where: { $0.type == name }) else { return }
    children[index].replace(path.dropFirst(), with: box)
  }

  /// The number of `count` bytes at `offset` of the payload, 0 beyond its end.
  func number(at offset: Int, byteCount count: Int) -> UInt64 {
    guard offset + count <= payload.count else { return 0 }
    return payload[offset..<offset + count].bigEndianValue
  }

  /// Writes `value` into `count` bytes at `offset` of the payload, all ones where it is too large.
  mutating func setNumber(_ value: UInt64, at offset: Int, byteCount count: Int) {
    guard offset + count <= payload.count else { return }
    var bytes: [UInt8] = []
    let isTooLarge = count < 8 && value >> (8 * UInt64(count)) != 0
    bytes.appendBigEndian(isTooLarge ? .max : value, byteCount: count)
    payload.replaceSubrange(offset..<offset + count, with: bytes)
  }

  /// Whether times and durations in this full box have 64 bits.
  var hasLongTimes: Bool { payload.first == 1 }
}

extension ArraySlice<UInt8> {
  /// The bytes as one number, the most significant first.
  var bigEndianValue: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }

  /// The bytes as one number, the least significant first.
  var littleEndianValue: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

extension [UInt8] {
  /// Appends the lowest `count` bytes of `value`, the most significant first.
  mutating func appendBigEndian(_ value: UInt64, byteCount count: Int) {
    for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }
}

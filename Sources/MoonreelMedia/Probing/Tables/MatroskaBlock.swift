// SPDX-License-Identifier: MIT

/// The head of a block of a Matroska file (RFC 9559, 10): whose packets it holds, when, and how long each is.
struct MatroskaBlock {
  let track: UInt64
  /// When it is shown, counted from its cluster's time.
  let time: Int16
  /// Whether it says that decoding can start here; blocks in groups say it otherwise.
  let isMarkedAsKey: Bool
  /// The first byte of what it holds: libav calls this the place of its packets.
  let position: Int64
  /// Where its packets begin, and how long they are.
  let packets: [(start: Int64, size: Int32)]

  /// The block in `element`; `nil` where it cannot be understood.
  init?(_ source: any ByteSource, _ element: MatroskaElement) {
    var rest = element.beginning
    guard let number = MatroskaElement.number(rest, keepsMark: false) else { return nil }
    rest = rest.dropFirst(number.width)
    guard rest.count >= 3, element.payload.count >= number.width + 3 else { return nil }
    let flags = rest[rest.startIndex + 2]
    track = number.value
    time = Int16(truncatingIfNeeded: Int64(rest.prefix(2).bigEndianValue))
    isMarkedAsKey = flags & 0x80 != 0
    position = element.payload.lowerBound
    // holds: the guard wants as many bytes.
    let body = element.payload.lowerBound + Int64(number.width + 3)..<element.payload.upperBound
    guard let sizes = Self.sizes(source, body, lacing: flags >> 1 & 3) else { return nil }
    var start = body.upperBound - sizes.reduce(0) { $0 + Int64($1) }
    packets = sizes.map { size in
      defer { start += Int64(size) }
      return (start, size)
    }
  }

  /// The lengths of the packets in `body`, which may be laced together (RFC 9559, 10.3).
  private static func sizes(
    _ source: any ByteSource, _ body: Range<Int64>, lacing: UInt8
  ) -> [Int32]? {
    guard let whole = Int32(exactly: body.count) else { return nil }
    if lacing == 0 { return [whole] }
    // A lace is 256 packets at most, and a length eight bytes.
    guard let bytes = source.bytes(at: body.lowerBound, count: Int(min(whole, 4096))),
      let first = bytes.first
    else { return nil }
    let count = Int(first) + 1
    var rest = bytes.dropFirst()
    let stated: [Int64]?
    switch lacing {
    case 1: stated = bytewise(count - 1, &rest)
    case 2:
      let each = (Int64(whole) - 1) / Int64(count)
      stated =
        (Int64(whole) - 1) % Int64(count) == 0 ? Array(repeating: each, count: count - 1) : nil
    default: stated = stepwise(count - 1, &rest)
    }
    guard let stated else { return nil }
    let used = Int64(bytes.count - rest.count)
    let last = Int64(whole) - used - stated.reduce(0, +)
    let all = (stated + [last]).compactMap { Int32(exactly: $0) }
    return all.count == count && all.allSatisfy { $0 >= 0 } ? all : nil
  }

  /// Lengths as sums of bytes, which end with one below 255 (Xiph).
  private static func bytewise(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> [Int64]? {
    var result: [Int64] = []
    while result.count < count {
      var size: Int64 = 0
      while true {
        guard let byte = rest.popFirst() else { return nil }
        size += Int64(byte)
        if byte < 255 { break }
      }
      result.append(size)
    }
    return result
  }

  /// The first length, and how much each of the next differs from the one before (EBML).
  private static func stepwise(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> [Int64]? {
    var result: [Int64] = []
    while result.count < count {
      guard let number = MatroskaElement.number(rest, keepsMark: false), number.width <= 7 else {
        return nil
      }
      rest = rest.dropFirst(number.width)
      let middle: Int64 = (1 << (7 * Int64(number.width) - 1)) - 1
      let size = result.last.map { $0 + Int64(number.value) - middle } ?? Int64(number.value)
      guard size >= 0, size < 1 << 31 else { return nil }
      result.append(size)
    }
    return result
  }
}

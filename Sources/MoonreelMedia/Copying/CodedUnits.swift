// SPDX-License-Identifier: MIT

/// How the units (NAL units) of a packet of H.264 or HEVC are told apart.
enum CodedUnitForm: Hashable, Sendable {
  /// Each follows a start code (ITU-T H.264 and H.265, annex B).
  case startCodes
  /// Each follows its length in so many bytes (ISO/IEC 14496-15).
  case lengths(Int)
}

/// The units of packets of H.264 and HEVC.
enum CodedUnits {
  /// What stands before each unit where they are told apart by start codes.
  static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Where the units of `bytes`, whose first place is 0, lie, what tells them apart left out; `nil` where they do not fill
  /// the packet.
  static func ranges<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes, _ form: CodedUnitForm
  ) -> [Range<Int>]? where Bytes.Index == Int {
    switch form {
    case .startCodes: rangesByStartCodes(bytes)
    case .lengths(let size): rangesByLengths(bytes, size)
    }
  }

  /// The units of `bytes`, each behind a start code; `nil` where they do not fill the packet.
  static func withStartCodes(_ bytes: [UInt8], from form: CodedUnitForm) -> [UInt8]? {
    guard form != .startCodes else { return bytes }
    return ranges(in: bytes, form).map { ranges in ranges.flatMap { startCode + bytes[$0] } }
  }

  private static func rangesByLengths<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ size: Int
  ) -> [Range<Int>]? where Bytes.Index == Int {
    var (ranges, place): ([Range<Int>], Int) = ([], 0)
    while place < bytes.count {
      guard size <= bytes.count - place else { return nil }
      let length = bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
      let start = place + size
      guard length > 0, length <= bytes.count - start else { return nil }
      ranges.append(start..<start + length)
      place = start + length
    }
    return ranges
  }

  /// A unit never ends with a zero: zeros before a start code belong to nobody.
  private static func rangesByStartCodes<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes
  ) -> [Range<Int>]? where Bytes.Index == Int {
    var (ranges, start): ([Range<Int>], Int?) = ([], nil)
    func close(at end: Int) {
      guard let start else { return }
      var end = end
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      if end > start { ranges.append(start..<end) }
    }
    var place = 0
    while place + 2 < bytes.count {
      if bytes[place + 2] > 1 {
        place += 3
      } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
        close(at: place)
        start = place + 3
        place += 3
      } else {
        place += 1
      }
    }
    close(at: bytes.count)
    return ranges.isEmpty ? nil : ranges
  }
}

/// Reads the first numbers of a unit: plain bits and Exp-Golomb codes (ITU-T H.264, 9.1), without the bytes that
/// keep start codes from appearing.
struct UnitBits {
  private let bytes: [UInt8]
  private var place = 0

  /// The bits of `unit` from its first byte on; of a long one the first 64 bytes.
  init(_ unit: some Collection<UInt8>) {
    var (found, zeros): ([UInt8], Int) = ([], 0)
    for byte in unit.prefix(64) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      found.append(byte)
    }
    bytes = found
  }

  /// The next `count` bits; zeros behind the end.
  mutating func bits(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
      value = value << 1 | Int(byte >> (7 - place % 8)) & 1
      place += 1
    }
    return value
  }

  /// The next unsigned Exp-Golomb code; `nil` where none of 16 bits or fewer begins.
  mutating func number() -> Int? {
    var zeros = 0
    while bits(1) == 0 {
      zeros += 1
      guard zeros <= 16, place < bytes.count * 8 else { return nil }
    }
    return (1 << zeros) - 1 + bits(zeros)
  }
}

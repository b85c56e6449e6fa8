// SPDX-License-Identifier: MIT

/// Reads fields of a TIFF structure (EXIF 2.32, TIFF 6.0).
enum Exif {
  private static let orientationTag = 0x0112
  private static let profileTag = 0x8773

  /// The orientation (1…8) in the first directory of the TIFF structure `tiff`.
  static func orientation(_ tiff: ArraySlice<UInt8>) -> Int? {
    let reader = Reader(tiff)
    guard let entry = reader?.entry(orientationTag), let value = reader?.number(entry + 8, 2) else {
      return nil
    }
    return (1...8).contains(value) ? value : nil
  }

  /// The ICC profile that the first directory of the TIFF structure `tiff` names (TIFF/EP, tag 34675); `nil` without
  /// one, empty where it lies beyond the file's end.
  static func profile(_ tiff: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let reader = Reader(tiff), let entry = reader.entry(profileTag) else { return nil }
    guard let count = reader.number(entry + 4, 4), let at = reader.number(entry + 8, 4),
      at + count <= tiff.count
    else { return [] }
    // holds: both have 32 bits, and the guard compares them with the length.
    return tiff[(tiff.startIndex + at)..<(tiff.startIndex + at + count)]
  }

  private struct Reader {
    let tiff: ArraySlice<UInt8>
    let isLittle: Bool

    init?(_ tiff: ArraySlice<UInt8>) {
      isLittle = tiff.starts(with: Array("II".utf8))
      guard isLittle || tiff.starts(with: Array("MM".utf8)) else { return nil }
      self.tiff = tiff
    }

    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= tiff.count else { return nil }
      // holds: the guard compares them.
      let bytes = tiff[(tiff.startIndex + at)..<(tiff.startIndex + at + count)]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where the first directory has the entry of `tag`.
    func entry(_ tag: Int) -> Int? {
      guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2)
      else { return nil }
      return (0..<count).lazy.map { directory + 2 + $0 * 12 }.first { number($0, 2) == tag }
    }
  }
}

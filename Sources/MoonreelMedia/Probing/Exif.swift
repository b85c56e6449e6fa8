// SPDX-License-Identifier: MIT

/// Reads the one EXIF field that matters for drawing (EXIF 2.32, TIFF 6.0).
enum Exif {
  private static let orientationTag = 0x0112

  /// The orientation (1…8) in the first directory of the TIFF structure `tiff`.
  static func orientation(_ tiff: ArraySlice<UInt8>) -> Int? {
    let isLittle = tiff.starts(with: Array("II".utf8))
    guard isLittle || tiff.starts(with: Array("MM".utf8)) else { return nil }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= tiff.count else { return nil }
      // holds: the guard compares them.
      let bytes = tiff[(tiff.startIndex + at)..<(tiff.startIndex + at + count)]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else {
      return nil
    }
    for entry in 0..<count {
      let at = directory + 2 + entry * 12
      guard number(at, 2) == orientationTag else { continue }
      return number(at + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
    }
    return nil
  }
}

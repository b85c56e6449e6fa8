// SPDX-License-Identifier: MIT

import MoonreelCore

/// Turns the ways in which files say how a picture is held into transforms.
enum Orientation {
  /// The transform of a 3x3 display matrix (ISO/IEC 14496-12, `tkhd`; 16.16 fixed point), its scale
  /// taken out and the picture moved back to the origin.
  static func transform(
    displayMatrix matrix: UnsafePointer<Int32>, naturalSize: PixelSize
  ) -> AffineTransform {
    let (a, b) = unit(matrix[0], matrix[1])
    let (c, d) = unit(matrix[3], matrix[4])
    let turn = AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    guard abs(turn.determinant) > 0.5 else { return .identity }
    return atOrigin(turn, naturalSize)
  }

  /// The transform for EXIF's orientation `value` (1…8); anything else is upright.
  static func transform(exif value: Int, naturalSize: PixelSize) -> AffineTransform {
    let turns: [Int: (Double, Double, Double, Double)] = [
      2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1), 5: (0, 1, 1, 0), 6: (0, 1, -1, 0),
      7: (0, -1, -1, 0), 8: (0, -1, 1, 0),
    ]
    guard let (a, b, c, d) = turns[value] else { return .identity }
    return atOrigin(AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0), naturalSize)
  }

  /// `turn`, the picture moved back to the origin.
  static func atOrigin(_ turn: AffineTransform, _ size: PixelSize) -> AffineTransform {
    let box = turn.boundingBox(of: Rect(origin: .zero, size: size.size))
    return turn.followed(by: AffineTransform(translationX: -box.minX, y: -box.minY))
  }

  private static func unit(_ x: Int32, _ y: Int32) -> (Double, Double) {
    let (x, y) = (Double(x), Double(y))
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return (0, 0) }
    return (x / length, y / length)
  }
}

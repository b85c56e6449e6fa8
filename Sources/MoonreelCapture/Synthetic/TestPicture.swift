// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What a ``SyntheticCamera`` sees: a number, as bars that a program can read and as digits, and a field that is lit or not.
///
///     | bars: the number in binary, white is 1 |   an eighth of the height
///     | red on the left, blue on the right     |   an eighth
///     | the field, white where it is lit       |   a half
///     | the number in digits                   |   a quarter
public struct TestPicture: Hashable, Sendable {
  /// The number of the picture, 0…1,048,575.
  public var number: Int
  /// Whether the field is lit.
  public var isLit: Bool

  static let bits = 20
  private static let (black, white): (UInt8, UInt8) = (16, 235)
  private static let (red, blue): ((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8)) = (
    (63, 102, 240), (32, 240, 118)
  )

  /// The picture with this number.
  public init(number: Int, isLit: Bool) { (self.number, self.isLit) = (number, isLit) }

  /// The picture in 8-bit 4:2:0, BT.709.
  public func draw(_ size: PixelSize) -> FrameBuffer {
    FrameBuffer(
      format: .yuv420(), size: size, color: .bt709, isZeroed: false
    ) { planes in
      fill(planes[1], 0..<size.height, 0..<size.width, 128)
      fill(planes[2], 0..<size.height, 0..<size.width, 128)
      drawBars(planes[0])
      drawColors(planes)
      let (top, bottom) = (size.height / 4, size.height * 3 / 4)
      fill(planes[0], top..<bottom, 0..<size.width, isLit ? Self.white : 48)
      fill(planes[0], bottom..<size.height, 0..<size.width, Self.black)
      drawDigits(planes[0], from: bottom)
    }
  }

  /// What is read from a picture of this kind in planar 8-bit YCbCr, also after lossy coding; `nil` for other formats.
  public init?(reading frame: FrameBuffer) {
    let (size, format) = (frame.size, frame.format)
    guard format.family == .yuv, format.packing != .packed(order: ""), format.bitDepth == 8 else {
      return nil
    }
    func isBright(_ x: Int, _ y: Int) -> Bool {
      (frame.planes[0].base + y * frame.planes[0].strideBytes + x).load(as: UInt8.self) > 126
    }
    number = (0..<Self.bits).reduce(0) { sum, bit in
      let x = (2 * bit + 1) * size.width / (2 * Self.bits)
      return sum << 1 | (isBright(x, size.height / 16) ? 1 : 0)
    }
    isLit = isBright(size.width / 2, size.height / 2)
  }

  private func drawBars(_ plane: FrameBuffer.Plane) {
    let (width, height) = (plane.size.width, plane.size.height)
    for bit in 0..<Self.bits {
      let isSet = number >> (Self.bits - 1 - bit) & 1 == 1
      fill(
        plane, 0..<height / 8, bit * width / Self.bits..<(bit + 1) * width / Self.bits,
        isSet ? Self.white : Self.black)
    }
  }

  private func drawColors(_ planes: [FrameBuffer.Plane]) {
    for (index, plane) in planes.enumerated() {
      let (width, height) = (plane.size.width, plane.size.height)
      let values = [Self.red, Self.blue].map { [$0.0, $0.1, $0.2][index] }
      let rows = height / 8..<height / 4
      fill(plane, rows, 0..<width / 2, values[0])
      fill(plane, rows, width / 2..<width, values[1])
    }
  }

  /// Fills `columns` of `rows`, as far as the plane has them.
  private func fill(
    _ plane: FrameBuffer.Plane, _ rows: Range<Int>, _ columns: Range<Int>, _ value: UInt8
  ) {
    let columns = columns.clamped(to: 0..<plane.size.width)
    for row in rows.clamped(to: 0..<plane.size.height) {
      memset(plane.base + row * plane.strideBytes + columns.lowerBound, Int32(value), columns.count)
    }
  }

  // MARK: Digits

  /// Three columns and five rows of each digit, the upper left one first.
  private static let digits: [UInt16] = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111,
  ]

  private func drawDigits(_ plane: FrameBuffer.Plane, from top: Int) {
    let unit = max(1, (plane.size.height - top) / 7)
    for (place, digit) in String(number).compactMap(\.wholeNumberValue).enumerated() {
      for cell in 0..<15 where Self.digits[digit] >> (14 - cell) & 1 == 1 {
        let (x, y) = (unit * (1 + 4 * place + cell % 3), top + unit * (1 + cell / 3))
        fill(plane, y..<y + unit, x..<x + unit, Self.white)
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Pictures cut into nine: no seams, exact corners, tiles where they belong.
@Suite struct NineSliceTests {
  private let renderer = PictureRenderer(threadCount: 2)

  /// A frame of nine flat fields, each of its own gray, cut 4 pixels from the edges (top 2).
  private func fields(_ gray: (Int, Int) -> Int) -> Image {
    Image(
      frame: .make(.rgb24, 16, 12, .srgb) { _, _, x, y in
        gray(x < 4 ? 0 : x < 12 ? 1 : 2, y < 2 ? 0 : y < 8 ? 1 : 2)
      })
  }

  private func slices(
    _ width: Double, _ height: Double, widths: EdgeInsets? = nil, _ fill: NineSlice.Fill = .stretch
  ) -> NineSlice {
    NineSlice(
      insets: EdgeInsets(top: 2, right: 4, bottom: 4, left: 4), size: Size(width, height),
      widths: widths, fill: fill)
  }

  private func codes(_ image: Image, _ width: Int, _ height: Int, scale: Double = 1) throws
    -> [[UInt8]]
  {
    let target = FrameTarget(
      size: PixelSize(width, height), format: .rgba, color: .srgb, scale: scale,
      background: .transparent)
    let frame = try renderer.render(image, to: target)
    let plane = frame.planes[0]
    return withExtendedLifetime(frame) {
      (0..<height).map { y in
        Array(UnsafeRawBufferPointer(start: plane.base + y * plane.strideBytes, count: 4 * width))
      }
    }
  }

  @Test(
    "a flat picture stays flat at any size, place and scale", arguments: NineSlice.Fill.allCases,
    [1.0, 0.37, 0.1, 2.3])
  func flat(fill: NineSlice.Fill, scale: Double) throws {
    let image = fields { _, _ in 200 }
    for size in [(40.0, 30.0), (40.3, 29.6), (9.5, 7.25), (5, 3), (61, 200)] {
      for offset in [0.0, 0.3, 0.5] {
        let sliced = try image.nineSliced(slices(size.0, size.1, fill))
          .transformed(by: AffineTransform(translationX: -offset, y: -offset))
        let (width, height) = (
          Int((size.0 - offset) * scale), Int((size.1 - offset) * scale)
        )
        guard width > 0, height > 0 else { continue }
        let codes = try codes(sliced, width, height, scale: scale)
        let wrong = codes.joined().enumerated().filter { $1 != ($0 % 4 == 3 ? 255 : 200) }
        #expect(wrong.isEmpty, "\(size) \(offset): \(wrong.prefix(4))")
      }
    }
  }

  @Test("every field ends up where it belongs, corners pixel for pixel")
  func fields() throws {
    let image = fields { column, row in 20 + 80 * column + 20 * row }
    let rows = try codes(try image.nineSliced(slices(40, 30)), 40, 30)
    for (y, row) in rows.enumerated() {
      for x in 0..<40 {
        let (column, line) = (x < 4 ? 0 : x < 36 ? 1 : 2, y < 2 ? 0 : y < 26 ? 1 : 2)
        #expect(row[4 * x] == UInt8(20 + 80 * column + 20 * line), "\(x), \(y)")
      }
    }
  }

  @Test("at its own size it is the picture itself")
  func identity() throws {
    let frame = FrameBuffer.random(.rgb24, 16, 12, .srgb, seed: 5)
    for fill in NineSlice.Fill.allCases {
      let sliced = try Image(frame: frame).nineSliced(slices(16, 12, fill))
      #expect(try codes(sliced, 16, 12) == codes(Image(frame: frame), 16, 12), "\(fill)")
    }
  }

  @Test("the middle is repeated from the middle outwards, or a whole number of times")
  func tiles() throws {
    // Columns 4…11 of the middle: 4 dark, 4 bright.
    let image = Image(
      frame: .make(.rgb24, 16, 12, .srgb) { _, _, x, _ in (4..<12).contains(x) && x >= 8 ? 250 : 10
      })
    func row(_ width: Double, _ fill: NineSlice.Fill) throws -> [Bool] {
      let row = try codes(try image.nineSliced(slices(width, 20, fill)), Int(width), 20)[10]
      return stride(from: 16, to: 4 * Int(width) - 16, by: 4).map { row[$0] > 128 }
    }
    let dark = [Bool](repeating: false, count: 4)
    let bright = [Bool](repeating: true, count: 4)
    // 20 pixels have room for one tile in the middle and six pixels of its neighbours on each side.
    #expect(
      try row(28, .repeat)
        == [false, false] + bright + dark + bright + dark + [true, true])
    #expect(try row(32, .round) == dark + bright + dark + bright + dark + bright)
    #expect(try row(24, .round) == dark + bright + dark + bright)
  }

  @Test("edges without room become narrower together; widths scale the corners")
  func widths() throws {
    let image = fields { column, row in 20 + 80 * column + 20 * row }
    let narrow = try codes(try image.nineSliced(slices(4, 30)), 4, 30)
    #expect(
      narrow[15].enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == [40, 40, 200, 200])
    let wide = slices(40, 30, widths: EdgeInsets(top: 6, right: 8, bottom: 8, left: 8))
    let rows = try codes(try image.nineSliced(wide), 40, 30)
    #expect(rows[5][4 * 7] == 20 && rows[5][4 * 8] == 100 && rows[6][4 * 7] == 40)
    #expect(rows[29][4 * 39] == 220)
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      (
        EdgeInsets(top: 0, right: 9, bottom: 0, left: 9), Size(40, 40),
        "must fit into the picture, which is 16x12"
      ),
      (EdgeInsets(top: -1, right: 0, bottom: 0, left: 0), Size(40, 40), "must be 0 or more pixels"),
      (EdgeInsets(top: 1, right: 1, bottom: 1, left: 1), Size(0, 40), "the size above 0"),
      (
        EdgeInsets(top: .nan, right: 1, bottom: 1, left: 1), Size(9, 40), "must be 0 or more pixels"
      ),
    ])
  func refused(insets: EdgeInsets, size: Size, message: String) {
    let error = #expect(throws: MoonreelError.self) {
      try fields { _, _ in 9 }.nineSliced(NineSlice(insets: insets, size: size))
    }
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    #expect(throws: MoonreelError.self) {
      try Image(color: .white).nineSliced(NineSlice(insets: insets, size: size))
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Chroma is read and written where its siting says, at every resolution.
struct SitingTests {
  private let renderer = PictureRenderer(threadCount: 2)

  /// Where chroma lies among 2 or 4 columns and rows, from the first.
  struct Place: CustomTestStringConvertible, Sendable {
    var siting: ColorTags.ChromaSiting
    var column: [Int: Double]
    var row: [Int: Double]
    var testDescription: String { siting.rawValue }
  }

  private static let first: [Int: Double] = [1: 0, 2: 0, 4: 0]
  private static let between: [Int: Double] = [1: 0, 2: 0.5, 4: 1.5]
  private static let last: [Int: Double] = [1: 0, 2: 1, 4: 3]

  static let places = [
    Place(siting: .left, column: first, row: between),
    Place(siting: .center, column: between, row: between),
    Place(siting: .topLeft, column: first, row: first),
    Place(siting: .top, column: between, row: first),
    Place(siting: .bottomLeft, column: first, row: last),
    Place(siting: .bottom, column: between, row: last),
  ]

  /// Chroma that rises by 8 a luma pixel, read on a frame moved by `move` pixels.
  private func expectRamps(_ place: Place, shiftX: Int, shiftY: Int, move: Double) throws {
    let (columns, rows) = (1 << shiftX, 1 << shiftY)
    let format = PixelFormat(
      family: .yuv, packing: .planar, bitDepth: 8, chromaShiftX: shiftX, chromaShiftY: shiftY)
    let color = tags(.bt709, .full, place.siting)
    let frame = FrameBuffer.make(format, 16, 16, color) { plane, _, x, y in
      plane == 0 ? 128 : plane == 1 ? 64 + 8 * columns * x : 64 + 8 * rows * y
    }
    var image = Image(frame: frame)
    if move != 0 {
      let map = AffineTransform.identity.followed(by: AffineTransform(translationX: move, y: move))
      image = image.transformed(by: map, sampling: .bilinear)
    }
    let drawn = try renderer.render(
      image, to: FrameTarget(size: frame.size, format: .yuv444(), color: color))
    for pixel in 5..<11 {
      let across = Double(pixel) - move - place.column[columns]!
      let down = Double(pixel) - move - place.row[rows]!
      #expect(Double(drawn.code(1, pixel, 6)) == 64 + 8 * across, "\(columns) columns, \(pixel)")
      #expect(Double(drawn.code(2, 6, pixel)) == 64 + 8 * down, "\(rows) rows, \(pixel)")
    }
  }

  @Test(arguments: places) func chromaIsReadWhereItIsSited(_ place: Place) throws {
    for (shiftX, shiftY) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 2)] {
      for move in [0, 0.5] {
        try expectRamps(place, shiftX: shiftX, shiftY: shiftY, move: move)
      }
    }
  }

  @Test(arguments: places) func chromaIsWrittenWhereItIsSited(_ place: Place) throws {
    // A chroma ramp: the filters keep it, so that the position can be read off its value.
    let color = tags(.bt709, .full, place.siting)
    let source = FrameBuffer.make(.yuv444(), 8, 8, color) { plane, _, x, y in
      plane == 0 ? 128 : plane == 1 ? 80 + 2 * x : 80 + 2 * y
    }
    let target = FrameTarget(size: PixelSize(8, 8), format: .yuv420(), color: color)
    let drawn = try renderer.render(Image(frame: source), to: target)
    for sample in 1...2 {
      let (across, down) = (place.column[2]!, place.row[2]!)
      #expect(Double(drawn.code(1, sample, 1)) == 80 + 4 * Double(sample) + 2 * across)
      #expect(Double(drawn.code(2, 1, sample)) == 80 + 4 * Double(sample) + 2 * down)
    }
  }

  @Test func rowsDoNotCountWhereTheyAreNotShared() throws {
    // 4:2:2 is as good as planar whatever its siting says of rows.
    let frames = [ColorTags.ChromaSiting.left, .topLeft, .bottomLeft].map {
      FrameBuffer.random(.yuv422(), 9, 5, tags(.bt709, .limited, $0), seed: 5)
    }
    let target = FrameTarget(
      size: PixelSize(9, 5), format: .yuv422(), color: tags(.bt709, .limited, .left))
    let drawn = try frames.map {
      try renderer.render(Image(frame: $0).opacity(0.5), to: target).bytes
    }
    #expect(drawn[0] == drawn[1] && drawn[0] == drawn[2])
  }

  @Test func otherResolutionsAreNotWritten() throws {
    for (shiftX, shiftY) in [(0, 1), (2, 0), (2, 2)] {
      let format = PixelFormat(
        family: .yuv, packing: .planar, bitDepth: 8, chromaShiftX: shiftX, chromaShiftY: shiftY)
      #expect(format.isNative)
      #expect(throws: MoonreelError.self) {
        try renderer.render(
          Image(color: .black),
          to: FrameTarget(size: PixelSize(4, 4), format: format, color: .bt709))
      }
    }
  }
}

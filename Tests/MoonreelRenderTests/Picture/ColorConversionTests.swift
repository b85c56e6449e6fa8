// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Matrices, ranges and depths against formulas in double precision.
struct ColorConversionTests {
  private let renderer = PictureRenderer(threadCount: 1)

  struct Case: CustomStringConvertible {
    var matrix: ColorTags.Matrix
    var range: ColorTags.Range
    var bits: Int
    var description: String { "\(matrix) \(range) \(bits) bits" }
  }

  static let cases: [Case] = [ColorTags.Matrix.bt601, .bt709, .bt2020].flatMap { matrix in
    [ColorTags.Range.limited, .full].flatMap { range in
      [8, 10, 12].map { Case(matrix: matrix, range: range, bits: $0) }
    }
  }

  @Test(arguments: cases) func codesBecomeTheRightColours(_ test: Case) throws {
    let color = tags(test.matrix, test.range)
    let frame = FrameBuffer.random(.yuv444(test.bits), 33, 17, color, seed: 5)
    let target = FrameTarget(size: frame.size, format: .rgba64, color: .srgb)
    let drawn = try renderer.render(Image(frame: frame), to: target)
    let plain = PlainColor(color, bits: test.bits)
    var worst = 0.0
    for y in 0..<17 {
      for x in 0..<33 {
        let codes = (0..<3).map { Double(frame.code($0, x, y)) }
        let rgb = plain.rgb(codes[0], codes[1], codes[2])
        for (part, value) in [rgb.0, rgb.1, rgb.2].enumerated() {
          let wanted = max(0, min(1, value)) * 65535
          worst = max(worst, abs(Double(drawn.code(0, x, y, part: part)) - wanted))
        }
      }
    }
    #expect(worst <= 1, "\(test)")
  }

  @Test(arguments: cases) func coloursBecomeTheRightCodes(_ test: Case) throws {
    let color = tags(test.matrix, test.range)
    let frame = FrameBuffer.random(.rgba64, 33, 17, .srgb, seed: 6)
    let target = FrameTarget(size: frame.size, format: .yuv444(test.bits), color: color)
    // Alpha is random too; the codes are those of the picture over black.
    let drawn = try renderer.render(Image(frame: frame), to: target)
    let plain = PlainColor(color, bits: test.bits)
    let limit = Double((1 << test.bits) - 1)
    var worst = 0.0
    for y in 0..<17 {
      for x in 0..<33 {
        let parts = (0..<4).map { Double(frame.code(0, x, y, part: $0)) / 65535 }
        let codes = plain.codes(parts[0] * parts[3], parts[1] * parts[3], parts[2] * parts[3])
        for (plane, value) in [codes.0, codes.1, codes.2].enumerated() {
          let wanted = max(0, min(limit, value))
          worst = max(worst, abs(Double(drawn.code(plane, x, y)) - wanted))
        }
      }
    }
    #expect(worst <= 0.51, "\(test)")
  }

  @Test(arguments: cases) func graysBlackAndWhiteAreExact(_ test: Case) throws {
    let color = tags(test.matrix, test.range)
    let unit = 1 << (test.bits - 8)
    let full = (1 << test.bits) - 1
    let (black, white) = test.range == .full ? (0, full) : (16 * unit, 235 * unit)
    for (gray, luma) in [(0.0, black), (1.0, white)] {
      // A float target first: no rounding hides an error there.
      let target = FrameTarget(size: PixelSize(2, 2), format: .yuv444(test.bits), color: color)
      let image = Image(.checker(side: 1, Color(gray, gray, gray), Color(gray, gray, gray)))
      let drawn = try renderer.render(image.gamma(1.5), to: target)
      #expect(drawn.code(0, 1, 1) == luma, "\(test)")
      #expect(drawn.code(1, 1, 1) == 128 * unit && drawn.code(2, 0, 0) == 128 * unit, "\(test)")
      let frame = FrameBuffer.make(.yuv444(test.bits), 2, 2, color) { plane, _, _, _ in
        plane == 0 ? luma : 128 * unit
      }
      let back = try renderer.render(
        Image(frame: frame), to: FrameTarget(size: frame.size, format: .rgba64, color: .srgb))
      for part in 0..<3 {
        #expect(back.code(0, 0, 1, part: part) == Int(gray * 65535), "\(test)")
      }
    }
  }

  @Test func everyGrayComesBack() throws {
    for range in [ColorTags.Range.limited, .full] {
      let color = tags(.bt709, range)
      let frame = FrameBuffer.make(.yuv444(), 256, 1, color) { plane, _, x, _ in
        plane == 0 ? x : 128
      }
      // A lookup that changes nothing keeps the planes from being passed on.
      let image = Image(frame: frame).colorPolynomial(red: [0, 1], green: [0, 1], blue: [0, 1])
      let drawn = try renderer.render(
        image, to: FrameTarget(size: frame.size, format: .yuv444(), color: color))
      for x in 0..<256 {
        #expect(drawn.code(0, x, 0) == x && drawn.code(1, x, 0) == 128, "\(range) \(x)")
      }
    }
  }
}

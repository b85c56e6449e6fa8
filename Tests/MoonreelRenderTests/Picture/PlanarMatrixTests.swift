// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Colour matrices plane by plane: the same as in R'G'B', but for rounding.
struct PlanarMatrixTests {
  private static let size = PixelSize(26, 18)

  private static let changes: [(String, @Sendable (Image) -> Image)] = [
    ("gain", { $0.colorGain(0.6) }), ("more gain", { $0.colorGain(1.4) }),
    ("brightness", { $0.brightness(0.1) }), ("contrast", { $0.contrast(1.3) }),
    ("saturation", { $0.saturation(0.4) }), ("gray", { $0.saturation(0) }),
    ("hue", { $0.hue(degrees: 35) }), ("exposure", { $0.exposure(-1) }),
    ("two", { $0.saturation(1.5).contrast(0.8) }),
  ]

  private func frame(_ format: PixelFormat, _ color: ColorTags, _ seed: UInt64) -> Image {
    Image(frame: .random(format, 26, 18, color, seed: seed))
  }

  @Test(arguments: changes.indices) func valuesAreThoseOfColors(_ index: Int) throws {
    let (name, change) = Self.changes[index]
    for (format, range) in [
      (PixelFormat.yuv444(), ColorTags.Range.limited), (.yuv444(), .full), (.yuv444(10), .limited),
    ] {
      let color = tags(.bt709, range)
      let target = FrameTarget(size: Self.size, format: format, color: color)
      let move = AffineTransform(translationX: 4.3, y: -2)
      // Changed before and after it is moved, faded and cut, and over something.
      let images = [
        change(frame(format, color, 1)), change(frame(format, color, 2).transformed(by: move)),
        change(frame(format, color, 3).opacity(0.4)).over(frame(format, color, 4)),
        change(frame(format, color, 5).cropped(to: Rect(x: 2.5, y: 3, width: 11, height: 9.7)))
          .transformed(by: move).over(change(frame(format, color, 6))),
      ]
      for (place, image) in images.enumerated() {
        #expect(planarPicture(image, for: target) != nil, "\(name), picture \(place)")
        #expect(try distanceFromFloat(image, target) <= 1, "\(name), picture \(place), \(format)")
      }
    }
  }

  @Test("what mixes luma with chroma, or changes alpha, is drawn in float") func others() {
    let image = frame(.yuv420(), .bt709, 1)
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    var veil = Image.ColorMatrix.brightness(0).coefficients
    veil[18] = 0.5
    var tint = Image.ColorMatrix.brightness(0).coefficients
    tint[0] = 0.9
    var warm = Image.ColorMatrix.brightness(0).coefficients
    warm[4] = 0.1
    for numbers in [veil, tint, warm] {
      #expect(planarPicture(image.colorMatrix(.init(numbers)), for: target) == nil)
    }
    // Saturation keeps the luma of BT.709.
    let old = tags(.bt601)
    let oldTarget = FrameTarget(size: Self.size, format: .yuv420(), color: old)
    let oldImage = frame(.yuv420(), old, 1)
    #expect(planarPicture(oldImage.saturation(0.5), for: oldTarget) == nil)
    #expect(planarPicture(oldImage.colorGain(0.5), for: oldTarget) != nil)
    #expect(planarPicture(image.saturation(0.5), for: target) != nil)
    // Gray has one plane: what a matrix does to it needs all of a colour.
    let gray = FrameTarget(size: Self.size, format: .gray(), color: .bt709)
    #expect(planarPicture(frame(.gray(), .bt709, 1).colorGain(0.5), for: gray) == nil)
  }
}

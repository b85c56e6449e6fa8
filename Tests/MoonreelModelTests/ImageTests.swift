// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

@Suite struct Images {
  static func frame(_ width: Int, _ height: Int, aspect: Rational = .one) -> Image {
    Image(
      frame: FrameBuffer(
        format: .gray(), size: PixelSize(width, height), color: .bt709, pixelAspect: aspect,
        fill: { _ in }))
  }

  @Test func nothingToDoIsNothingDone() {
    let image = Self.frame(4, 4)
    #expect(image.transformed(by: .identity) === image)
    #expect(image.opacity(1) === image)
    #expect(image.gamma(1) === image)
    #expect(image.exposure(0) === image)
    #expect(image.gaussianBlurred(sigma: 0) === image)
  }

  @Test func pixelAspectIsAppliedToFrames() {
    #expect(Self.frame(720, 576, aspect: Rational(64, 45)).extent?.size == Size(1024, 576))
    #expect(Self.frame(720, 576).extent?.size == Size(720, 576))
  }

  @Test(
    "Extents",
    arguments: [
      (Image.empty, Rect.zero), (Image(color: .black), nil),
      (frame(4, 2), Rect(x: 0, y: 0, width: 4, height: 2)),
      (
        frame(4, 2).transformed(by: AffineTransform(rotationDegrees: 90)),
        Rect(x: -2, y: 0, width: 2, height: 4)
      ),
      (
        Image(color: .white).cropped(to: Rect(x: 1, y: 1, width: 2, height: 2)),
        Rect(x: 1, y: 1, width: 2, height: 2)
      ),
      (
        frame(4, 2).over(frame(2, 8)), Rect(x: 0, y: 0, width: 4, height: 8)
      ),
      (frame(4, 2).over(Image(color: .black)), nil), (frame(4, 2).over(.empty), frame(4, 2).extent),
      (
        frame(4, 2).gaussianBlurred(sigma: 1.5), Rect(x: -6, y: -6, width: 16, height: 14)
      ),
      (frame(4, 2).clampedToEdges(), nil), (frame(4, 2).brightness(0.1), frame(4, 2).extent),
    ] as [(Image, Rect?)])
  func extents(_ image: Image, _ expected: Rect?) {
    #expect(image.extent == expected)
  }

  /// What a colour matrix makes of a colour.
  static func apply(_ image: Image, to color: [Float]) -> [Float] {
    guard case .adjustment(_, .matrix(let matrix)) = image.node else { return color }
    return (0..<3).map { row in
      let own = matrix.coefficients[row * 5..<row * 5 + 5]
      return zip(own, color + [1, 1]).map { $0 * $1 }.reduce(0, +)
    }
  }

  static func luma(_ color: [Float]) -> Float {
    0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
  }

  @Test("Hue and saturation keep luma", arguments: [-180.0, -33, 0, 1, 90, 180, 270, 721])
  func lumaIsKept(_ degrees: Double) {
    for color in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.2, 0.7, 0.4], [1, 1, 1]] as [[Float]] {
      let image = Image(color: .black)
      let turned = Self.apply(image.hue(degrees: degrees), to: color)
      #expect(abs(Self.luma(turned) - Self.luma(color)) < 1e-6)
      let faded = Self.apply(image.saturation(Float(degrees) / 100), to: color)
      #expect(abs(Self.luma(faded) - Self.luma(color)) < 1e-5)
    }
  }

  @Test func hueTurnsRoundAndGrayStays() {
    let image = Image(color: .black)
    for (a, b) in zip(Self.apply(image.hue(degrees: 360), to: [0.1, 0.6, 0.9]), [0.1, 0.6, 0.9]) {
      #expect(abs(Double(a) - b) < 1e-6)
    }
    for component in Self.apply(image.hue(degrees: 77), to: [0.5, 0.5, 0.5]) {
      #expect(abs(component - 0.5) < 1e-6)
    }
    #expect(Self.apply(image.saturation(0), to: [1, 0, 0]).allSatisfy { abs($0 - 0.2126) < 1e-6 })
  }

  @Test func adjustmentsByHand() {
    let image = Image(color: .black)
    #expect(Self.apply(image.brightness(0.25), to: [0, 0.5, 1]) == [0.25, 0.75, 1.25])
    #expect(Self.apply(image.contrast(2), to: [0.25, 0.5, 1]) == [0, 0.5, 1.5])
    #expect(Self.apply(image.colorGain(0.5), to: [0, 0.5, 1]) == [0, 0.25, 0.5])
    // 2.4 stops double a signal that is light to the power of 1/2.4.
    #expect(Self.apply(image.exposure(2.4), to: [0, 0.25, 0.5]) == [0, 0.5, 1])
    #expect(Self.apply(image.exposure(-2.4), to: [0, 0.5, 1]) == [0, 0.25, 0.5])
  }

  @Test func opacityAndAmountsAreLimited() {
    guard case .opacity(_, let factor) = Image(color: .white).opacity(-3).node else {
      Issue.record("not an opacity node")
      return
    }
    #expect(factor == 0)
    guard case .dissolve(_, _, let amount) = Image.empty.dissolved(to: .empty, amount: 7).node
    else {
      Issue.record("not a dissolve node")
      return
    }
    #expect(amount == 1)
  }

  @Test func aMillionNodesAreFreedWithoutRecursion() {
    var image = Image(color: .white)
    for _ in 0..<1_000_000 { image = image.opacity(0.5) }
    #expect(image.depth == 1_000_001)
  }
}

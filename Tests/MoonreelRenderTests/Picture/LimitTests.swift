// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Graphs that are too large, too deep or shared beyond counting end in a picture or an error.
struct LimitTests {
  private let renderer = PictureRenderer(threadCount: 1)
  private let target = FrameTarget.rgb(8, 8)

  @Test func aMillionNodesInARowAreRefused() throws {
    var image = Image(.checker(side: 2, .black, .white))
    for _ in 0..<1_000_000 { image = image.opacity(0.999) }
    #expect(throws: MoonreelError.self) { try renderer.render(image, to: target) }
    var moved = Image(frame: .random(.rgb24, 8, 8, .srgb, seed: 1))
    for index in 0..<1_000_000 {
      moved = Image(.transform(moved, .init(translationX: index % 2 == 0 ? 2 : -2, y: 0), .nearest))
    }
    let error = #expect(throws: MoonreelError.self) { try renderer.render(moved, to: target) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func aMillionBlendedOrPinnedPicturesAreRefused() throws {
    let base = Image(frame: .random(.rgba, 8, 8, .srgb, seed: 1))
    let corner = (Point(0, 0), Point(8, 0), Point(7, 8), Point(1, 8))
    let steps: [(Image) throws -> Image] = [
      { $0.blended(onto: base, mode: .softLight) }, { $0.composited(onto: base, .sourceAtop) },
      { $0.matted(by: base, inverted: true) }, { base.combined(with: $0, .subtract) },
      { Image(.tile($0.cropped(to: Rect(x: 0, y: 0, width: 8, height: 8)), mirrors: true)) },
      {
        try $0.cornerPinned(
          topLeft: corner.0, topRight: corner.1, bottomRight: corner.2, bottomLeft: corner.3)
      },
    ]
    for step in steps {
      var image = base
      for _ in 0..<1_000_000 { image = try step(image) }
      let error = #expect(throws: MoonreelError.self) { try renderer.render(image, to: target) }
      #expect(error?.code == .limitExceeded)
    }
  }

  @Test func aPictureOverItselfSixtyTimesIsDrawnOnce() throws {
    var image = Image(frame: .random(.rgb24, 8, 8, .srgb, seed: 1)).opacity(0.5)
    for _ in 0..<60 { image = image.over(image) }
    #expect(try renderer.render(image, to: target).size == PixelSize(8, 8))
    var planar = Image(frame: .random(.yuv420(), 8, 8, seed: 1)).opacity(0.5)
    for _ in 0..<60 { planar = planar.over(planar) }
    let yuv = FrameTarget(size: PixelSize(8, 8), format: .yuv420(), color: .bt709)
    #expect(try renderer.render(planar, to: yuv).size == PixelSize(8, 8))
  }

  @Test func placementsBeyondCountingAreRefused() throws {
    // Nothing hides what lies below.
    var image = Image(.checker(side: 2, .transparent, .white))
    for level in 0..<60 {
      let move = AffineTransform(translationX: Double(1 << (level % 40)), y: 0)
      image = image.over(image.transformed(by: move))
    }
    let error = #expect(throws: MoonreelError.self) { try renderer.render(image, to: target) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func deepGraphsBelowTheLimitAreDrawn() throws {
    var image = Image(.checker(side: 2, .black, .white))
    for index in 0..<5_000 { image = index % 2 == 0 ? image.opacity(0.9999) : image.brightness(0) }
    #expect(try renderer.render(image, to: target).size == target.size)
  }

  @Test func nestedBlursAreDrawnInOrder() throws {
    var image = Image(color: .white).cropped(to: Rect(x: 2, y: 2, width: 4, height: 4))
    for _ in 0..<20 { image = image.gaussianBlurred(sigma: 0.5) }
    let frame = try renderer.render(image, to: target)
    #expect(frame.code(0, 4, 4) > frame.code(0, 0, 4))
  }

  @Test func impossibleRequestsAreExplained() throws {
    let noise = Image(.noise(seed: 1))
    let cases: [(Image, FrameTarget)] = [
      (noise, .rgb(0, 4)), (noise, .rgb(4, 99_999)),
      (noise.transformed(by: .init(scaleX: .nan, y: 1)), target),
      (noise.transformed(by: .init(scaleX: 1e-7, y: 1e-7)), target),
      (noise.gaussianBlurred(sigma: 1e9), target),
      (noise, FrameTarget(size: target.size, format: .rgb24, color: .srgb, scale: 0)),
    ]
    for (index, (image, target)) in cases.enumerated() {
      #expect(throws: MoonreelError.self, "case \(index)") {
        try renderer.render(image, to: target)
      }
    }
  }

  @Test func flattenedAndFarAwayPicturesAreNothing() throws {
    let card = Image(.testCard(size: Size(8, 8), phase: 0))
    let frame = FrameBuffer.random(.yuv420(), 64, 64, seed: 1)
    let gone: [Image] = [
      card.transformed(by: .init(scaleX: 0, y: 1)),
      card.transformed(by: .init(translationX: 1e12, y: 0)),
      card.cropped(to: Rect(x: 3, y: 3, width: 0, height: 4)),
      card.transformed(by: .init(translationX: 1e12, y: 0)).gaussianBlurred(sigma: 2),
      Image.empty.gaussianBlurred(sigma: 2), Image.empty.clampedToEdges(),
      Image(frame: frame).transformed(by: .init(scaleX: 1e-12, y: 1e-12)),
      Image(frame: frame).transformed(by: .init(scaleX: 1e-12, y: 1e12)),
      Image(frame: frame).transformed(
        by: .init(a: 1e-12, b: 1e-12, c: -1e-12, d: 1e-12, tx: 4, ty: 4)),
      card.cropped(to: Rect(x: .nan, y: 0, width: 4, height: 4)),
    ]
    for (index, image) in gone.enumerated() {
      let bytes = try renderer.render(image, to: target).bytes
      #expect(bytes.allSatisfy { $0 == 0 }, "picture \(index)")
    }
  }
}

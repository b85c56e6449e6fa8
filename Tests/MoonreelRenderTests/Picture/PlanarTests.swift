// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Pictures drawn plane by plane are what the definition says, to the bit.
struct PlanarTests {
  private let renderer = PictureRenderer(threadCount: 2)

  static let formats: [PixelFormat] = [
    .yuv420(), .yuv420(10), .yuv420(12), .yuv420(16), .yuv422(10), .yuv444(), .nv12, .p010,
    .yuv420(alpha: true), .yuv444(10, alpha: true),
  ]

  /// A graph to which the definition applies.
  private func graph(
    _ format: PixelFormat, _ color: ColorTags, _ random: inout Seeded, _ depth: Int
  )
    -> Image
  {
    func even(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random) * 2)
    }
    guard depth > 0 else {
      if Int.random(in: 0..<4, using: &random) == 0 {
        return Image(
          color: Color(
            .random(in: 0...1, using: &random), .random(in: 0...1, using: &random), 0.25,
            Bool.random(using: &random) ? 1 : 0.375))
      }
      return Image(
        frame: .random(format, 22, 14, color, seed: random.next()))
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return graph(format, color, &random, depth - 1)
        .opacity(Float.random(in: 0.01...0.99, using: &random))
    case 1:
      return graph(format, color, &random, depth - 1).transformed(
        by: AffineTransform(translationX: even(-3...3), y: even(-3...3)))
    case 2:
      return graph(format, color, &random, depth - 1).cropped(
        to: Rect(x: even(-2...5), y: even(-2...3), width: even(1...8), height: even(1...6)))
    case 3:
      return graph(format, color, &random, depth - 1).dissolved(
        to: graph(format, color, &random, depth - 1), amount: 0.3)
    default:
      return graph(format, color, &random, depth - 1).over(
        graph(format, color, &random, depth - 1))
    }
  }

  @Test(arguments: formats.indices) func everySampleIsAsDefined(_ index: Int) throws {
    let format = Self.formats[index]
    for seed in 0..<24 {
      var random = Seeded(UInt64(seed * 31 + index))
      let color = tags(seed % 2 == 0 ? .bt709 : .bt601, seed % 3 == 0 ? .full : .limited)
      let image = graph(format, color, &random, 3)
      let background: Color = format.hasAlpha ? .transparent : Color(0.1, 0.7, 0.3)
      let target = FrameTarget(
        size: PixelSize(26, 18), format: format, color: color, background: background)
      let isPlanar = planarPicture(image, for: target) != nil
      #expect(isPlanar, "\(format) seed \(seed)")
      let frame = try renderer.render(image, to: target)
      #expect(firstFault(frame, image, target) == nil, "\(format) seed \(seed)")
    }
  }

  private func firstFault(_ frame: FrameBuffer, _ image: Image, _ target: FrameTarget) -> String? {
    let plain = PlainPlanes(target: target)
    for plane in 0..<(target.format.hasAlpha ? 4 : 3) {
      let size =
        target.format.packing == .semiplanar && plane > 0
        ? target.format.planeSize(1, of: target.size)
        : target.format.planeSize(plane, of: target.size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let isNV = target.format.packing == .semiplanar && plane > 0
          let found = frame.code(isNV ? 1 : plane, x, y, part: isNV ? plane - 1 : 0)
          let wanted = plain.code(image, plane, x, y)
          if found != wanted { return "plane \(plane) at \(x),\(y): \(found), not \(wanted)" }
        }
      }
    }
    return nil
  }

  @Test func aFadeToBlackIsExact() throws {
    let frame = FrameBuffer.make(.yuv420(), 4, 4) { plane, _, _, _ in plane == 0 ? 216 : 28 }
    let target = FrameTarget(size: PixelSize(4, 4), format: .yuv420(), color: .bt709)
    let faded = try renderer.render(Image(frame: frame).opacity(0.25), to: target)
    // 16 + 200 / 4 and 128 − 100 / 4.
    #expect(faded.code(0, 3, 3) == 66)
    #expect(faded.code(1, 1, 1) == 103)
    let halves = try renderer.render(
      Image(frame: frame).dissolved(to: Image(color: .black), amount: 0.5), to: target)
    #expect(halves.code(0, 0, 0) == 116)
    #expect(halves.code(2, 0, 0) == 78)
  }

  @Test func untouchedFramesArePassedOn() throws {
    let frame = FrameBuffer.random(.yuv420(), 16, 10, seed: 1)
    let target = FrameTarget(size: PixelSize(16, 10), format: .yuv420(), color: .bt709)
    let image = Image(frame: frame)
    let same: [Image] = [
      image, image.opacity(1), image.transformed(by: .identity),
      image.cropped(to: Rect(x: -5, y: 0, width: 40, height: 10)), image.over(Image(color: .white)),
      image.dissolved(to: Image(color: .white), amount: 0), Image.empty.over(image),
      Image(color: .white).dissolved(to: image, amount: 1),
    ]
    for (index, image) in same.enumerated() {
      #expect(try renderer.render(image, to: target) === frame, "picture \(index)")
    }
    var other = target
    other.color.matrix = .bt601
    #expect(try renderer.render(image, to: other) !== frame)
    #expect(try renderer.render(image.opacity(0.5), to: target) !== frame)
  }

  /// Opaque frames and colours at whole pixels, which are copied instead of computed.
  private func stack(_ format: PixelFormat, _ color: ColorTags, _ random: inout Seeded) -> Image {
    func even(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random) * 2)
    }
    var image = Image(color: Color(0.3, 0.6, 0.9))
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      var layer = Image(frame: .random(format, 22, 14, color, seed: random.next()))
      if Int.random(in: 0..<4, using: &random) == 0 { layer = Image(color: Color(0.9, 0.1, 0.5)) }
      if Bool.random(using: &random) {
        layer = layer.cropped(
          to: Rect(x: even(-2...5), y: even(-2...3), width: even(1...8), height: even(1...6)))
      }
      layer = layer.transformed(
        by: AffineTransform(translationX: even(-9...9), y: even(-9...9)))
      image = Bool.random(using: &random) ? layer.over(image) : image.over(layer).over(Image.empty)
    }
    return image.cropped(to: Rect(x: even(-2...2), y: even(-2...2), width: 40, height: 16))
  }

  @Test(arguments: [PixelFormat.yuv420(), .yuv420(16), .yuv422(), .yuv444(), .nv12, .gray()])
  func stacksAreCopiedAsDefined(_ format: PixelFormat) throws {
    for seed in 0..<40 {
      var random = Seeded(UInt64(seed))
      let color = tags(.bt709, seed % 2 == 0 ? .full : .limited)
      let image = stack(format, color, &random)
      let target = FrameTarget(
        size: PixelSize(26, 18), format: format, color: color, background: Color(0.1, 0.7, 0.3))
      let plan = DrawingPlan(image, for: target)
      #expect(plan.planar == nil && plan.float.isEmpty && !plan.copies.isEmpty, "seed \(seed)")
      let planar = try #require(planarPicture(image, for: target))
      let engine = Engine(
        kernels: mr_kernels_best(), pool: TilePool(threadCount: 1), programs: ProgramCache())
      let wanted = try target.makeFrame { try planar.draw(to: $0, engine) }
      #expect(try renderer.render(image, to: target).bytes == wanted.bytes, "seed \(seed)")
    }
  }

  @Test("what a small layer leaves alone is copied in every plane", arguments: formats)
  func layersLeaveTheRest(_ format: PixelFormat) throws {
    let (width, height) = (64, 48)
    let target = FrameTarget(
      size: PixelSize(width, height), format: format, color: .bt709,
      background: format.hasAlpha ? .transparent : .black)
    // Nowhere invisible: colours that nobody sees may be kept or not.
    let base = FrameBuffer.make(format, width, height) { plane, x, y, _ in
      plane == 3 ? 100 + x + y : 20 + (x * 7 + y * 13 + plane * 31) % 200
    }
    let layer = Image(frame: .random(format, 40, 24, seed: 9))
      .transformed(by: AffineTransform(translationX: 14, y: 10)).opacity(0.5)
    let image = layer.over(Image(frame: base))
    #expect(DrawingPlan(image, for: target).isSplit)
    let frame = try renderer.render(image, to: target)
    #expect(firstFault(frame, image, target) == nil)
  }

  @Test func conversionsTakeTheFloatPath() throws {
    let frame = FrameBuffer.random(.yuv420(), 16, 10, seed: 1)
    let target = FrameTarget(size: PixelSize(16, 10), format: .yuv420(), color: .bt709)
    let image = Image(frame: frame)
    let others: [Image] = [
      image.transformed(by: AffineTransform(rotationDegrees: 10)),
      image.transformed(by: AffineTransform(rotationDegrees: 90)), image.gamma(2),
      image.gaussianBlurred(sigma: 2),
      image.clampedToEdges().transformed(by: .init(scaleX: 2, y: 2))
        .gaussianBlurred(sigma: 2),
      image.over(Image(.checker(side: 4, .black, .white))),
      Image(frame: .random(.yuv420(10), 16, 10, seed: 2)).over(image),
      Image(frame: .random(.yuv420(), 16, 10, tags(.bt601), seed: 2)),
      Image(frame: .random(.yuv420(), 16, 10, tags(.bt709, .full), seed: 2)),
      Image(frame: .random(.yuv420(), 16, 10, tags(.bt709, .limited, .topLeft), seed: 2)),
      Image(frame: .random(.rgb24, 16, 10, .srgb, seed: 2)),
    ]
    for (index, image) in others.enumerated() {
      #expect(planarPicture(image, for: target) == nil, "picture \(index)")
    }
  }

  @Test func bothPathsAgreeWithinRounding() throws {
    let frame = FrameBuffer.random(.yuv444(), 16, 10, tags(.bt601), seed: 3)
    let target = FrameTarget(size: PixelSize(16, 10), format: .yuv444(), color: tags(.bt601))
    let image = Image(frame: frame).opacity(0.6).over(Image(color: Color(0.4, 0.5, 0.6)))
    let planar = try renderer.render(image, to: target)
    // A curve that changes nothing forces the float path.
    let float = try renderer.render(
      image.colorPolynomial(red: [0, 1], green: [0, 1], blue: [0, 1]), to: target)
    let worst = zip(planar.bytes, float.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect((worst ?? 9) <= 1)
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Fit modes, gravity, anchors; and motion between pixels that does not tremble.
struct GeometryTests {
  private let renderer = PictureRenderer(threadCount: 2)

  @Test(arguments: Gravity.allCases) func picturesAreFastenedAtNinePoints(_ gravity: Gravity) {
    let source = Rect(x: 3, y: 5, width: 40, height: 10)
    for mode in FitMode.allCases {
      let map = mode.transform(from: source, into: Size(100, 60), gravity: gravity)
      let box = map.boundingBox(of: source)
      let (point, frame) = (
        gravity.point(in: box), gravity.point(in: Rect(x: 0, y: 0, width: 100, height: 60))
      )
      #expect(hypot(point.x - frame.x, point.y - frame.y) < 1e-9, "\(mode)")
      let wanted: Size =
        switch mode {
        case .contain, .containBlur: Size(100, 25)
        case .cover: Size(240, 60)
        case .stretch: Size(100, 60)
        case .none: Size(40, 10)
        }
      #expect(abs(box.size.width - wanted.width) < 1e-9)
      #expect(abs(box.size.height - wanted.height) < 1e-9)
    }
  }

  @Test func anchorsStay() throws {
    let image = Image(.testCard(size: Size(20, 10), phase: 0))
    let anchor = Gravity.bottomRight.point(in: Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(anchor == Point(20, 10))
    let turned = try #require(image.rotated(degrees: 90, about: anchor).extent)
    #expect(abs(turned.minX - 20) < 1e-9 && abs(turned.minY + 10) < 1e-9)
    let scaled = image.scaled(x: 2, y: 3)
    #expect(scaled.extent == Rect(x: -10, y: -10, width: 40, height: 30))
    let slanted = try #require(image.skewed(xDegrees: 45, yDegrees: 0, about: .zero).extent)
    #expect(abs(slanted.size.width - 30) < 1e-9 && slanted.size.height == 10)
    for (horizontally, vertically) in [(true, false), (false, true), (true, true)] {
      let frame = FrameBuffer.random(.rgb24, 9, 4, .srgb, seed: 2)
      let flipped = try renderer.render(
        Image(frame: frame).flipped(horizontally: horizontally, vertically: vertically),
        to: .rgb(9, 4))
      for y in 0..<4 {
        for x in 0..<9 {
          let code = frame.code(0, horizontally ? 8 - x : x, vertically ? 3 - y : y)
          #expect(flipped.code(0, x, y) == code)
        }
      }
    }
  }

  @Test func whatContainLeavesIsFilledWithTheBlurredPicture() throws {
    let size = (80, 45)
    let frame = FrameBuffer.random(.rgb24, 20, 45, .srgb, seed: 6)
    let image = Image(frame: frame)
    let drawn = try renderer.render(
      image.fitted(into: Size(80, 45), .containBlur, blur: 3), to: .float(80, 45))
    let inside = try renderer.render(
      image.fitted(into: Size(80, 45), .contain), to: .float(80, 45))
    let cover = FitMode.cover.transform(
      from: Rect(x: 0, y: 0, width: 20, height: 45), into: Size(80, 45))
    let backdrop = try renderer.render(image.transformed(by: cover), to: .float(80, 45))
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        #expect(drawn.float(3, x, y) == 1)
        if (30..<50).contains(x) {
          #expect(drawn.floatPixel(x, y) == inside.floatPixel(x, y))
        } else if y % 7 == 0, x % 5 == 0 {
          var (sum, total) = (SIMD4<Double>.zero, 0.0)
          for dy in -12...12 {
            for dx in -12...12 {
              let weight = exp(-Double(dx * dx + dy * dy) / 18)
              let (u, v) = (max(0, min(79, x + dx)), max(0, min(44, y + dy)))
              sum += backdrop.floatPixel(u, v) * weight
              total += weight
            }
          }
          #expect(distance(drawn.floatPixel(x, y), sum / total) < 1e-3, "\(x),\(y)")
        }
      }
    }
  }

  // MARK: Motion between pixels

  struct Motion: CustomStringConvertible, Sendable {
    var name: String
    var scale: Double
    var degrees: Double
    var sampling = Image.Sampling.bicubic
    var description: String { "\(name), \(sampling)" }
  }

  static let motions = Image.Sampling.allCases.filter { $0 != .nearest }.flatMap { sampling in
    [
      ("upright", 1, 0), ("turned", 1, 17), ("reduced", 0.37, 0), ("turned, reduced", 0.43, -31),
      ("enlarged", 1.9, 0), ("turned, enlarged", 2.3, 48),
    ].map {
      Motion(name: $0.0, scale: $0.1, degrees: $0.2, sampling: sampling)
    }
  }

  /// The middle of a plane's weight above `floor`.
  private func centroid(_ frame: FrameBuffer, _ plane: Int, floor: Int) -> Point {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    let size = frame.format.planeSize(plane, of: frame.size)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let weight = Double(frame.code(plane, column, row) - floor)
        sum += weight
        x += weight * (Double(column) + 0.5)
        y += weight * (Double(row) + 0.5)
      }
    }
    return Point(x / sum, y / sum)
  }

  /// 8 bits, whose rounding moves a centroid by itself (chroma has few codes at few edges), and 12.
  @Test(arguments: motions, [8, 12]) func layersMoveEvenly(_ motion: Motion, _ depth: Int) throws {
    // A bright, reddish card with uneven insides and hard edges, 4:2:0 in and out.
    let source = FrameBuffer.make(.yuv420(), 64, 64, tags(.bt709)) { plane, _, x, y in
      plane == 0 ? 150 + (x * 7 + y * 3) % 64 : plane == 1 ? 110 : 180
    }
    let map = AffineTransform(translationX: -32, y: -32)
      .followed(by: .init(scaleX: motion.scale, y: motion.scale))
      .followed(by: .init(rotationDegrees: motion.degrees))
    let target = FrameTarget(
      size: PixelSize(240, 240), format: .yuv420(depth), color: tags(.bt709))
    let unit = 1 << (depth - 8)
    var (luma, chroma): ([Point], [Point]) = ([], [])
    for step in 0..<21 {
      let image = Image(frame: source).transformed(
        by: map.followed(
          by: .init(translationX: 118 + Double(step) / 20, y: 119.3 + Double(step) / 40)),
        sampling: motion.sampling)
      let drawn = try renderer.render(image, to: target)
      luma.append(centroid(drawn, 0, floor: 16 * unit))
      chroma.append(centroid(drawn, 2, floor: 128 * unit))
    }
    expectEven(luma, 1, limit: 0.02, "\(motion) luma")
    expectEven(chroma, 2, limit: depth == 8 ? 0.08 : 0.02, "\(motion) chroma")
  }

  private func expectEven(_ points: [Point], _ unit: Double, limit: Double, _ name: String) {
    for step in 1..<points.count {
      let x = (points[step].x - points[0].x) * unit - Double(step) / 20
      let y = (points[step].y - points[0].y) * unit - Double(step) / 40
      #expect(abs(x) < limit && abs(y) < limit, "\(name), step \(step): \(x), \(y)")
    }
  }
}

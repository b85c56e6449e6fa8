// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Areas inside paths against areas clipped pixel by pixel.
struct ShapeTests {
  private let renderer = PictureRenderer(threadCount: 2)

  struct Shape: CustomStringConvertible, Sendable {
    var name: String
    var path: Path
    var rule = Path.FillRule.nonZero
    var description: String { name }
  }

  private static let star = (0..<5).map { index -> Point in
    let angle = Double(index) * 4 * .pi / 5
    return Point(15 + 13.3 * sin(angle), 11.2 - 12.1 * cos(angle))
  }

  static let shapes = [
    Shape(name: "rectangle", path: Path(rect: Rect(x: 2.25, y: 3.5, width: 20.1, height: 9.3))),
    Shape(name: "sliver", path: Path(rect: Rect(x: 4.3, y: 3.6, width: 0.2, height: 0.1))),
    Shape(
      name: "rounded",
      path: Path(rect: Rect(x: 1.2, y: 2.1, width: 25, height: 15), radius: 4.7)),
    Shape(name: "ellipse", path: Path(ellipseIn: Rect(x: -3, y: 1.4, width: 29, height: 17))),
    Shape(name: "star", path: Path(polygon: star)),
    Shape(name: "hollow star", path: Path(polygon: star), rule: .evenOdd),
    Shape(
      name: "ring",
      path: Path(
        Path(ellipseIn: Rect(x: 2, y: 2, width: 24, height: 18)).elements
          + Path(ellipseIn: Rect(x: 8, y: 6, width: 10, height: 9)).elements), rule: .evenOdd),
    Shape(
      name: "beyond", path: Path(polygon: [Point(-4000, -9), Point(5000, 12.2), Point(11, 4000)])),
    Shape(
      name: "curves",
      path: Path([
        .move(Point(3, 15)), .quadratic(Point(9, -12), Point(14, 14)),
        .cubic(Point(18, 30), Point(28, -10), Point(27, 12)),
      ])),
  ]

  @Test(arguments: shapes, [0, 0.4, 5, 17.5])
  func coverageIsTheArea(_ shape: Shape, _ feather: Double) throws {
    let image = Image(shape: shape.path, rule: shape.rule, feather: feather)
    for (width, height) in [(30, 20), (1, 1), (33, 1)] {
      let drawn = try renderer.render(image, to: .float(width, height))
      let plain = PlainShape(
        polygons: shape.path.polygons(tolerance: 1.0 / 256), rule: shape.rule,
        feather: feather >= 1 ? feather : 0)
      for y in 0..<height {
        for x in 0..<width {
          let wanted = SIMD4(repeating: plain.coverage(x, y))
          #expect(distance(drawn.floatPixel(x, y), wanted) < 1e-5, "\(shape) \(feather) \(x),\(y)")
        }
      }
    }
  }

  @Test func aTurnedShapeIsCutWhereItEndsUp() throws {
    let path = Path(rect: Rect(x: 0, y: 0, width: 2, height: 1.5))
    let map = AffineTransform(scaleX: 8, y: 6).followed(by: .init(rotationDegrees: 31))
      .followed(by: .init(translationX: 9.3, y: 2.2))
    let drawn = try renderer.render(
      Image(shape: path).transformed(by: map), to: .float(30, 24))
    let plain = PlainShape(
      polygons: path.transformed(by: map).polygons(tolerance: 1), rule: .nonZero, feather: 0)
    var sum = 0.0
    for y in 0..<24 {
      for x in 0..<30 {
        let alpha = Double(drawn.float(3, x, y))
        sum += alpha
        #expect(abs(alpha - plain.coverage(x, y)) < 1e-6)
      }
    }
    #expect(abs(sum - 2 * 1.5 * 48) < 1e-4)
  }

  @Test(arguments: [3.0, 40, 400])
  func ellipsesHaveTheirArea(_ radius: Double) throws {
    let side = Int(radius * 2 + 4)
    let image = Image(
      shape: Path(ellipseIn: Rect(x: 1.3, y: 1.6, width: 2 * radius, height: radius)))
    let drawn = try renderer.render(image, to: .float(side, side))
    var sum = 0.0
    for y in 0..<side { for x in 0..<side { sum += Double(drawn.float(3, x, y)) } }
    let wanted = Double.pi * radius * radius / 2
    #expect(abs(sum / wanted - 1) < 0.01 / radius)
  }

  @Test func masksAreCombined() throws {
    let first = Image(shape: Path(ellipseIn: Rect(x: 1, y: 1, width: 12, height: 10)), feather: 3)
    let second = Image(shape: Path(rect: Rect(x: 5.5, y: 2.5, width: 12, height: 6)))
    let size = (20, 14)
    func alpha(_ image: Image) throws -> FrameBuffer {
      try renderer.render(image, to: .float(size.0, size.1))
    }
    let (a, b) = (try alpha(first), try alpha(second))
    for combination in Image.MaskCombination.allCases {
      let drawn = try alpha(first.combined(with: second, combination))
      for y in 0..<size.1 {
        for x in 0..<size.0 {
          let (a, b) = (Double(a.float(3, x, y)), Double(b.float(3, x, y)))
          let wanted =
            switch combination {
            case .add: 1 - (1 - a) * (1 - b)
            case .subtract: a * (1 - b)
            case .intersect: a * b
            }
          #expect(abs(Double(drawn.float(3, x, y)) - wanted) < 1e-6, "\(combination)")
        }
      }
    }
  }

  @Test func impossiblePathsAreExplained() throws {
    let long = Path(polygon: (0..<100_001).map { Point(Double($0 % 7), Double($0 % 11)) })
    #expect(throws: MoonreelError.self) {
      try renderer.render(Image(shape: long), to: .float(8, 8))
    }
    let lost = Image(shape: Path(polygon: [Point(.nan, 0), Point(1, 1), Point(2, .infinity)]))
    _ = try? renderer.render(lost.over(Image(shape: Path())), to: .float(8, 8))
    #expect(Image(shape: Path()).extent?.isEmpty == true)
  }
}

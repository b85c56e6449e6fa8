// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelText

/// Shapes: what is inside, along and beside their outlines.
@Suite("Shapes") struct ShapeTests {
  private static let red = SIMD4(255, 0, 0, 255)
  private static let white = SIMD4(255, 255, 255, 255)

  private func pixels(_ shape: ShapeDescription, scale: Double = 1) throws -> Pixels {
    let drawing = try ShapeDrawing(of: shape)
    let pixels = try Pixels(drawing, scale: scale)
    #expect(pixels.hasClearEdges)
    return pixels
  }

  @Test("areas are those of geometry, at every scale", arguments: [0.5, 1, 3])
  func areas(scale: Double) throws {
    let box = Rect(x: 10, y: 20, width: 120, height: 80)
    let middle = Point(70, 60)
    let cases: [(String, Path, Double)] = [
      ("rectangle", Path(rect: box), 9600),
      ("rounded rectangle", Path(rect: box, radius: 20), 9600 - (4 - .pi) * 400),
      ("ellipse", Path(ellipseIn: box), .pi * 60 * 40),
      ("triangle", Path(polygon: [Point(0, 0), Point(100, 0), Point(0, 60)]), 3000),
      ("quarter", Path(arc: middle, radius: 60, start: -90, end: 0, isPie: true), .pi * 900),
      ("segment", Path(arc: middle, radius: 60, start: 0, end: 180), .pi * 1800),
      // Ten triangles of r · r' · sin 36° / 2.
      ("star", Path(star: 5, center: middle, radius: 60, innerRadius: 24), 4232.0536),
    ]
    for (name, path, area) in cases {
      let found = try pixels(ShapeDescription(path), scale: scale).area
      #expect(abs(found / area - 1) < 0.005, "\(name): \(found), not \(area)")
    }
  }

  @Test("outlines that overlap follow their rule")
  func rules() throws {
    let path = Path(
      Path(rect: Rect(x: 0, y: 0, width: 90, height: 90)).elements
        + Path(rect: Rect(x: 30, y: 30, width: 30, height: 30)).elements)
    #expect(try pixels(ShapeDescription(path)).at(45, 45) == Self.white)
    #expect(try pixels(ShapeDescription(path, rule: .evenOdd)).at(45, 45).w == 0)
  }

  @Test("lines have their width, dashes and ends")
  func lines() throws {
    let path = Path(line: [Point(10, 50), Point(110, 50)])
    func shape(_ cap: Stroke.Cap, _ dashes: [Double] = []) -> ShapeDescription {
      ShapeDescription(
        path, fill: nil,
        strokes: [Stroke(width: 10, paint: .color(Color(1, 0, 0)), cap: cap, dashes: dashes)])
    }
    #expect(abs(try pixels(shape(.butt)).area - 1000) < 2)
    #expect(abs(try pixels(shape(.square)).area - 1100) < 2)
    #expect(abs(try pixels(shape(.round)).area - (1000 + .pi * 25)) < 3)
    let dashed = try pixels(shape(.butt, [20, 10]))
    #expect(
      dashed.at(20, 50) == Self.red && dashed.at(35, 50).w == 0 && dashed.at(45, 50) == Self.red)
    #expect(abs(dashed.area - 700) < 2)
    let drawing = try ShapeDrawing(of: shape(.butt))
    #expect(drawing.box.size.height == 10, "a line is placed by what is drawn")
  }

  @Test(
    "trimming leaves the wanted share of the length",
    arguments: [
      (0.0, 0.25, 0.0), (0.25, 0.75, 0), (0.5, 1, 0.3), (0, 0.6, 0.75), (0.1, 0.1, 0), (0, 1, 0.4),
    ])
  func trimming(start: Double, end: Double, offset: Double) throws {
    let path = Path(ellipseIn: Rect(x: 10, y: 10, width: 100, height: 100))
    let shape = ShapeDescription(
      path, fill: nil, strokes: [Stroke(width: 4, paint: .color(.white))],
      trim: ShapeDescription.Trim(start: start, end: end, offset: offset))
    let drawing = try ShapeDrawing(of: shape)
    #expect(drawing.box == Rect(x: 10, y: 10, width: 100, height: 100))
    guard start < end else {
      #expect(drawing.ink == nil)
      return
    }
    let area = try Pixels(drawing).area
    #expect(abs(area / (.pi * 100 * 4 * (end - start)) - 1) < 0.01)
  }

  @Test("a trimmed path begins where it says, and goes round")
  func trimmedPath() {
    let square = Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))
    func ends(_ path: Path) -> [Point] {
      path.polygons(tolerance: 0.1).flatMap { [$0[0], $0[$0.count - 1]] }
    }
    #expect(ends(square.trimmed(from: 0.125, to: 0.375)) == [Point(5, 0), Point(10, 5)])
    #expect(
      ends(square.trimmed(from: 0, to: 0.5, offset: 0.75))
        == [Point(0, 10), Point(0, 0), Point(0, 0), Point(10, 0)])
    #expect(square.trimmed(from: 0, to: 1) == square)
    #expect(square.trimmed(from: 0.5, to: 0.5).elements.isEmpty)
    let two = Path(line: [Point(0, 0), Point(10, 0)]).elements
    let both = Path(two + Path(line: [Point(0, 5), Point(30, 5)]).elements)
    #expect(
      ends(both.trimmed(from: 0.125, to: 0.5)) == [
        Point(5, 0), Point(10, 0), Point(0, 5), Point(10, 5),
      ])
  }

  @Test(
    "arcs end where SVG says, with its radii",
    arguments: [
      (false, false), (false, true), (true, false), (true, true),
    ])
  func arcs(isLarge: Bool, isClockwise: Bool) {
    var path = Path([.move(Point(100, 50))])
    path.addArc(
      from: Point(100, 50), to: Point(50, 100), radiusX: 50, radiusY: 50, rotation: 30,
      isLarge: isLarge, isClockwise: isClockwise)
    // The small arc about (50, 50) clockwise, about (100, 100) counterclockwise; the large the other way.
    let center = isLarge == isClockwise ? Point(100, 100) : Point(50, 50)
    let points = path.polygons(tolerance: 0.01)[0]
    for point in points {
      let reach =
        ((point.x - center.x) * (point.x - center.x) + (point.y - center.y) * (point.y - center.y))
        .squareRoot()
      #expect(abs(reach - 50) < 0.05)
    }
    #expect(points.last == Point(50, 100) || abs((points.last?.x ?? 0) - 50) < 1e-9)
    let bounds = path.bounds
    #expect((bounds.size.width > 80) == isLarge)
  }

  @Test("what cannot be drawn is refused")
  func refused() {
    let wide = ShapeDescription(Path(rect: Rect(x: 0, y: 0, width: 40_000, height: 10)))
    let error = #expect(throws: MoonreelError.self) { try ShapeDrawing(of: wide) }
    #expect(error?.message.contains("40000x10") == true)
    #expect(throws: MoonreelError.self) {
      try ShapeDrawing(of: ShapeDescription(Path(line: [Point(.nan, 0), Point(1, 1)])))
    }
  }
}

// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

/// Unions, intersections, differences and exclusions of areas.
@Suite struct PathCombiningTests {
  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> FilledPath {
    FilledPath(Path(rect: Rect(x: x, y: y, width: width, height: height)))
  }

  private func area(_ path: Path) -> Double { path.signedArea }

  private func combined(_ areas: [FilledPath], _ way: PathCombination) throws -> Path {
    try Path.combined(areas, way)
  }

  @Test(
    "two squares that overlap by a quarter",
    arguments: [
      (PathCombination.union, 17_500.0, 1, 8), (.intersect, 2500, 1, 4), (.subtract, 7500, 1, 6),
      (.exclude, 15_000, 2, 12),
    ])
  func squares(way: PathCombination, wanted: Double, outlines: Int, corners: Int) throws {
    let path = try combined([rect(0, 0, 100, 100), rect(50, 50, 100, 100)], way)
    #expect(area(path) == wanted)
    let polygons = path.polygons(tolerance: 1)
    #expect(polygons.count == outlines)
    #expect(polygons.reduce(0) { $0 + $1.count } == corners)
  }

  @Test("edges that lie on each other leave neither seams nor slivers")
  func coincident() throws {
    let (left, right) = (rect(0, 0, 50, 100), rect(50, 0, 50, 100))
    let both = try combined([left, right], .union)
    #expect(both.polygons(tolerance: 1).map(\.count) == [4] && area(both) == 10_000)
    #expect(try combined([left, right], .intersect).elements.isEmpty)
    #expect(try combined([left, left], .subtract).elements.isEmpty)
    #expect(try combined([left, left], .exclude).elements.isEmpty)
    #expect(try combined([left, left], .intersect).polygons(tolerance: 1).map(\.count) == [4])
    // The direction of an outline does not matter.
    let back = FilledPath(
      Path(polygon: [Point(0, 0), Point(0, 100), Point(50, 100), Point(50, 0)]))
    #expect(area(try combined([left, back], .union)) == 5000)
  }

  @Test("holes stay holes, and what is in them is kept apart")
  func holes() throws {
    let ring = try combined([rect(0, 0, 90, 90), rect(30, 30, 30, 30)], .subtract)
    #expect(area(ring) == 8100 - 900 && ring.polygons(tolerance: 1).count == 2)
    let filled = try combined([FilledPath(ring), rect(40, 40, 10, 10)], .union)
    #expect(area(filled) == 7300 && filled.polygons(tolerance: 1).count == 3)
    #expect(area(try combined([FilledPath(ring), rect(30, 30, 30, 30)], .union)) == 8100)
    #expect(try combined([FilledPath(ring), rect(30, 30, 30, 30)], .intersect).elements.isEmpty)
  }

  @Test("each area has its own rule")
  func rules() throws {
    let star = Path(
      polygon: (0..<5).map { index in
        let (sine, cosine) = Trigonometry.sineAndCosine(degrees: Double(index) * 144)
        return Point(100 * sine, -100 * cosine)
      })
    let none = rect(500, 500, 1, 1)
    let whole = area(try combined([FilledPath(star), none], .subtract))
    let hollow = area(try combined([FilledPath(star, rule: .evenOdd), none], .subtract))
    // The pentagon in the middle of a pentagram of radius R: its own radius is R / φ².
    let pentagon = 2.5 * 0.9510565163 * (100 / 2.6180339887) * (100 / 2.6180339887)
    #expect(abs(whole - hollow - pentagon) < 0.1)
  }

  @Test("circles have the areas of geometry")
  func circles() throws {
    func disc(_ x: Double) -> FilledPath {
      FilledPath(Path(ellipseIn: Rect(x: x - 50, y: 0, width: 100, height: 100)))
    }
    // A lens of two discs of radius 50 whose centres are 50 apart: r² (2π/3 − √3/2).
    let lens = 2500 * (2 * Double.pi / 3 - 0.8660254037844386)
    #expect(abs(area(try combined([disc(50), disc(100)], .intersect)) - lens) < 1)
    #expect(abs(area(try combined([disc(50), disc(100)], .union)) - (5000 * .pi - lens)) < 2)
    #expect(abs(area(try combined([disc(50), disc(50)], .union)) - 2500 * .pi) < 1)
  }

  @Test("many areas: what is counted by places is what the outlines hold", arguments: 0..<24)
  func random(seed: Int) throws {
    var state = UInt64(seed)
    func next(_ limit: Int) -> Double {
      state = SplitMix64.mixed(state &+ 1)
      return Double(state % UInt64(limit))
    }
    // Corners on a coarse grid make lines that touch, coincide and meet in one point.
    let step = seed % 2 == 0 ? 8.0 : 1
    let areas = (0..<4).map { index -> FilledPath in
      let points = (0..<5).map { _ in Point(next(16) * step, next(16) * step) }
      return FilledPath(Path(polygon: points), rule: index % 2 == 0 ? .nonZero : .evenOdd)
    }
    for way in PathCombination.allCases {
      let path = try combined(areas, way)
      for _ in 0..<100 {
        // Off the grid's lines, so that no place lies on an outline's corner.
        let place = Point(next(1600) / 100 * step + 0.0317, next(1600) / 100 * step + 0.0171)
        let inside = areas.map { Self.contains(place, $0) }
        guard inside.count(where: { $0 == nil }) == 0 else { continue }
        let wanted = way.includes(inside.compactMap { $0 })
        guard let found = Self.contains(place, FilledPath(path)) else { continue }
        #expect(found == wanted, "\(way) at \(place) of seed \(seed)")
      }
      #expect(area(path) >= 0)
      #expect(abs(area(try combined([FilledPath(path)], .union)) - area(path)) < 0.001)
    }
  }

  /// Whether `place` lies inside; `nil` within 1/100 pixel of a line.
  private static func contains(_ place: Point, _ area: FilledPath) -> Bool? {
    var winding = 0
    for points in area.path.polygons(tolerance: 1) {
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a != b {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let side = (dx * (place.y - a.y) - dy * (place.x - a.x)) / length
        let along = (dx * (place.x - a.x) + dy * (place.y - a.y)) / length
        if abs(side) < 0.01, along > -0.01, along < length + 0.01 { return nil }
        if a.y <= place.y, b.y > place.y, side > 0 { winding += 1 }
        if b.y <= place.y, a.y > place.y, side < 0 { winding -= 1 }
      }
    }
    return area.rule == .nonZero ? winding != 0 : winding % 2 != 0
  }

  @Test func whatIsTooMuchIsRefused() {
    let far = #expect(throws: MoonreelError.self) {
      try Path.combined([rect(0, 0, 200_000, 10)], .union)
    }
    #expect(far?.message.contains("more than 100000 pixels from the origin") == true)
    let comb = Path(polygon: (0...20_001).map { Point(Double($0) / 2, Double($0 % 2)) })
    let many = #expect(throws: MoonreelError.self) { try Path.combined([FilledPath(comb)], .union) }
    #expect(many?.message.contains("at most 20000 can be combined") == true)
  }

  @Test("nothing, and nothing but lines, is nothing")
  func nothing() throws {
    #expect(try combined([], .union).elements.isEmpty)
    #expect(try combined([], .intersect).elements.isEmpty)
    let line = FilledPath(Path(line: [Point(0, 0), Point(10, 10)]))
    #expect(try combined([line, rect(0, 0, 4, 4)], .intersect).elements.isEmpty)
    #expect(area(try combined([line, rect(0, 0, 4, 4)], .union)) == 16)
  }
}

extension Path {
  /// The area inside outlines that do not cross, above 0 where it lies on their right.
  fileprivate var signedArea: Double {
    polygons(tolerance: 1).reduce(0) { sum, points in
      let pairs = zip(points, points.dropFirst() + points.prefix(1))
      return sum + pairs.reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
    }
  }
}

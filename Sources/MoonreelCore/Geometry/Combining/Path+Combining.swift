// SPDX-License-Identifier: MIT

/// How the areas of several paths make one.
public enum PathCombination: String, Hashable, Sendable, CaseIterable {
  /// What lies in any of them.
  case union
  /// What lies in all of them.
  case intersect
  /// What lies in the first and in none of the others.
  case subtract
  /// What lies in an odd number of them.
  case exclude

  /// Whether a place belongs to the result, given which areas it lies in.
  func includes(_ areas: [Bool]) -> Bool {
    switch self {
    case .union: areas.contains(true)
    case .intersect: areas.allSatisfy { $0 }
    case .subtract: areas.first == true && !areas.dropFirst().contains(true)
    case .exclude: areas.reduce(false) { $0 != $1 }
    }
  }
}

/// A path with what counts as inside it.
public struct FilledPath: Hashable, Sendable {
  /// The outlines.
  public var path: Path
  /// What is inside where they overlap.
  public var rule: Path.FillRule

  /// The area inside `path`.
  public init(_ path: Path, rule: Path.FillRule = .nonZero) {
    (self.path, self.rule) = (path, rule)
  }
}

extension Path {
  /// The farthest from the origin that points of combined paths may lie, in pixels.
  public static let farthestCombined = 100_000.0
  /// The most straight lines, curves counted as many, that combined paths may have.
  public static let mostCombinedLines = 20_000

  /// The outlines of what `combination` makes of `areas`: closed, straight from point to point, the area on
  /// their right where x grows rightwards and y downwards; no two of them cross. Curves are followed within
  /// 1/256 pixel, and every point lies on a grid of 1/1024 pixel.
  ///
  /// Takes time in proportion to the lines and to the pairs of them that lie at one height.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for points beyond ``farthestCombined``, `limitExceeded` for
  ///   more than ``mostCombinedLines`` lines.
  public static func combined(_ areas: [FilledPath], _ combination: PathCombination) throws -> Path
  {
    var segments: [GridSegment] = []
    for (index, area) in areas.enumerated() {
      for outline in area.path.polygons(tolerance: 1.0 / 256) {
        try segments.append(outline: outline, area: index)
      }
    }
    guard segments.count <= mostCombinedLines else {
      throw MoonreelError(
        .limitExceeded,
        "the outlines have \(segments.count) straight lines, curves counted as many; at most "
          + "\(mostCombinedLines) can be combined")
    }
    let arrangement = Arrangement(GridSegment.noded(segments), areaCount: areas.count)
    let edges = arrangement.boundary { windings in
      combination.includes(
        zip(windings, areas).map { winding, area in
          area.rule == .nonZero ? winding != 0 : winding % 2 != 0
        })
    }
    return Path(outlines: GridOutlines.linked(edges))
  }

  private init(outlines: [[GridPoint]]) {
    self.init(outlines.flatMap { Path(polygon: $0.map(\.point)).elements })
  }
}

extension [GridSegment] {
  fileprivate mutating func append(outline: [Point], area: Int) throws {
    let points = try outline.map { point in
      guard let place = GridPoint(point) else {
        throw MoonreelError(
          .invalidArgument,
          "a point lies more than \(Int(Path.farthestCombined)) pixels from the origin; move the "
            + "outlines nearer to it")
      }
      return place
    }
    for (index, start) in points.enumerated() {
      let end = points[(index + 1) % points.count]
      if start != end { append(GridSegment(start, end, area: area)) }
    }
  }
}

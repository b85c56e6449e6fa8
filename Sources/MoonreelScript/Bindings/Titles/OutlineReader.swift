// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads the outlines of a shape: one of a few kinds, still or moving.
struct OutlineReader {
  /// What keyframes are counted in; `nil`: nothing moves.
  let clock: KeyframeClock?
  /// How many combinations it is part of.
  private var depth = 0

  init(clock: KeyframeClock?) { self.clock = clock }

  /// The most combinations within each other.
  private static let mostNested = 8

  /// Outlines, and what is inside them.
  struct Outline {
    var path: Moving<Path>
    var rule = Path.FillRule.nonZero
  }

  private static let combinations = PathCombination.allCases.map(\.rawValue)
  static let kinds =
    ["rect", "ellipse", "polygon", "star", "line", "arc", "path", "morph"] + combinations
  static let names = kinds + ["radius", "rule"]

  /// The outline that `options` describe.
  func outline(_ options: Options) throws -> Outline {
    let (kind, argument) = try given(options)
    guard let combination = PathCombination(rawValue: kind) else {
      var outline = Outline(path: try path(kind, argument, options))
      try options["rule"].ifGiven { outline.rule = try $0.choice() }
      return outline
    }
    guard try options["rule"].isNil else {
      throw MoonreelError(
        .invalidArgument,
        "bad 'rule' of \(options.owner): give it to the outlines in '\(kind)'")
    }
    return Outline(path: try combined(argument, combination))
  }

  /// The one kind of outline that is given.
  private func given(_ options: Options) throws -> (kind: String, argument: Argument) {
    let given = try options.one(of: Self.kinds)
    guard try options["radius"].isNil || given.name == "rect" else {
      throw MoonreelError(.invalidArgument, "only a 'rect' of \(options.owner) has a 'radius'")
    }
    return (given.name, given.argument)
  }

  private func path(_ kind: String, _ argument: Argument, _ options: Options) throws -> Moving<Path>
  {
    switch kind {
    case "rect": return try rect(argument, try options["radius"])
    case "ellipse": return try box(argument).map { Path(ellipseIn: $0) }
    case "polygon": return try points(argument, 3, "three") { Path(polygon: $0) }
    case "line": return try points(argument, 2, "two") { Path(line: $0) }
    case "star": return try star(argument)
    case "arc": return try arc(argument)
    case "path": return Moving(try argument.path())
    default: return try morph(argument)
    }
  }

  private func rect(_ argument: Argument, _ radius: Argument) throws -> Moving<Path> {
    var plate = Moving(Plate())
    plate.set(\.rect, try box(argument))
    try radius.ifGiven { plate.set(\.radius, try $0.movingReal(clock, 0...1e6)) }
    return plate.map { Path(rect: $0.rect, radius: $0.radius) }
  }

  private func box(_ argument: Argument) throws -> Moving<Rect> {
    try argument.moving(clock) { try $0.rect() }.map { rect in
      Rect(origin: rect.origin, size: Size(max(0, rect.size.width), max(0, rect.size.height)))
    }
  }

  // MARK: Combining

  /// The area that several outlines make, each of which may move.
  private func combined(_ argument: Argument, _ combination: PathCombination) throws -> Moving<Path>
  {
    guard depth < Self.mostNested else {
      throw MoonreelError(
        .limitExceeded, "\(argument.label) is nested more than \(Self.mostNested) deep")
    }
    var inner = self
    inner.depth += 1
    let rule = "two or more outlines, such as { ellipse = { 0, 0, 9, 9 } }"
    let areas = try argument.items(rule).map { item -> Moving<FilledPath> in
      let outline = try inner.outline(try item.options(Self.names, owner: item.label))
      return outline.path.map { FilledPath($0, rule: outline.rule) }
    }
    guard areas.count >= 2 else { throw argument.expected(rule) }
    return try argument.naming {
      try Moving(areas).map { try Path.combined($0, combination) }
    }
  }

  // MARK: Points

  /// Points, each of which may move, or keyframes of as many points each.
  private func points(
    _ argument: Argument, _ least: Int, _ word: String,
    _ path: @escaping @Sendable ([Point]) -> Path
  ) throws -> Moving<Path> {
    let rule = "\(word) or more points { x, y }"
    if clock != nil, try argument.isAnimationOfLists {
      return try argument.movingPath(clock) { argument in
        let points = try argument.items(rule).map { try $0.point() }
        guard points.count >= least else { throw argument.expected(rule) }
        return path(points)
      }
    }
    let points = try argument.items(rule).map { try $0.moving(clock) { try $0.point() } }
    guard points.count >= least else { throw argument.expected(rule) }
    return Moving(points).map(path)
  }

  // MARK: Stars and arcs

  private func star(_ argument: Argument) throws -> Moving<Path> {
    let names = ["center", "points", "radius", "inner_radius", "rotation"]
    let options = try argument.options(names, owner: argument.label)
    var star = Moving(Star())
    star.set(
      \.radius,
      try options.required("radius", "pixels to its points").movingReal(clock, 0...1e6))
    try options["points"].ifGiven { star.set(\.count, Moving(try $0.integer(2...1000))) }
    try options["center"].ifGiven { star.set(\.center, try center($0)) }
    try options["inner_radius"].ifGiven {
      star.set(\.innerRadius, try $0.movingReal(clock, 0...1e6).map(Optional.some))
    }
    try options["rotation"].ifGiven { star.set(\.rotation, try $0.movingReal(clock, -1e6...1e6)) }
    return star.map(\.path)
  }

  private func arc(_ argument: Argument) throws -> Moving<Path> {
    let names = ["center", "radius", "from", "to", "pie"]
    let options = try argument.options(names, owner: argument.label)
    let end = try options.required("to", "degrees clockwise, 0 being to the right")
    var arc = Moving(Arc())
    try options["from"].ifGiven { arc.set(\.start, try $0.movingReal(clock, -3600...3600)) }
    arc.set(\.end, try end.movingReal(clock, -3600...3600))
    arc.set(\.radius, try options.required("radius", "pixels").movingReal(clock, 0...1e6))
    try options["center"].ifGiven { arc.set(\.center, try center($0)) }
    try options["pie"].ifGiven { arc.set(\.isPie, Moving(try $0.boolean())) }
    return arc.map(\.path)
  }

  private func center(_ argument: Argument) throws -> Moving<Point> {
    try argument.moving(clock) { try $0.point() }
  }

  // MARK: Morphing

  /// Keyframes of path data, or `{ from, to, share }`.
  private func morph(_ argument: Argument) throws -> Moving<Path> {
    if clock != nil, try argument.isAnimation {
      return try argument.movingPath(clock) { try $0.path() }
    }
    let rule =
      clock == nil
      ? "{ from, to, share }: path data twice, and a share of 0 to 1"
      : "a list of keyframes { time, path data }, or { from, to, share }"
    let parts = try argument.items(rule)
    guard parts.count == 3 else { throw argument.expected(rule) }
    let (from, to) = (try parts[0].path(), try parts[1].path())
    if let reason = to.difference(from: from) {
      throw MoonreelError(
        .invalidArgument,
        "bad \(argument.label): one path cannot turn into the other: \(reason)"
      )
    }
    return try parts[2].movingReal(clock, -10...10).map { from.interpolated(to: to, $0) }
  }
}

private struct Plate {
  var rect = Rect.zero
  var radius = 0.0
}

private struct Star {
  var count = 5
  var center = Point.zero
  var radius = 0.0
  /// `nil`: two fifths of the radius.
  var innerRadius: Double?
  var rotation = 0.0

  var path: Path {
    Path(
      star: count, center: center, radius: radius, innerRadius: innerRadius ?? radius * 0.4,
      rotation: rotation)
  }
}

private struct Arc {
  var center = Point.zero
  var radius = 0.0
  var start = 0.0
  var end = 0.0
  var isPie = false

  var path: Path { Path(arc: center, radius: radius, start: start, end: end, isPie: isPie) }
}

extension Argument {
  /// Path data as SVG writes it.
  fileprivate func path() throws -> Path {
    let text = try string()
    let path = try naming { try PathData.path(text) }
    note(path.byteEstimate)
    return path
  }

  /// A path that moves from key to key, where their steps are of the same kinds.
  fileprivate func movingPath(
    _ clock: KeyframeClock?, read: @escaping @Sendable (Argument) throws -> Path
  ) throws -> Moving<Path> {
    try moving(clock, difference: { $0.difference(from: $1) }, read: read)
  }

  /// Whether it is a function, or a list of keyframes whose values are lists.
  fileprivate var isAnimationOfLists: Bool {
    get throws {
      guard try isAnimation, case .table(let view) = value else { return try isAnimation }
      guard case .table(let first) = try view.item(1) else { return false }
      if case .table = try first.item(2) { return true }
      return try !first.field("value").isNil
    }
  }
}

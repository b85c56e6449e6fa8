// SPDX-License-Identifier: MIT

import MoonreelCore

/// Path data as SVG writes it (SVG 2, 9.3): M, L, H, V, C, S, Q, T, A and Z, absolute and relative.
struct PathData {
  private var rest: Substring
  private var elements: [Path.Element] = []
  private var (position, start) = (Point.zero, Point.zero)
  /// The handle that S and T mirror, and the commands after which they do.
  private var handle: (point: Point, of: String)?

  /// The most steps of a path: they take 60 MB.
  static let mostElements = 1_000_000

  /// The path that `text` describes.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` with the place where it ends to make sense, `limitExceeded` where it has too
  ///   many steps.
  static func path(_ text: String) throws -> Path {
    var data = PathData(rest: text[...])
    while let command = data.nextCommand() {
      guard "mlhvcsqtaz".contains(command.lowercased()), !data.isFirst || "mM".contains(command)
      else { throw data.failure("'\(command)'") }
      try data.run(command)
    }
    guard data.rest.isEmpty else { throw data.failure("'\(data.rest.prefix(12))'") }
    return Path(data.elements)
  }

  private init(rest: Substring) { self.rest = rest }

  private var isFirst: Bool { elements.isEmpty }

  private func failure(_ place: String) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "cannot read path data at \(place): it is M, L, H, V, C, S, Q, T, A and Z with their numbers")
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" || $0 == "\r" }
  }

  private mutating func nextCommand() -> Character? {
    skipSpace()
    guard let first = rest.first, first.isLetter else { return nil }
    rest.removeFirst()
    return first
  }

  /// A number, where one stands next.
  private mutating func nextNumber() -> Double? {
    skipSpace()
    var (text, hasPoint, hasExponent) = ("", false, false)
    for character in rest {
      switch character {
      case "0"..."9": break
      case "-", "+": guard text.isEmpty || text.hasSuffix("e") else { return take(text) }
      case ".":
        guard !hasPoint, !hasExponent else { return take(text) }
        hasPoint = true
      case "e", "E":
        guard !hasExponent else { return take(text) }
        hasExponent = true
      default: return take(text)
      }
      text += character.lowercased()
    }
    return take(text)
  }

  private mutating func take(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    rest = rest.dropFirst(text.count)
    return Double(Float(number))
  }

  private mutating func number() throws -> Double {
    guard let number = nextNumber() else { throw failure("'\(rest.prefix(12))'") }
    return number
  }

  private mutating func point(_ isRelative: Bool) throws -> Point {
    let (x, y) = (try number(), try number())
    return isRelative ? Point(position.x + x, position.y + y) : Point(x, y)
  }

  /// A command and its repetitions: numbers that follow without a letter.
  private mutating func run(_ command: Character) throws {
    let (name, isRelative) = (command.lowercased(), command.isLowercase)
    guard name != "z" else {
      try admit()
      elements.append(.close)
      (position, handle) = (start, nil)
      return
    }
    try step(name, isRelative)
    while true {
      skipSpace()
      guard let next = rest.first, !next.isLetter else { return }
      try step(name == "m" ? "l" : name, isRelative)
    }
  }

  /// - Throws: `MoonreelError` (`limitExceeded`) where there is no room for another step.
  private func admit() throws {
    guard elements.count < Self.mostElements else {
      throw MoonreelError(
        .limitExceeded,
        "cannot read path data of more than \(Self.mostElements) steps; simplify it, or make several paths of it"
      )
    }
  }

  private mutating func step(_ name: String, _ isRelative: Bool) throws {
    try admit()
    switch name {
    case "m":
      let next = try point(isRelative)
      elements.append(.move(next))
      start = next
      move(to: next)
    case "l": line(to: try point(isRelative))
    case "h": line(to: Point(try number() + (isRelative ? position.x : 0), position.y))
    case "v": line(to: Point(position.x, try number() + (isRelative ? position.y : 0)))
    case "a": try arc(isRelative)
    case "c", "s":
      let first = name == "c" ? try point(isRelative) : mirrored("c")
      let (second, end) = (try point(isRelative), try point(isRelative))
      elements.append(.cubic(first, second, end))
      move(to: end, handle: (second, "c"))
    default:
      let middle = name == "q" ? try point(isRelative) : mirrored("q")
      let end = try point(isRelative)
      elements.append(.quadratic(middle, end))
      move(to: end, handle: (middle, "q"))
    }
  }

  private mutating func arc(_ isRelative: Bool) throws {
    let (radiusX, radiusY, rotation) = (try number(), try number(), try number())
    let (isLarge, isClockwise) = (try flag(), try flag())
    let end = try point(isRelative)
    // Not copied for each arc.
    var path = Path(elements)
    elements = []
    path.addArc(
      from: position, to: end, radiusX: radiusX, radiusY: radiusY, rotation: rotation,
      isLarge: isLarge, isClockwise: isClockwise)
    elements = path.elements
    move(to: end)
  }

  /// 0 or 1, which nothing need part from what follows.
  private mutating func flag() throws -> Bool {
    skipSpace()
    guard let digit = rest.first, digit == "0" || digit == "1" else {
      throw failure("'\(rest.prefix(12))'")
    }
    rest.removeFirst()
    return digit == "1"
  }

  private mutating func line(to end: Point) {
    elements.append(.line(end))
    move(to: end)
  }

  private mutating func move(to end: Point, handle: (Point, String)? = nil) {
    (position, self.handle) = (end, handle)
  }

  private func mirrored(_ kind: String) -> Point {
    guard let handle, handle.of == kind else { return position }
    return Point(2 * position.x - handle.point.x, 2 * position.y - handle.point.y)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads what `mr.shape` and `mr.source.shape` are given.
struct ShapeReader {
  /// What keyframes are counted in; `nil`: nothing moves.
  let clock: KeyframeClock?
  /// Takes the picture that is its fill.
  let pictures = PictureFills()

  static let names =
    OutlineReader.names + ["fill", "stroke", "shadow", "glow", "trim"]

  /// The shape that `options` describe.
  func shape(_ options: Options) throws -> Moving<ShapeDescription> {
    let outline = try OutlineReader(clock: clock).outline(options)
    var shape = Moving(ShapeDescription(Path()))
    shape.set(\.path, outline.path)
    shape.set(\.rule, Moving(outline.rule))
    try options["stroke"].ifGiven { argument in
      shape.set(\.strokes, Moving(try argument.oneOrMore { try $0.stroke(.center, clock) }))
    }
    shape.set(\.shadows, try Argument.shadows(options, clock))
    if try options["fill"].isNil, !shape.start.strokes.isEmpty {
      shape.set(\.fill, Moving(nil))
    }
    try options["fill"].ifGiven { argument in
      let paint = try pictures.stencil(argument).map { Moving($0) } ?? argument.movingPaint(clock)
      shape.set(\.fill, paint.map(Optional.some))
    }
    try options["trim"].ifGiven { shape.set(\.trim, try trim($0).map(Optional.some)) }
    return shape
  }

  // MARK: Trimming

  private func trim(_ argument: Argument) throws -> Moving<ShapeDescription.Trim> {
    guard clock != nil, try argument.isAnimation else { return try trimParts(argument) }
    var trim = Moving(ShapeDescription.Trim())
    trim.set(\.start, try argument.moving(clock) { try Self.ends($0).start })
    trim.set(\.end, try argument.moving(clock) { try Self.ends($0).end })
    trim.set(\.offset, try argument.moving(clock) { try Self.ends($0).offset })
    return trim.map(\.limited)
  }

  /// `{ start, end, offset = … }`, each of which may move.
  private func trimParts(_ argument: Argument) throws -> Moving<ShapeDescription.Trim> {
    let options = try argument.options(["offset"], owner: argument.label, items: 2)
    var trim = Moving(ShapeDescription.Trim())
    trim.set(\.start, try options.item(1, "start").movingReal(clock, 0...1))
    trim.set(\.end, try options.item(2, "end").movingReal(clock, 0...1))
    try options["offset"].ifGiven { trim.set(\.offset, try $0.movingReal(clock, -1e6...1e6)) }
    guard !trim.isStill || trim.start.start <= trim.start.end else {
      throw argument.expected("a start at or before the end")
    }
    return trim.map(\.limited)
  }

  private static func ends(_ argument: Argument) throws -> ShapeDescription.Trim {
    try ShapeReader(clock: nil).trimParts(argument).start
  }
}

extension ShapeDescription.Trim {
  /// Both ends within the outline; nothing where they have passed each other.
  fileprivate var limited: Self {
    let start = min(1, max(0, start))
    return Self(start: start, end: max(start, min(1, max(0, end))), offset: offset)
  }
}

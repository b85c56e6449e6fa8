// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelText

/// `mr.shape`: outlines, filled and lined.
enum ShapeFunction {
  static let kinds = ["rect", "ellipse", "polygon", "star", "line", "arc", "path"]
  static let names =
    kinds + ["radius", "rule", "fill", "stroke", "shadow", "glow", "trim"]

  static func make(_ call: Call) throws -> LuaValue {
    let options = try call[0].options(names, owner: call.name)
    var shape = ShapeDescription(try path(options))
    try options["rule"].ifGiven { shape.rule = try $0.choice() }
    shape.strokes =
      try options["stroke"].ifGiven { try $0.oneOrMore { try $0.stroke(.center) } } ?? []
    shape.shadows = try Argument.shadows(options)
    shape.fill = try options["fill"].ifGiven { try $0.paint() }
    if shape.fill == nil, shape.strokes.isEmpty { shape.fill = .color(.white) }
    shape.trim = try options["trim"].ifGiven { try trim($0) }
    do {
      return .object(ImageHandle(Image(.drawing(try ShapeDrawing(of: shape)))))
    } catch let error as MoonreelError {
      throw MoonreelError(error.code, "bad shape of \(call.name): \(error.description)")
    }
  }

  private static func path(_ options: Options) throws -> Path {
    let given = try kinds.filter { try !options[$0].isNil }
    guard given.count == 1 else {
      throw MoonreelError(
        .invalidArgument,
        "\(options.owner) needs one of \(kinds.dropLast().map { "'\($0)'" }.joined(separator: ", ")) "
          + "and 'path'")
    }
    guard try options["radius"].isNil || given == ["rect"] else {
      throw MoonreelError(.invalidArgument, "only a 'rect' of \(options.owner) has a 'radius'")
    }
    let argument = try options[given[0]]
    switch given[0] {
    case "rect":
      let radius = try options["radius"].ifGiven { try $0.real(0...1e6) } ?? 0
      return Path(rect: try argument.rect(), radius: radius)
    case "ellipse": return Path(ellipseIn: try argument.rect())
    case "polygon": return Path(polygon: try points(argument, 3, "three"))
    case "line": return Path(line: try points(argument, 2, "two"))
    case "star": return try star(argument)
    case "arc": return try arc(argument)
    default: return try argument.naming { try PathData.path(try argument.string()) }
    }
  }

  private static func points(_ argument: Argument, _ least: Int, _ word: String) throws -> [Point] {
    let rule = "\(word) or more points { x, y }"
    let points = try argument.items(rule).map { try $0.point() }
    guard points.count >= least else { throw argument.expected(rule) }
    return points
  }

  private static func star(_ argument: Argument) throws -> Path {
    let names = ["center", "points", "radius", "inner_radius", "rotation"]
    let options = try argument.options(names, owner: argument.label)
    let radius = try options.required("radius", "pixels to its points").real(0...1e6)
    return Path(
      star: try options["points"].ifGiven { try $0.integer(2...1000) } ?? 5,
      center: try options["center"].ifGiven { try $0.point() } ?? .zero, radius: radius,
      innerRadius: try options["inner_radius"].ifGiven { try $0.real(0...1e6) } ?? radius * 0.4,
      rotation: try options["rotation"].ifGiven { try $0.real(-1e6...1e6) } ?? 0)
  }

  private static func arc(_ argument: Argument) throws -> Path {
    let names = ["center", "radius", "from", "to", "pie"]
    let options = try argument.options(names, owner: argument.label)
    let (start, end) = (
      try options["from"].ifGiven { try $0.real(-3600...3600) } ?? 0,
      try options.required("to", "degrees clockwise, 0 being to the right").real(-3600...3600)
    )
    return Path(
      arc: try options["center"].ifGiven { try $0.point() } ?? .zero,
      radius: try options.required("radius", "pixels").real(0...1e6), start: start, end: end,
      isPie: try options["pie"].ifGiven { try $0.boolean() } ?? false)
  }

  private static func trim(_ argument: Argument) throws -> ShapeDescription.Trim {
    let options = try argument.options(["offset"], owner: argument.label, items: 2)
    let (start, end) = (
      try options.item(1, "the start").real(0...1), try options.item(2, "the end").real(0...1)
    )
    guard start <= end else { throw argument.expected("a start that is not behind the end") }
    return ShapeDescription.Trim(
      start: start, end: end,
      offset: try options["offset"].ifGiven { try $0.real(-1e6...1e6) } ?? 0)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// `mr.image.mask`: areas inside outlines.
extension ImageFunctions {
  private static let outlines = ["rect", "ellipse", "polygon", "path"]

  static func mask(_ call: Call) throws -> Image {
    let options = try call[0].options(
      outlines + ["radius", "feather", "rule", "size"], owner: call.name)
    let kind = try options.one(of: outlines).name
    guard try options["radius"].isNil || kind == "rect" else {
      throw MoonreelError(.invalidArgument, "only a 'rect' of \(call.name) has a 'radius'")
    }
    let feather = try options["feather"].ifGiven { try $0.real(0...1e5) } ?? 0
    let rule: Path.FillRule = try options["rule"].ifGiven { try $0.choice() } ?? .nonZero
    return Image(shape: try path(options, kind), rule: rule, feather: feather)
  }

  private static func path(_ options: Options, _ kind: String) throws -> Path {
    let (argument, frame) = (try options[kind], try frame(options))
    switch kind {
    case "rect":
      let radius = try options["radius"].ifGiven { try $0.real(0...1e6) } ?? 0
      return Path(rect: try argument.rect(in: frame, hint: hint), radius: radius)
    case "ellipse": return Path(ellipseIn: try argument.rect(in: frame, hint: hint))
    case "path": return try PathData.path(try argument.string())
    default:
      let rule = "three or more points { x, y }"
      let points = try argument.items(rule).map { try $0.point(in: frame, hint: hint) }
      guard points.count >= 3 else { throw argument.expected(rule) }
      return Path(polygon: points)
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Where pictures stand: fitted, turned about an anchor, in perspective, repeated.
extension ImageHandle {
  static func addFitting(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("fit", ["size", "mode?", "options?"]) { handle, call in
      let extent = try handle.edges(call)
      let mode = try call[1].ifGiven { try $0.choice(FitMode.self) } ?? .contain
      let options = try call[2].options(["gravity", "blur"], owner: call.name)
      let gravity: Gravity = try options["gravity"].ifGiven { try $0.choice() } ?? .center
      let blur = try options["blur"].ifGiven { try $0.real(0...4096) }
      return try value(
        handle.image.fitted(
          into: try call[0].size(in: extent), mode, gravity: gravity, blur: blur))
    }
    type.method("corner_pin", ["corners"]) { handle, call in
      let names = ["top_left", "top_right", "bottom_right", "bottom_left"]
      let options = try call[0].options(names + ["sampling"], owner: call.name)
      let points = try names.map {
        try options.required($0, "where that corner goes, { x, y }").point(in: handle.image.extent)
      }
      let sampling: Image.Sampling =
        try options["sampling"].ifGiven { try $0.choice() } ?? .bicubic
      return try value(
        handle.image.cornerPinned(
          topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3],
          sampling: sampling))
    }
    type.method("nine_slice", ["options"]) { handle, call in
      try value(try nineSliced(handle, call))
    }
    type.method("tile", ["mode"]) { handle, call in
      _ = try handle.edges(call)
      return try value(handle.image.tiled(try call[0].choice()))
    }
    type.method("gravity", ["gravity"]) { handle, call in
      let gravity: Gravity = try call[0].choice()
      let point = gravity.point(in: try handle.edges(call))
      return .list([.number(point.x), .number(point.y)])
    }
  }

  private static func nineSliced(_ handle: ImageHandle, _ call: Call) throws -> Image {
    let extent = try handle.edges(call)
    let options = try call[0].options(["insets", "size", "widths", "fill"], owner: call.name)
    let rule = "where it is cut: pixels from all edges, or { top, right, bottom, left }"
    var slices = NineSlice(
      insets: try options.required("insets", rule).edgeInsets(rule),
      size: try options.required("size", "{ width, height } in pixels").size(in: extent))
    try options["widths"].ifGiven {
      slices.widths = try $0.edgeInsets("pixels of all edges, or { top, right, bottom, left }")
    }
    try options["fill"].ifGiven { slices.fill = try $0.choice() }
    do {
      return try handle.image.nineSliced(slices)
    } catch let error as MoonreelError {
      throw MoonreelError(error.code, "bad options of \(call.name): \(error.message)")
    }
  }

  static func addTurning(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("rotate", ["degrees", "anchor?"]) { handle, call in
      try value(
        handle.image.rotated(degrees: try call[0].real(), about: try handle.anchor(call[1], call)))
    }
    type.method("scale", ["x", "y?", "anchor?"]) { handle, call in
      let x = try call[0].real()
      let y = try call[1].ifGiven { try $0.real() } ?? x
      return try value(handle.image.scaled(x: x, y: y, about: try handle.anchor(call[2], call)))
    }
    type.method("skew", ["x", "y", "anchor?"]) { handle, call in
      let (x, y) = (try call[0].real(-89...89), try call[1].real(-89...89))
      return try value(
        handle.image.skewed(xDegrees: x, yDegrees: y, about: try handle.anchor(call[2], call)))
    }
    type.method("flip", ["direction"]) { handle, call in
      _ = try handle.edges(call)
      let direction = try call[0].choice(among: ["horizontal", "vertical", "both"])
      return try value(
        handle.image.flipped(
          horizontally: direction != "vertical", vertically: direction != "horizontal"))
    }
  }

  /// The rectangle of the picture's edges.
  private func edges(_ call: Call) throws -> Rect {
    guard let extent = image.extent, !extent.isEmpty else {
      throw MoonreelError(
        .invalidArgument, "\(call.name) needs a picture with edges; crop it first")
    }
    return extent
  }

  /// A point, the name of one of nine, or nothing for the middle.
  private func anchor(_ argument: Argument, _ call: Call) throws -> Point {
    if argument.isNil { return Gravity.center.point(in: try edges(call)) }
    if case .string = argument.value {
      let gravity: Gravity = try argument.choice()
      return gravity.point(in: try edges(call))
    }
    return try argument.point(in: image.extent)
  }
}

extension Argument {
  /// One length for all edges, or `{ top, right, bottom, left }`.
  fileprivate func edgeInsets(_ rule: String) throws -> EdgeInsets {
    if case .table = value {
      let lengths = try items(rule).map { try $0.real(0...1e6) }
      guard lengths.count == 4 else { throw expected(rule) }
      return EdgeInsets(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
    }
    let length = try real(0...1e6)
    return EdgeInsets(top: length, right: length, bottom: length, left: length)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.image.…`: pictures that come from nowhere.
enum ImageFunctions {
  static var all: [FunctionBinding] {
    [
      .value("empty") { _ in try ImageHandle.value(.empty) },
      .value("color", ["color"]) { try ImageHandle.value(Image(color: try $0[0].color())) },
      .value("linear_gradient", ["options"]) { try ImageHandle.value(try linear($0)) },
      .value("radial_gradient", ["options"]) { try ImageHandle.value(try radial($0)) },
      .value("checker", ["options?"]) { try ImageHandle.value(try checker($0)) },
      .value("noise", ["options?"]) { try ImageHandle.value(try noise($0)) },
      .value("mask", ["options"]) { try ImageHandle.value(try mask($0)) },
      .value("test_card", ["options"]) { try ImageHandle.value(try testCard($0)) },
    ]
  }

  static func linear(_ call: Call) throws -> Image {
    let options = try call[0].options(["from", "to", "stops", "size"], owner: call.name)
    let frame = try frame(options)
    let from = try options.required("from", "the point { x, y } where it begins")
      .point(in: frame, hint: hint)
    let to = try options.required("to", "the point { x, y } where it ends")
      .point(in: frame, hint: hint)
    return Image(.linearGradient(from: from, to: to, stops: try stops(options)))
  }

  static func radial(_ call: Call) throws -> Image {
    let options = try call[0].options(["center", "radius", "stops", "size"], owner: call.name)
    let frame = try frame(options)
    let center = try options.required("center", "the point { x, y } in the middle")
      .point(in: frame, hint: hint)
    let radius = try options.required("radius", "pixels to the last colour").radius(in: frame)
    return Image(.radialGradient(center: center, radius: radius, stops: try stops(options)))
  }

  static let hint = "give pixels, or the 'size' that it is a share of"

  /// What shares are shares of: `size`, or the frame that is being drawn.
  static func frame(_ options: Options) throws -> Rect? {
    let size = try options["size"].ifGiven { try $0.size() }
    return size.map { Rect(origin: .zero, size: $0) } ?? options.state.canvas
  }

  /// Colours, evenly spread, or pairs of position and colour.
  static func stops(_ options: Options) throws -> [Image.GradientStop] {
    try stops(try options.required("stops", stopRule))
  }

  private static let stopRule =
    "two or more colours, or pairs { position, colour } with positions from 0 to 1"

  static func stops(_ argument: Argument) throws -> [Image.GradientStop] {
    let rule = stopRule
    let items = try argument.items(rule)
    guard (2...64).contains(items.count) else { throw argument.expected(rule) }
    let stops = try items.enumerated().map { index, item -> Image.GradientStop in
      guard case .table(let view) = item.value, view.count == 2 else {
        return Image.GradientStop(Double(index) / Double(items.count - 1), try item.color())
      }
      let pair = try item.items(rule)
      return Image.GradientStop(try pair[0].real(0...1), try pair[1].color())
    }
    guard zip(stops, stops.dropFirst()).allSatisfy({ $0.position <= $1.position }) else {
      throw MoonreelError(
        .invalidArgument, "bad \(argument.label): the positions must not go backwards")
    }
    return stops
  }

  static func checker(_ call: Call) throws -> Image {
    let options = try call[0].options(["side", "colors"], owner: call.name)
    let side = try options["side"].ifGiven { try $0.real(0.5...1e5) } ?? 16
    let colors = try options["colors"].ifGiven { argument in
      try argument.items("two colours").map { try $0.color() }
    }
    guard colors.map({ $0.count == 2 }) ?? true else {
      throw try options["colors"].expected("two colours")
    }
    return Image(.checker(side: side, colors?[0] ?? .white, colors?[1] ?? Color(0.75, 0.75, 0.75)))
  }

  static func noise(_ call: Call) throws -> Image {
    let options = try call[0].options(["seed"], owner: call.name)
    let seed = try options["seed"].ifGiven { try $0.integer(0...Int(UInt32.max)) } ?? 0
    return Image(.noise(seed: UInt32(seed)))
  }

  static func testCard(_ call: Call) throws -> Image {
    let options = try call[0].options(["size", "phase"], owner: call.name)
    let size = try options.required("size", "{ width, height } in pixels").pixelSize()
    let phase = try options["phase"].ifGiven { try $0.real(0...1) } ?? 0
    return Image(.testCard(size: size.size, phase: phase))
  }
}

extension Argument {
  /// A radius in pixels, or a share of the shorter side of `frame`.
  fileprivate func radius(in frame: Rect?) throws -> Double {
    guard case .string = value else { return try real(0.001...1e6) }
    let length = try length()
    guard let frame else { throw unknownWhole(ImageFunctions.hint) }
    let radius = length.length(of: min(frame.size.width, frame.size.height))
    guard (0.001...1e6).contains(radius) else { throw expected("a share above 0") }
    return radius
  }
}

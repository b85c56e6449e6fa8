// SPDX-License-Identifier: MIT

import MoonreelCore

extension Argument {
  /// The numbers of a sequence of exactly `count`.
  private func numbers(_ count: Int, _ rule: String) throws -> [Double] {
    guard case .table(let view) = value, view.count == count, try view.keys().names.isEmpty else {
      throw expected(rule)
    }
    return try items(rule).map { try $0.real() }
  }

  /// A size in whole pixels: `{ 1920, 1080 }`.
  func pixelSize() throws -> PixelSize {
    let rule = "a size: { width, height } in whole pixels from 1 to 32768"
    let sides = try numbers(2, rule)
    guard sides.allSatisfy({ $0 >= 1 && $0 <= 32768 && $0 == $0.rounded() }) else {
      throw expected(rule)
    }
    return PixelSize(Int(sides[0]), Int(sides[1]))
  }

  /// A size in pixels, perhaps fractional.
  func size() throws -> Size {
    let rule = "a size: { width, height } in pixels"
    let sides = try numbers(2, rule)
    guard sides.allSatisfy({ $0 > 0 && $0 <= 1_000_000 }) else { throw expected(rule) }
    return Size(sides[0], sides[1])
  }

  /// A position, `{ x, y }`: pixels, or shares of `size` as `"50%"` where one is known.
  func point(in size: Size? = nil) throws -> Point {
    let rule = "a position: { x, y } in pixels" + (size == nil ? "" : " or shares such as \"50%\"")
    guard case .table(let view) = value, view.count == 2 else { throw expected(rule) }
    let parts = try items(rule)
    return Point(try parts[0].length(of: size?.width), try parts[1].length(of: size?.height))
  }

  /// A length in pixels, or a share of `whole` as `"50%"`.
  func length(of whole: Double?) throws -> Double {
    guard case .string(let text) = value, text.hasSuffix("%"), let whole else {
      return try real()
    }
    guard let share = Double(text.dropLast()), share.isFinite else {
      throw expected("a number of pixels or a share such as \"50%\"")
    }
    return Double(Float(share / 100 * whole))
  }

  /// A rectangle: `{ x, y, width, height }`.
  func rect(in size: Size? = nil) throws -> Rect {
    let rule = "a rectangle: { x, y, width, height } in pixels"
    guard case .table(let view) = value, view.count == 4 else { throw expected(rule) }
    let parts = try items(rule)
    let lengths = try parts.enumerated().map { index, part in
      try part.length(of: index % 2 == 0 ? size?.width : size?.height)
    }
    guard lengths[2] >= 0, lengths[3] >= 0 else { throw expected(rule + ", not negative") }
    return Rect(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
  }

  /// A colour: a name, `"#rrggbb"`, `{ r, g, b, a }` of 0…1, or `mr.color(…)`.
  func color() throws -> Color {
    let rule = "a colour: \"#rrggbb\", a name, or { red, green, blue, alpha } from 0 to 1"
    switch value {
    case .string(let text): return try naming { try Self.rounded(Color(text: text)) }
    case .object(let handle as ImageHandle):
      guard let color = handle.color else { throw expected(rule) }
      return color
    case .table(let view) where view.count == 3 || view.count == 4:
      let parts = try items(rule).map { try $0.real(0...1) }
      return Color(parts[0], parts[1], parts[2], parts.count == 4 ? parts[3] : 1)
    default: throw expected(rule)
    }
  }

  private static func rounded(_ color: Color) -> Color {
    func round(_ part: Double) -> Double { Double(Float(part)) }
    return Color(round(color.red), round(color.green), round(color.blue), round(color.alpha))
  }
}

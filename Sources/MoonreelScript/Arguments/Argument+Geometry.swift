// SPDX-License-Identifier: MIT

import MoonreelCore

extension Argument {
  /// The numbers of a sequence of exactly `count`.
  private func numbers(_ count: Int, _ rule: String) throws -> [Double] {
    try sequence(count, rule).map { part in
      if part.isShare { throw part.unknownWhole() }
      return try part.real()
    }
  }

  /// The items of a sequence of exactly `count`.
  private func sequence(_ count: Int, _ rule: String) throws -> [Argument] {
    guard case .table(let view) = value, view.count == count, try view.keys().names.isEmpty else {
      throw expected(rule, hint: sequenceHint)
    }
    return try items(rule)
  }

  private var isShare: Bool {
    if case .string(let text) = value { text.hasSuffix("%") } else { false }
  }

  /// The error of a share where no size is known.
  func unknownWhole(_ hint: String = "give pixels") -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "bad \(label): there is no size here that \(found) could be a share of; \(hint)")
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

  /// A length in pixels, or a share such as `"50%"`.
  func length() throws -> Length {
    guard case .string(let text) = value else { return .pixels(try real()) }
    let rule = "a number of pixels or a share such as \"50%\""
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), abs(percent) <= 1e6 else {
      throw expected(rule, hint: numberHint(nil))
    }
    return .share(percent / 100)
  }

  /// A size, perhaps fractional, in pixels or shares.
  func relativeSize() throws -> RelativeSize {
    let rule = "a size: { width, height } in pixels or shares such as \"50%\""
    let sides = try sequence(2, rule).map { try $0.length() }
    for case .pixels(let side) in sides where side <= 0 || side > 1_000_000 {
      throw expected(rule + ", above 0")
    }
    for case .share(let share) in sides where share <= 0 { throw expected(rule + ", above 0") }
    return RelativeSize(width: sides[0], height: sides[1])
  }

  /// A position, `{ x, y }`, in pixels or shares.
  func relativePoint() throws -> RelativePoint {
    let parts = try sequence(2, "a position: { x, y } in pixels or shares such as \"50%\"")
    return RelativePoint(x: try parts[0].length(), y: try parts[1].length())
  }

  /// A rectangle, `{ x, y, width, height }`, in pixels or shares.
  func relativeBox() throws -> RelativeBox {
    let rule = "a rectangle: { x, y, width, height } in pixels or shares such as \"50%\""
    let parts = try sequence(4, rule).map { try $0.length() }
    for case .pixels(let side) in parts[2...] where side < 0 {
      throw expected(rule + ", not negative")
    }
    for case .share(let share) in parts[2...] where share < 0 {
      throw expected(rule + ", not negative")
    }
    return RelativeBox(
      origin: RelativePoint(x: parts[0], y: parts[1]),
      size: RelativeSize(width: parts[2], height: parts[3]))
  }

  /// A size in pixels, or shares of `frame` where one is known.
  func size(in frame: Rect? = nil) throws -> Size {
    let size = try relativeSize()
    guard size.hasShares else { return size.resolved(in: .null) }
    return size.resolved(in: try whole(frame))
  }

  /// A position in pixels, or shares of `frame` where one is known.
  func point(in frame: Rect? = nil, hint: String = "give pixels") throws -> Point {
    let point = try relativePoint()
    guard point.hasShares else { return point.resolved(in: .null) }
    return point.resolved(in: try whole(frame, hint))
  }

  /// A rectangle in pixels, or shares of `frame` where one is known.
  func rect(in frame: Rect? = nil, hint: String = "give pixels") throws -> Rect {
    let box = try relativeBox()
    guard box.hasShares else { return box.resolved(in: .null) }
    return box.resolved(in: try whole(frame, hint))
  }

  /// `frame`, which must be known: something is a share of it.
  private func whole(_ frame: Rect?, _ hint: String = "give pixels") throws -> Rect {
    if let frame { return frame }
    guard let share = try items("numbers").first(where: \.isShare) else { throw unknownWhole(hint) }
    throw share.unknownWhole(hint)
  }

  /// A colour: a name, `"#rrggbb"`, `{ r, g, b, a }` of 0…1, or `mr.color(…)`.
  func color() throws -> Color {
    let rule = "a colour: \"#rrggbb\", a name, or { red, green, blue, alpha } from 0 to 1"
    switch value {
    case .string(let text): return try naming { try Self.rounded(Color(text: text)) }
    case .object(let handle as ImageHandle):
      guard let color = handle.color else { throw expected(rule) }
      return color
    case .table(let view) where (view.count == 3 || view.count == 4) && colorHint == nil:
      let parts = try items(rule).map { try $0.real(0...1) }
      return Color(parts[0], parts[1], parts[2], parts.count == 4 ? parts[3] : 1)
    default: throw expected(rule, hint: colorHint)
    }
  }

  private static func rounded(_ color: Color) -> Color {
    func round(_ part: Double) -> Double { Double(Float(part)) }
    return Color(round(color.red), round(color.green), round(color.blue), round(color.alpha))
  }
}

extension Rect {
  /// At the origin, without size: for values that are no shares of anything.
  fileprivate static let null = Rect(x: 0, y: 0, width: 0, height: 0)
}

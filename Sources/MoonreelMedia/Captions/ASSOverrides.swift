// SPDX-License-Identifier: MIT

import MoonreelCore

/// What override tags of Advanced SubStation Alpha (`{\b1\an8}`) say of letters and of their place, as far as
/// captions know it.
struct ASSOverrides {
  /// How letters look without overrides, and other styles by name.
  var base = CaptionStyle()
  var styles: [String: CaptionStyle] = [:]
  /// Width and height that positions are given in.
  var frame = Size(384, 288)
  /// Where the style puts captions.
  var gravity = Gravity.bottom
  /// Whether a drawing is being described instead of letters.
  private(set) var isDrawing = false
  private var ownGravity: Gravity?
  private var position: Point?
  /// When the next syllable begins.
  private var syllable = Time.zero

  /// Where the caption asks to be shown; `nil` where it does not.
  var placement: CaptionPlacement? {
    guard ownGravity != nil || position != nil || gravity != .bottom else { return nil }
    func share(_ value: Double?, of whole: Double) -> Double? {
      value.map { min(1, max(0, $0 / whole)) }
    }
    return CaptionPlacement(
      gravity: ownGravity ?? gravity, x: share(position?.x, of: frame.width),
      y: share(position?.y, of: frame.height))
  }

  /// Does to `builder` what `block`, without its braces, says.
  mutating func apply(_ block: Substring, to builder: inout SpanBuilder) {
    for tag in Self.tags(block) {
      if !applyStyle(tag, &builder.style) { applyRest(tag, &builder) }
    }
  }

  /// The tags between backslashes; those within parentheses belong to the tag before these.
  private static func tags(_ block: Substring) -> [Substring] {
    var tags: [Substring] = []
    var (start, depth) = (String.Index?.none, 0)
    for index in block.indices {
      switch block[index] {
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case "\\" where depth == 0:
        // holds: the start was met before.
        if let start { tags.append(block[start..<index]) }
        start = block.index(after: index)
      default: break
      }
    }
    if let start { tags.append(block[start...]) }
    return tags
  }

  private func applyStyle(_ tag: Substring, _ style: inout CaptionStyle) -> Bool {
    if let value = Self.number("b", tag) {
      style.isBold = value == 1 || value >= 600
    } else if let value = Self.number("i", tag) {
      style.isItalic = value != 0
    } else if let value = Self.number("u", tag) {
      style.isUnderlined = value != 0
    } else if let value = Self.number("s", tag) {
      style.isStruckThrough = value != 0
    } else if tag.hasPrefix("c&") || tag.hasPrefix("1c&") || tag == "c" || tag == "1c" {
      style.color = ASSColor.color(tag.drop { $0 != "&" }) ?? base.color
    } else if tag.first == "r" {
      style = styles[String(tag.dropFirst())] ?? base
    } else {
      return false
    }
    return true
  }

  private mutating func applyRest(_ tag: Substring, _ builder: inout SpanBuilder) {
    if let value = Self.number("an", tag) {
      ownGravity = Gravity(numericPad: Int(value)) ?? ownGravity
    } else if let value = Self.number("a", tag) {
      ownGravity = Gravity(legacyAlignment: Int(value)) ?? ownGravity
    } else if let value = Self.number("p", tag) {
      isDrawing = value > 0
    } else if let place = Self.arguments("pos", tag) ?? Self.arguments("move", tag),
      place.count >= 2
    {
      position = Point(place[0], place[1])
    } else if tag.first == "k" || tag.first == "K" {
      say(tag.drop { $0.isLetter }, &builder)
    }
  }

  /// A syllable that lasts `centiseconds` begins.
  private mutating func say(_ centiseconds: Substring, _ builder: inout SpanBuilder) {
    guard let length = Double(centiseconds), (0...360_000).contains(length) else { return }
    builder.start = syllable
    // holds: an hour at most.
    syllable = syllable + Time(flicks: Int64(length * Double(Time.flicksPerSecond / 100)))
  }

  /// The number that follows `name` at once.
  private static func number(_ name: String, _ tag: Substring) -> Double? {
    guard tag.hasPrefix(name) else { return nil }
    let rest = tag.dropFirst(name.count).drop { $0 == " " }
    guard let first = rest.first, first.isNumber || first == "-" else { return nil }
    return Double(rest.prefix { $0.isNumber || $0 == "-" || $0 == "." }).flatMap {
      abs($0) < 1e9 ? $0 : nil
    }
  }

  private static func arguments(_ name: String, _ tag: Substring) -> [Double]? {
    guard tag.hasPrefix(name + "(") else { return nil }
    return tag.dropFirst(name.count + 1).prefix { $0 != ")" }.split(separator: ",")
      .compactMap { Double($0.filter { $0 != " " }) }.filter(\.isFinite)
  }
}

/// Colours as SubStation Alpha writes them: blue, green, red.
enum ASSColor {
  /// `"&H00FF80&"`, or the same as a decimal number; alpha is left out. `nil` for anything else.
  static func color(_ text: Substring) -> Color? {
    let trimmed = text.filter { $0 != " " && $0 != "&" }
    let isHexadecimal = trimmed.first == "H" || trimmed.first == "h"
    let digits = isHexadecimal ? trimmed.dropFirst() : trimmed[...]
    guard let value = Int64(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    func part(_ shift: Int64) -> Double { Double((value >> shift) & 0xFF) / 255 }
    return Color(part(0), part(8), part(16))
  }
}

extension Gravity {
  /// The part of the frame that a key of the numeric pad stands for: 1 bottom left … 9 top right.
  init?(numericPad key: Int) {
    guard (1...9).contains(key) else { return nil }
    self.init(x: Double((key - 1) % 3) / 2, y: 1 - Double((key - 1) / 3) / 2)
  }

  /// SubStation Alpha's older numbers: 1 to 3 at the bottom, 5 to 7 at the top, 9 to 11 in the middle.
  init?(legacyAlignment number: Int) {
    let rows = [0: 1.0, 1: 0, 2: 0.5]
    guard (1...3).contains(number % 4), let row = rows[number / 4], number > 0 else { return nil }
    self.init(x: Double(number % 4 - 1) / 2, y: row)
  }
}

// SPDX-License-Identifier: MIT

/// A colour in gamma-encoded R'G'B' of the composition's colour space, with straight alpha; in HDR
/// compositions, in that of sRGB, placed like ordinary footage.
public struct Color: Hashable, Sendable {
  /// Red, 0…1 within the gamut.
  public var red: Double
  /// Green, 0…1 within the gamut.
  public var green: Double
  /// Blue, 0…1 within the gamut.
  public var blue: Double
  /// Opacity, 0…1.
  public var alpha: Double

  /// Opaque black.
  public static let black = Color(0, 0, 0)
  /// Opaque white.
  public static let white = Color(1, 1, 1)
  /// Nothing.
  public static let transparent = Color(0, 0, 0, 0)

  /// The colour (`red`, `green`, `blue`), opaque unless `alpha` says otherwise.
  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Reads `"#RGB"`, `"#RGBA"`, `"#RRGGBB"`, `"#RRGGBBAA"`, a basic CSS colour name or `"transparent"`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for any other text.
  public init(text: String) throws {
    if let named = Self.names[text.lowercased()] {
      self = named
      return
    }
    guard text.hasPrefix("#"), let color = Self.hexadecimal(text.dropFirst()) else {
      let shown = text.utf8.count > 64 ? text.prefix(32) + "…" : text[...]
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(shown)' as a colour\(Self.hint(text)): write #RRGGBB, #RRGGBBAA, #RGB, or a name "
          + "such as red.")
    }
    self = color
  }

  /// `"#RRGGBB"`, or `"#RRGGBBAA"` where not opaque; components limited to 0…1 and rounded to 8 bits.
  public var hexadecimalText: String {
    func pair(_ component: Double) -> String {
      let byte = Int(limiting: (min(1, max(0, component.isFinite ? component : 0)) * 255).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "#" + pair(red) + pair(green) + pair(blue) + (alpha >= 1 ? "" : pair(alpha))
  }

  /// The colour that was probably meant: a name, digits without `#`, or `rgb(255, 0, 0)`.
  private static func hint(_ text: String) -> String {
    if hexadecimal(text[...]) != nil { return NearestName.question("#" + text) }
    let parts = text.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
    if text.lowercased().hasPrefix("rgb"), parts.count >= 3, parts[..<3].allSatisfy({ $0 <= 255 }) {
      let opaque = byte(parts[0], parts[1], parts[2])
      let alpha = parts.count > 3 ? min(1, parts[3]) : 1
      let color = Color(opaque.red, opaque.green, opaque.blue, alpha)
      return NearestName.question(color.hexadecimalText.lowercased())
    }
    return NearestName.hint(text, among: names.keys.sorted())
  }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    var values: [Double] = []
    for digit in digits {
      guard digit.isASCII, let value = digit.hexDigitValue else { return nil }
      values.append(Double(value))
    }
    let channels: [Double]
    switch values.count {
    case 3, 4: channels = values.map { $0 * 17 / 255 }
    case 6, 8: channels = pairs(values)
    default: return nil
    }
    return Color(channels[0], channels[1], channels[2], channels.count == 4 ? channels[3] : 1)
  }

  private static func pairs(_ digits: [Double]) -> [Double] {
    (0..<digits.count / 2).map { index -> Double in
      let high: Double = digits[2 * index] * 16
      return (high + digits[2 * index + 1]) / 255
    }
  }

  /// The names understood by ``init(text:)`` and their colours (CSS Color 4, basic keywords).
  public static let names: [String: Color] = [
    "black": .black, "white": .white, "transparent": .transparent,
    "silver": byte(192, 192, 192), "gray": byte(128, 128, 128), "grey": byte(128, 128, 128),
    "red": byte(255, 0, 0), "maroon": byte(128, 0, 0), "orange": byte(255, 165, 0),
    "yellow": byte(255, 255, 0), "olive": byte(128, 128, 0), "lime": byte(0, 255, 0),
    "green": byte(0, 128, 0), "aqua": byte(0, 255, 255), "cyan": byte(0, 255, 255),
    "teal": byte(0, 128, 128), "blue": byte(0, 0, 255), "navy": byte(0, 0, 128),
    "fuchsia": byte(255, 0, 255), "magenta": byte(255, 0, 255), "purple": byte(128, 0, 128),
    "pink": byte(255, 192, 203), "brown": byte(165, 42, 42), "gold": byte(255, 215, 0),
  ]

  private static func byte(_ red: Double, _ green: Double, _ blue: Double) -> Color {
    Color(red / 255, green / 255, blue / 255)
  }
}

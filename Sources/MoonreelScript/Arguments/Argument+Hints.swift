// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// How a value that is nearly right is written.
extension Argument {
  /// The number that was probably meant: of a text such as `"90deg"`, `"50%"` or `"-6dB"`, or of 50 where
  /// `range` ends at 1.
  func numberHint(_ range: ClosedRange<Double>?) -> String? {
    switch value {
    case .integer(let number) where range == 0...1 && (10...100).contains(number):
      return "write \(Self.text(Double(number) / 100)) for \(number) %"
    case .string(let text):
      guard let (number, unit) = Self.measure(text) else { return nil }
      switch unit {
      case "%": return "write \(Self.text(number / 100))"
      case "db": return "write \(Self.rounded(pow(10, number / 20))), the factor"
      case "": return "write \(Self.text(number)) without quotes"
      default: return "write \(Self.text(number))"
      }
    default: return nil
    }
  }

  /// The seconds that a text such as `"1.5"`, `"2s"` or `"500 ms"` means.
  var timeHint: String? {
    guard case .string(let text) = value, let (number, unit) = Self.measure(text) else {
      return nil
    }
    switch unit {
    case "": return "write \(Self.text(number)) without quotes"
    case "s", "sec", "secs", "second", "seconds": return "write \(Self.text(number))"
    case "ms", "milliseconds": return "write \(Self.text(number / 1000))"
    case "m", "min", "mins", "minute", "minutes": return "write \(Self.text(number * 60))"
    case "f", "frame", "frames": return "write mr.frames(\(Self.text(number)))"
    default: return nil
    }
  }

  /// The pair or more that a text such as `"1920x1080"` or `"center"` means, or a table with names.
  var sequenceHint: String? {
    switch value {
    case .string(let text):
      let sides = text.lowercased().split { "x×*:, ".contains($0) }.map { Int64($0) }
      if sides.count == 2, let width = sides[0], let height = sides[1] {
        return "write { \(width), \(height) }"
      }
      return ["center", "centre", "middle"].contains(text) ? "write { \"50%\", \"50%\" }" : nil
    case .table(let view):
      guard let names = try? view.keys().names, !names.isEmpty, view.count == 0 else { return nil }
      return "write the values in this order, without names"
    default: return nil
    }
  }

  /// How a file that is named by its path is opened, where an object is wanted: `"mr.asset"`.
  func openingHint(_ function: String) -> String? {
    guard case .string(let text) = value, text.contains(".") else { return nil }
    return "write \(function) \"\(text.count > 40 ? "…" : text)\""
  }

  /// The colour that was probably meant by digits without `#`, by bytes or by a number.
  var colorHint: String? {
    switch value {
    case .integer(let number) where (0...0xFF_FFFF).contains(number):
      let digits = String(number, radix: 16)
      return "write \"#\(String(repeating: "0", count: 6 - digits.count))\(digits)\""
    case .table(let view):
      if view.count == 0 { return "write the parts in this order, without names" }
      guard view.count == 3 || view.count == 4 else { return nil }
      let parts = (0..<view.count).compactMap { position -> Double? in
        guard case .integer(let part) = try? view.item(position + 1) else { return nil }
        return (0...255).contains(part) ? Double(part) / 255 : nil
      }
      guard parts.count == view.count, parts.contains(where: { $0 * 255 > 1.5 }) else { return nil }
      let color = Color(parts[0], parts[1], parts[2], parts.count == 4 ? parts[3] : 1)
      return "write \"\(color.hexadecimalText.lowercased())\""
    default: return nil
    }
  }

  /// A number at the start of `text`, and what follows in small letters.
  private static func measure(_ text: String) -> (Double, String)? {
    let trimmed = text.lowercased().filter { $0 != " " }
    let digits = trimmed.prefix { $0.isNumber || "+-.".contains($0) }
    guard trimmed.count <= 24, let number = Double(digits), abs(number) < 1e9 else { return nil }
    let unit = trimmed[digits.endIndex...]
    guard unit == "%" || unit.allSatisfy({ $0.isLetter || $0 == "°" }) else { return nil }
    return (number, String(unit))
  }

  /// Three digits are enough for a hint.
  private static func rounded(_ number: Double) -> String {
    text((number * 1000).rounded() / 1000)
  }
}

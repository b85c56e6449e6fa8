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
      let (factor, end): (Double, String)
      switch unit {
      case "%": (factor, end) = (0.01, "")
      case "db":
        let gain = Self.rounded(pow(10, number / 20))
        return range?.contains(pow(10, number / 20)) ?? true ? "write \(gain), the factor" : nil
      case "": (factor, end) = (1, " without quotes")
      case "k", "kb", "kbit", "kbps", "khz": (factor, end) = (1e3, "")
      case "m", "mb", "mbit", "mbps", "mhz": (factor, end) = (1e6, "")
      case "g", "gb", "gbit": (factor, end) = (1e9, "")
      case "ms": (factor, end) = (1e-3, "")
      case "px", "pt", "deg", "degrees", "°", "fps", "hz", "x", "s", "sec", "f", "frames":
        (factor, end) = (1, "")
      default: return nil
      }
      let meant = (number * factor * 1e9).rounded() / 1e9
      return range?.contains(meant) ?? true ? "write \(Self.text(meant))\(end)" : nil
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
        let number: Double
        switch try? view.item(position + 1) {
        case .integer(let part): number = Double(part)
        case .number(let part): number = part
        default: return nil
        }
        return (0...255).contains(number) ? number : nil
      }
      guard parts.count == view.count, parts.contains(where: { $0 > 1 }) else { return nil }
      let (given, alpha) = (parts[..<3], parts.count == 4 ? parts[3] : 1)
      // A transparency in percent beside shares, as `{ 1, 0, 0, 50 }` has it.
      guard given.contains(where: { $0 > 1 }) else {
        let share = Self.text(alpha <= 100 ? alpha / 100 : Self.share(alpha))
        return
          "alpha ends at 1: write { \(given.map(Self.text).joined(separator: ", ")), \(share) }"
      }
      let color = Color(
        given[0] / 255, given[1] / 255, given[2] / 255, alpha > 1 ? alpha / 255 : alpha)
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

  /// A byte as a share, in the digits of a hint.
  private static func share(_ byte: Double) -> Double { (byte / 255 * 1000).rounded() / 1000 }

  /// Three digits are enough for a hint.
  private static func rounded(_ number: Double) -> String {
    text((number * 1000).rounded() / 1000)
  }
}

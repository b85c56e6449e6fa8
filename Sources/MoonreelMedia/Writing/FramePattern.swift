// SPDX-License-Identifier: MIT

import MoonreelCore

/// A file name with a place for a number, such as `frame_%04d.png`. `%%` stands for one `%`.
public struct FramePattern: Hashable {
  let prefix: String
  let suffix: String
  let digits: Int
  /// Whether the name has further places, which stay as they are.
  public let hasSeveralPlaces: Bool

  /// Reads `name`; `nil` where it has no place for a number.
  public init?(_ name: String) {
    var parts: [String] = [""]
    var (digits, places) = (0, 0)
    var rest = Substring(name)
    while let first = rest.first {
      if rest.hasPrefix("%%") {
        parts[parts.count - 1] += "%"
        rest = rest.dropFirst(2)
      } else if let (width, length) = Self.placeholder(rest) {
        places += 1
        if places == 1 {
          digits = width
          parts.append("")
        } else {
          parts[1] += rest.prefix(length)
        }
        rest = rest.dropFirst(length)
      } else {
        parts[parts.count - 1].append(first)
        rest = rest.dropFirst()
      }
    }
    guard parts.count == 2 else { return nil }
    (prefix, suffix, self.digits) = (parts[0], parts[1], digits)
    hasSeveralPlaces = places > 1
  }

  /// Refuses several places for a number in `path`, whose name this is.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`).
  public func check(_ path: String) throws {
    guard hasSeveralPlaces else { return }
    throw MoonreelError(
      .invalidArgument,
      "Cannot number '\(path)': it has several places for a number, and a picture has one. Keep one, such "
        + "as %04d; %% stands for a % of the name.")
  }

  /// The width in `%d`, `%4d` or `%04d` and the length of the text, where `text` begins with one.
  private static func placeholder(_ text: Substring) -> (Int, Int)? {
    guard text.first == "%", let end = text.dropFirst().firstIndex(where: { !$0.isNumber }),
      text[end] == "d"
    else { return nil }
    let number = text[text.index(after: text.startIndex)..<end]
    let width = number.isEmpty ? 0 : Int(number)
    return width.map { (min($0, 18), number.count + 2) }
  }

  /// The name of picture `number`.
  public func name(_ number: Int64) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// The number in `name`, where this pattern could have given it.
  func number(in name: String) -> Int64? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard let number = Int64(middle), self.name(number) == name else { return nil }
    return number
  }
}

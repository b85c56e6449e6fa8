// SPDX-License-Identifier: MIT

/// A length of time as XML has it (ISO 8601): `PT1H2M3.5S`.
enum ISODuration {
  /// Seconds of each unit before the `T`, and behind it. Years and months have no one length.
  private static let units: [[Character: Double]] = [
    ["W": 604_800, "D": 86_400], ["H": 3600, "M": 60, "S": 1],
  ]

  /// The seconds that `text` stands for.
  ///
  /// - Throws: `ManifestFault`.
  static func seconds(_ text: String) throws -> Double {
    guard let seconds = read(text), seconds < 1e9 else {
      throw ManifestFault("'\(text.prefix(40))' is no length of time such as PT1H2M3.5S")
    }
    return seconds
  }

  private static func read(_ text: String) -> Double? {
    guard text.first == "P" else { return nil }
    let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }), parts.last?.isEmpty == false
    else { return nil }
    var sum = 0.0
    for (part, units) in zip(parts, units) {
      var digits = ""
      for letter in part {
        if letter.isASCII, letter.isNumber || letter == "." {
          digits.append(letter)
          continue
        }
        guard let unit = units[letter], let value = Double(digits) else { return nil }
        sum += value * unit
        digits = ""
      }
      guard digits.isEmpty else { return nil }
    }
    return sum
  }
}

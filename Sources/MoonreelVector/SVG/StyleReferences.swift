// SPDX-License-Identifier: MIT

/// What CSS refers to.
enum StyleReferences {
  /// The first `url(…)` or `@import` in `text` that leads out of the file; `nil` where there is none.
  static func foreign(in text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "(")) || bytes.contains(UInt8(ascii: "@")) else { return nil }
    let lower = bytes.map { (65...90).contains($0) ? $0 | 32 : $0 }
    for index in lower.indices {
      if lower[index...].starts(with: "@import".utf8) {
        let rest = bytes[(index + 7)...].prefix { $0 != UInt8(ascii: ";") && $0 != 10 }
        return String(decoding: rest.drop { $0 <= 32 }, as: UTF8.self)
      }
      guard lower[index] == UInt8(ascii: "u"), lower[index...].starts(with: "url(".utf8) else {
        continue
      }
      let address = address(bytes[(index + 4)...])
      if !address.isEmpty, !address.hasPrefix("#"), !DataAddress.matches(address) { return address }
    }
    return nil
  }

  private static func address(_ bytes: ArraySlice<UInt8>) -> String {
    let inner = bytes.drop { $0 <= 32 || $0 == 34 || $0 == 39 }
    return String(
      decoding: inner.prefix { $0 > 32 && !")\"'".utf8.contains($0) }, as: UTF8.self)
  }
}

// SPDX-License-Identifier: MIT

/// Text of caption files as bytes.
enum CaptionText {
  /// `bytes` as UTF-8, or, where they are none, as Windows-1252, which old files were written in.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, isUTF8: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (clean(text), true) }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(scalar(byte)) }
    return (clean(text), false)
  }

  /// What is said of a file that is not in UTF-8.
  static func encodingWarning(_ path: String) -> String {
    "'\(path)' is not in UTF-8; it is read as Windows-1252. Save it as UTF-8."
  }

  /// One kind of line end, and no control characters or byte order marks.
  static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r": result.append("\n")
      case "\t": result.append(" ")
      case "\u{FEFF}", "\0"..<" ", "\u{7F}": break
      default: result.append(scalar)
      }
      last = scalar
    }
    return String(result)
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80..<0xA0).contains(byte)
      ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// What Windows-1252 has where Latin-1 has control characters.
  private static let upperControls: [Unicode.Scalar] = [
    "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}",
    "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{FFFD}", "\u{017E}", "\u{0178}",
  ]
}

/// Character references of HTML, as far as caption files use them.
enum CharacterReference {
  /// The characters that `name`, which stood between `&` and `;`, means; `nil`: it means none.
  static func text(_ name: Substring) -> String? {
    guard name.hasPrefix("#") else { return named[String(name)] }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, let scalar = Unicode.Scalar(code), code >= 0x20 else { return nil }
    return String(scalar)
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "lrm": "\u{200E}", "rlm": "\u{200F}", "hellip": "\u{2026}", "ndash": "\u{2013}",
    "mdash": "\u{2014}",
  ]
}

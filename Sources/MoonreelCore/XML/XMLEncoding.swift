// SPDX-License-Identifier: MIT

/// In which letters an XML text is written.
enum XMLEncoding {
  /// `bytes` as UTF-8, without a byte order mark.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where they are neither UTF-8 nor ISO 8859-1.
  static func utf8(_ bytes: [UInt8]) throws -> [UInt8] {
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), bytes.first != 0
    else { throw refusal(of: "UTF-16") }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { return Array(bytes.dropFirst(3)) }
    switch declared(bytes) {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return bytes
    case "iso-8859-1", "latin1", "iso8859-1", "windows-1252":
      return bytes.flatMap { $0 < 128 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    case let other?: throw refusal(of: other)
    }
  }

  /// The name in `<?xml … encoding="name"?>`, in lower case.
  private static func declared(_ bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
      let key = head[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    // holds: the word was looked for before the end.
    let parts = head[key.upperBound..<end.lowerBound].split { "\"'= \t\r\n".contains($0) }
    return parts.first?.lowercased()
  }

  private static func refusal(of name: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "it is written in \(name); save it as UTF-8")
  }
}

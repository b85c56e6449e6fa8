// SPDX-License-Identifier: MIT

/// A piece of an XML text, with all entities replaced by what they stand for.
package enum XMLToken {
  /// `<name a="b">`, or `<name a="b"/>`.
  case start(XMLTag)
  /// `</name>`.
  case end(String)
  /// What stands between tags.
  case text(String)
  /// `<?target data?>`.
  case instruction(target: String, data: String)
}

/// The name and the attributes of an element.
package struct XMLTag {
  /// As written, with a prefix where there is one.
  package var name: String
  /// In the order of the text.
  package var attributes: [(name: String, value: String)] = []
  /// Whether it ends at once.
  package var isEmpty = false

  /// `name` without its prefix.
  package static func localName(_ name: String) -> Substring {
    name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
  }

  /// The name without its prefix.
  package var localName: Substring { Self.localName(name) }
}

/// Writes XML tokens so that reading them gives the same ones again.
package struct XMLText {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// No bytes yet.
  package init() {}

  /// Adds a token at the end.
  package mutating func append(_ token: XMLToken) {
    switch token {
    case .start(let tag):
      bytes += "<\(tag.name)".utf8
      for (name, value) in tag.attributes {
        bytes += " \(name)=\"".utf8
        append(value, isAttribute: true)
        bytes.append(UInt8(ascii: "\""))
      }
      bytes += (tag.isEmpty ? "/>" : ">").utf8
    case .end(let name): bytes += "</\(name)>".utf8
    case .text(let text): append(text, isAttribute: false)
    case .instruction(let target, let data): bytes += "<?\(target) \(data)?>".utf8
    }
  }

  /// Without the characters that XML 1.0 has no place for.
  private mutating func append(_ text: String, isAttribute: Bool) {
    let isForbidden = { (scalar: Unicode.Scalar) in (0xFFFE...0xFFFF).contains(scalar.value) }
    guard !text.unicodeScalars.contains(where: isForbidden) else {
      let allowed = text.unicodeScalars.filter { !isForbidden($0) }
      return append(String(String.UnicodeScalarView(allowed)), isAttribute: isAttribute)
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\"") where isAttribute: bytes += "&quot;".utf8
      case 9, 10, 13:
        if isAttribute || byte == 13 { bytes += "&#\(byte);".utf8 } else { bytes.append(byte) }
      case 0..<32: continue
      default: bytes.append(byte)
      }
    }
  }
}

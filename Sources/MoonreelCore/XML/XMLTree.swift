// SPDX-License-Identifier: MIT

/// An element of an XML document.
package final class XMLTree {
  package let name: String
  /// Attributes in order.
  package private(set) var attributes: [(name: String, value: String)]
  package private(set) var children: [XMLTree]
  /// The characters directly inside.
  package var text = ""
  /// The line on which it begins, for what was read.
  package var line = 0

  package init(_ name: String, _ attributes: [(String, String?)] = [], _ children: [XMLTree] = []) {
    self.name = name
    self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
    self.children = children
  }

  /// The attribute `name`; `nil` where there is none.
  package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  package func add(_ child: XMLTree) { children.append(child) }

  /// The first child called `name`.
  package func first(_ name: String) -> XMLTree? { children.first { $0.name == name } }

  /// The children called `name`.
  package func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// The document with this as its outermost element, and a declaration of its type.
  package var document: String {
    var result = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE \(name)>\n"
    write(to: &result, depth: 0)
    return result
  }

  private func write(to result: inout String, depth: Int) {
    let margin = String(repeating: "  ", count: depth)
    result += "\(margin)<\(name)"
    for attribute in attributes {
      result += " \(attribute.name)=\"\(Self.quoted(attribute.value))\""
    }
    guard !children.isEmpty else {
      result += text.isEmpty ? "/>\n" : ">\(Self.allowed(text).markupEscaped)</\(name)>\n"
      return
    }
    result += ">\n"
    for child in children { child.write(to: &result, depth: depth + 1) }
    result += "\(margin)</\(name)>\n"
  }

  private static func quoted(_ text: String) -> String {
    let references = ["\"": "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"]
    return allowed(text).markupEscaped.unicodeScalars.map { references["\($0)"] ?? "\($0)" }
      .joined()
  }

  /// `text` without the characters that XML 1.0 has no place for.
  private static func allowed(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF
            || "\n\r\t".unicodeScalars.contains($0)
        }))
  }
}

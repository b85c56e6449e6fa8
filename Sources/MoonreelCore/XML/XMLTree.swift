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
    var text = XMLText()
    write(to: &text, depth: 0)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE \(name)>\n"
      + String(decoding: text.bytes, as: UTF8.self)
  }

  private func write(to result: inout XMLText, depth: Int) {
    let margin = String(repeating: "  ", count: depth)
    let isEmpty = children.isEmpty && text.isEmpty
    result.append(.text(margin))
    result.append(.start(XMLTag(name: name, attributes: attributes, isEmpty: isEmpty)))
    if children.isEmpty {
      result.append(.text(text))
    } else {
      result.append(.text("\n"))
      for child in children { child.write(to: &result, depth: depth + 1) }
      result.append(.text(margin))
    }
    if !isEmpty { result.append(.end(name)) }
    result.append(.text("\n"))
  }
}

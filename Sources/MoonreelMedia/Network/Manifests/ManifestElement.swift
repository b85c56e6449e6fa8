// SPDX-License-Identifier: MIT

import MoonreelCore

/// An element of a manifest, with all that is in it.
struct ManifestElement {
  /// Its name without a prefix.
  let name: String
  /// By their names as written.
  var attributes: [String: String]
  var children: [ManifestElement]
  /// The letters in it, without those of its children.
  let text: String

  private static let deepest = 20
  private static let mostElements = 100_000

  /// The children called `name`.
  func all(_ name: String) -> [ManifestElement] { children.filter { $0.name == name } }

  /// The first child called `name`.
  func first(_ name: String) -> ManifestElement? { children.first { $0.name == name } }

  /// The name of the outermost element of a text that begins with `head`; `nil` where that is no XML.
  static func rootName(of head: [UInt8]) -> String? {
    guard var scanner = try? XMLScanner(head) else { return nil }
    while let token = try? scanner.next() {
      switch token {
      case .start(let tag): return String(tag.localName)
      case .text(let text) where text.allSatisfy(\.isWhitespace): continue
      case .instruction: continue
      case .text, .end: return nil
      }
    }
    return nil
  }

  /// The outermost element of `bytes`.
  ///
  /// - Throws: `ManifestFault`.
  static func root(of bytes: [UInt8]) throws -> ManifestElement {
    do {
      return try ManifestElement(
        XMLTree.read(bytes, mostElements: mostElements, deepest: deepest))
    } catch let error as MoonreelError {
      throw ManifestFault(error.message, error.code)
    }
  }

  /// - Throws: `ManifestFault` where a part stands in another file.
  private init(_ tree: XMLTree) throws {
    let isElsewhere = tree.attributes.contains {
      $0.name.contains(":") && XMLTag.localName($0.name) == "href"
    }
    guard !isElsewhere else {
      throw ManifestFault(
        "a part of it, '\(tree.name)', stands in another file (xlink:href), which is not read",
        .accessDenied)
    }
    (name, text) = (String(XMLTag.localName(tree.name)), tree.text)
    attributes = Dictionary(tree.attributes.map { ($0.name, $0.value) }) { first, _ in first }
    children = try tree.children.map(ManifestElement.init)
  }

  /// This one over `outer`, of the same name, from which it inherits what it does not say itself.
  func inheriting(_ outer: ManifestElement?) -> ManifestElement {
    guard let outer else { return self }
    var result = self
    result.attributes.merge(outer.attributes) { own, _ in own }
    let own = Set(children.map(\.name))
    result.children += outer.children.filter { !own.contains($0.name) }
    return result
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// An element of a manifest, with all that is in it.
struct ManifestElement {
  /// Its name without a prefix.
  let name: String
  /// By their names as written.
  var attributes: [String: String]
  var children: [ManifestElement] = []
  /// The letters in it, without those of its children.
  var text = ""

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
      return try read(bytes)
    } catch let error as MoonreelError {
      throw ManifestFault(error.message, error.code)
    }
  }

  /// - Throws: `ManifestFault`, or the scanner's error, whose message is the end of a sentence.
  private static func read(_ bytes: [UInt8]) throws -> ManifestElement {
    var scanner = try XMLScanner(bytes)
    // Those that are not closed yet, the outermost first.
    var open: [(name: String, element: ManifestElement)] = []
    var count = 0
    while let token = try scanner.next() {
      switch token {
      case .start(let tag):
        count += 1
        guard count <= mostElements, open.count < deepest else {
          throw ManifestFault(
            count <= mostElements
              ? "its elements are nested more than \(deepest) deep"
              : "it has more than \(mostElements) elements", .limitExceeded)
        }
        open.append((tag.name, try element(tag)))
        if tag.isEmpty, let root = close(&open) { return root }
      case .end(let name):
        guard open.last?.name == name else {
          throw scanner.mistake("the end of an open element, not '</\(name)>'")
        }
        if let root = close(&open) { return root }
      case .text(let text):
        if !open.isEmpty { open[open.count - 1].element.text += text }
      case .instruction: break
      }
    }
    throw scanner.mistake("the end of '\(open.last?.name ?? "MPD")'")
  }

  private static func element(_ tag: XMLTag) throws -> ManifestElement {
    let isElsewhere = tag.attributes.contains {
      $0.name.contains(":") && XMLTag.localName($0.name) == "href"
    }
    guard !isElsewhere else {
      throw ManifestFault(
        "a part of it, '\(tag.name)', stands in another file (xlink:href), which is not read",
        .accessDenied)
    }
    return ManifestElement(
      name: String(tag.localName),
      attributes: Dictionary(tag.attributes.map { ($0.name, $0.value) }) { first, _ in first })
  }

  /// Puts the innermost of `open` into the one around it; the outermost is handed out.
  private static func close(_ open: inout [(name: String, element: ManifestElement)])
    -> ManifestElement?
  {
    let (_, closed) = open.removeLast()
    guard !open.isEmpty else { return closed }
    open[open.count - 1].element.children.append(closed)
    return nil
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

// SPDX-License-Identifier: MIT

extension XMLTree {
  /// The outermost element of the document in `bytes`, with all that is in it. Names keep their prefixes.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`, `limitExceeded`), whose message is the end of a sentence.
  package static func read(
    _ bytes: [UInt8], mostElements: Int = 200_000, deepest: Int = 128
  ) throws -> XMLTree {
    var scanner = try XMLScanner(bytes)
    // Those that are not closed yet, the outermost first.
    var (open, root): ([XMLTree], XMLTree?) = ([], nil)
    var (count, line, counted) = (0, 1, 0)
    while let token = try scanner.next() {
      switch token {
      case .start(let tag):
        count += 1
        guard root == nil else {
          throw scanner.mistake("nothing after the end of '\(root?.name ?? "")'")
        }
        guard count <= mostElements else {
          throw MoonreelError(.limitExceeded, "it has more than \(mostElements) elements")
        }
        guard open.count < deepest else {
          throw MoonreelError(.limitExceeded, "its elements are nested more than \(deepest) deep")
        }
        let element = XMLTree(tag.name, tag.attributes.map { ($0.name, $0.value) })
        line += scanner.lineBreaks(from: counted)
        (element.line, counted) = (line, scanner.position)
        open.last?.add(element)
        if !tag.isEmpty { open.append(element) } else if open.isEmpty { root = element }
      case .end(let name):
        guard let closed = open.popLast(), closed.name == name else {
          throw scanner.mistake("the end of an open element, not '</\(name)>'")
        }
        if open.isEmpty { root = closed }
      case .text(let text):
        if let inner = open.last {
          inner.text += text
        } else if !text.allSatisfy(\.isWhitespace) {
          throw scanner.mistake("an element, not text")
        }
      case .instruction: break
      }
    }
    if let root, open.isEmpty { return root }
    throw scanner.mistake(open.last.map { "the end of '\($0.name)'" } ?? "an element")
  }
}

extension XMLScanner {
  /// How many lines end between `start` and where the scanner is.
  fileprivate func lineBreaks(from start: Int) -> Int {
    bytes[start..<max(start, position)].count { $0 == UInt8(ascii: "\n") }
  }
}

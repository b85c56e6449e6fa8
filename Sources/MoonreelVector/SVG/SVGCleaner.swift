// SPDX-License-Identifier: MIT

import MoonreelCore

/// Makes an SVG text that stands by itself: the pictures it refers to are put in, and nothing else is referred
/// to.
///
/// What is written again is what was understood here, entities replaced and comments left out, so that the
/// library that draws it cannot understand another text.
struct SVGCleaner {
  /// How much a text, with all that is put in, may hold.
  final class Budget {
    /// Bytes.
    var bytes = 64 << 20
    /// Elements: more take seconds to draw.
    var elements = 200_000

    /// - Throws: `MoonreelError` (`limitExceeded`).
    func spend(bytes: Int = 0, elements: Int = 0) throws {
      self.bytes -= bytes
      self.elements -= elements
      guard self.bytes >= 0 else {
        throw MoonreelError(.limitExceeded, "with all pictures in it, it is longer than 64 MiB")
      }
      guard self.elements >= 0 else {
        throw MoonreelError(.limitExceeded, "it has more than 200000 elements; simplify it")
      }
    }
  }

  /// How deep elements may be nested.
  static let deepest = 200
  /// How deep SVG files may be pictures of SVG files.
  private static let deepestFile = 4

  let files: ReferencedFiles
  let budget: Budget
  /// How many files this one is a picture in.
  let depth: Int

  init(_ files: ReferencedFiles, budget: Budget = Budget(), depth: Int = 0) {
    (self.files, self.budget, self.depth) = (files, budget, depth)
  }

  /// `bytes` cleaned.
  ///
  /// - Throws: `MoonreelError` with a sentence that names the file.
  func cleaned(_ bytes: [UInt8]) throws -> [UInt8] {
    do {
      return try copy(bytes)
    } catch let fault as NamedFault {
      throw fault.error
    } catch let error as MoonreelError {
      throw MoonreelError(
        error.code, "Cannot use '\(files.name)' as SVG: \(error.message).", cause: error.cause)
    }
  }

  private func copy(_ bytes: [UInt8]) throws -> [UInt8] {
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw MoonreelError(.unsupportedFormat, "it is packed with gzip; unpack it first")
    }
    var scanner = try XMLScanner(bytes)
    var result = XMLText()
    var open: [String] = []
    while let token = try scanner.next() {
      let written = result.bytes.count
      try copy(token, &open, to: &result)
      try budget.spend(bytes: result.bytes.count - written)
    }
    guard !result.bytes.isEmpty else {
      throw MoonreelError(.unsupportedFormat, "it holds no elements")
    }
    return result.bytes
  }

  private func copy(_ token: XMLToken, _ open: inout [String], to result: inout XMLText) throws {
    switch token {
    case .start(var tag):
      try checkElement(tag, depth: open.count)
      try replaceReferences(of: &tag)
      result.append(.start(tag))
      if !tag.isEmpty { open.append(tag.name) }
    case .end(let name):
      guard open.popLast() == name else {
        throw MoonreelError(.unsupportedFormat, "'</\(name)>' ends an element that is not open")
      }
      result.append(token)
    case .text(let text):
      if let last = open.last, XMLTag.localName(last) == "style" { try checkStyle(text) }
      if !open.isEmpty { result.append(token) }
    case .instruction(let target, let data):
      guard target != "xml-stylesheet" else {
        throw files.refusal(of: data, "style sheets are not read; put the rules into the file")
      }
    }
  }

  private func checkElement(_ tag: XMLTag, depth: Int) throws {
    try budget.spend(elements: 1)
    if depth == 0, tag.localName != "svg" {
      throw MoonreelError(
        .unsupportedFormat, "its outermost element is '\(tag.name)', not 'svg'")
    }
    guard depth < Self.deepest else {
      throw MoonreelError(
        .limitExceeded, "its elements are nested more than \(Self.deepest) deep; simplify it")
    }
    if tag.localName == "include" {
      throw MoonreelError(.accessDenied, "it includes other texts, which are not read")
    }
  }

  // MARK: References

  private func replaceReferences(of tag: inout XMLTag) throws {
    tag.attributes.removeAll { $0.name == "xml:base" }
    let isPicture = ["image", "feImage"].contains(tag.localName)
    for index in tag.attributes.indices {
      let (name, value) = tag.attributes[index]
      guard XMLTag.localName(name) == "href" else {
        try checkStyle(value)
        continue
      }
      let address = String(value.drop { $0.isWhitespace })
      if ["a", "script"].contains(tag.localName) {
        // Leads elsewhere, but shows nothing.
        tag.attributes[index].value = ""
      } else if isPicture, !address.isEmpty, !address.hasPrefix("#") {
        tag.attributes[index].value = try picture(address)
      } else if !address.isEmpty, !address.hasPrefix("#") {
        throw files.refusal(
          of: address,
          "only whole pictures of other files are used; put what '\(tag.name)' needs "
            + "into the file")
      }
    }
  }

  /// The picture at `address` as data.
  private func picture(_ address: String) throws -> String {
    guard DataAddress.matches(address) else {
      let (path, bytes) = try files.open(address)
      return try embedded(bytes, files.files(of: path), address)
    }
    guard let bytes = DataAddress.bytes(of: address) else {
      throw MoonreelError(.unsupportedFormat, "the data of a picture in it is malformed")
    }
    return try embedded(bytes, files.inside, address)
  }

  private func embedded(_ bytes: [UInt8], _ inner: ReferencedFiles, _ address: String) throws
    -> String
  {
    guard let header = PictureHeader(bytes) else {
      guard bytes.first == UInt8(ascii: "<") || bytes.prefix(4).contains(UInt8(ascii: "<")) else {
        throw files.refusal(of: address, "that is none of PNG, JPEG, GIF and SVG")
      }
      guard depth < Self.deepestFile else {
        throw MoonreelError(
          .limitExceeded,
          "SVG files are nested in SVG files more than \(Self.deepestFile) deep")
      }
      do {
        let text = try SVGCleaner(inner, budget: budget, depth: depth + 1).cleaned(bytes)
        return DataAddress.make(type: "image/svg+xml", text)
      } catch let error as MoonreelError {
        throw NamedFault(error: error)
      }
    }
    guard header.isDrawable(limit: files.pixelLimit) else { throw files.refusal(of: header) }
    return DataAddress.make(type: header.mediaType, bytes)
  }

  /// Refuses rules that refer to other files.
  private func checkStyle(_ text: String) throws {
    guard let address = StyleReferences.foreign(in: text) else { return }
    throw files.refusal(
      of: address, "what styles refer to is not read; put it into the file, and install fonts")
  }
}

// SPDX-License-Identifier: MIT

import CExpat
import MoonreelCore

extension XMLTree {
  /// The outermost element of the document in `bytes`.
  ///
  /// Nothing outside of it is opened. Entities of the document's own are refused, as are more than 200,000 elements and
  /// more than 128 levels.
  ///
  /// - Parameter name: the file, for messages.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with one sentence that names the line.
  static func read(_ bytes: [UInt8], named name: String) throws -> XMLTree {
    guard let parser = XML_ParserCreate(nil) else {
      throw MoonreelError(.limitExceeded, "Cannot read '\(name)': there is no memory for it.")
    }
    defer { XML_ParserFree(parser) }
    let builder = TreeBuilder(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    XML_SetElementHandler(
      parser, { TreeBuilder.of($0).begin($1, $2) }, { data, _ in TreeBuilder.of(data).end() })
    XML_SetCharacterDataHandler(parser) { TreeBuilder.of($0).take($1, $2) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      TreeBuilder.of(data).stop("it declares entities of its own")
    }
    let code = withExtendedLifetime(builder) {
      bytes.withUnsafeBytes {
        XML_Parse(
          parser, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
      }
    }
    guard code == XML_STATUS_OK, builder.refusal == nil, let root = builder.root else {
      let line = XML_GetCurrentLineNumber(parser)
      let reason =
        builder.refusal
        ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it is damaged"
      throw MoonreelError(
        .unsupportedFormat, "Cannot read '\(name)': line \(line) of the XML text: \(reason).")
    }
    return root
  }
}

/// Makes a tree of what the parser finds.
private final class TreeBuilder {
  private(set) var root: XMLTree?
  private(set) var refusal: String?
  private let parser: XML_Parser
  private var open: [XMLTree] = []
  private var count = 0
  private static let mostElements = 200_000
  private static let mostLevels = 128

  init(_ parser: XML_Parser) { self.parser = parser }

  /// The builder that the parser was given, which outlives the parsing.
  static func of(_ data: UnsafeMutableRawPointer?) -> TreeBuilder {
    guard let data else { preconditionFailure("the parser has a builder") }
    return Unmanaged<TreeBuilder>.fromOpaque(data).takeUnretainedValue()
  }

  func stop(_ reason: String) {
    refusal = refusal ?? reason
    XML_StopParser(parser, XML_Bool(0))
  }

  func begin(
    _ name: UnsafePointer<XML_Char>?, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    count += 1
    guard count <= Self.mostElements else {
      return stop("it has more than \(Self.mostElements) elements")
    }
    guard open.count < Self.mostLevels else {
      return stop("its elements lie more than \(Self.mostLevels) levels deep")
    }
    var attributes: [(String, String?)] = []
    var index = 0
    while let key = pairs?[index], let value = pairs?[index + 1] {
      attributes.append((String(cString: key), String(cString: value)))
      index += 2
    }
    let element = XMLTree(name.map { String(cString: $0) } ?? "", attributes)
    element.line = Int(XML_GetCurrentLineNumber(parser))
    open.last?.add(element)
    open.append(element)
  }

  func end() {
    let element = open.popLast()
    if open.isEmpty { root = element }
  }

  func take(_ characters: UnsafePointer<XML_Char>?, _ length: Int32) {
    guard let characters, let element = open.last else { return }
    let bytes = UnsafeBufferPointer(start: characters, count: Int(length)).map(
      UInt8.init(bitPattern:))
    element.text += String(decoding: bytes, as: UTF8.self)
  }
}

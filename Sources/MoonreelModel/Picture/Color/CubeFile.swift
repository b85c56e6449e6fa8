// SPDX-License-Identifier: MIT

import MoonreelCore

/// Reads `.cube` files: Adobe's Cube LUT Specification 1.0, and the form of DaVinci Resolve in which a
/// one-dimensional table shapes colours before a three-dimensional one maps them.
///
/// Keywords, in capitals or not: `TITLE`, `LUT_1D_SIZE` (2…65536), `LUT_3D_SIZE` (2…129), `DOMAIN_MIN`, `DOMAIN_MAX`, and
/// Resolve's `LUT_1D_INPUT_RANGE`, `LUT_3D_INPUT_RANGE`, `LUT_IN_VIDEO_RANGE`, `LUT_OUT_VIDEO_RANGE`, `LUT_IN_FULL_RANGE` and
/// `LUT_OUT_FULL_RANGE`; `#` begins a comment. Other keywords are passed over with a warning.
///
/// What goes into tables of video range, or comes out of them, is a code of 10 bits / 1023: black is 64, white 940.
public struct CubeFile {
  private let name: String
  private var title = ""
  private var curves = Part(shape: .curves)
  private var cube = Part(shape: .cube)
  private var colors: [SIMD3<Float>] = []
  private var lineNumber = 0
  private var takesVideoRange = false
  private var givesVideoRange = false
  /// Keywords that nobody knows, with the line of each.
  private var unknown: [(keyword: String, line: Int)] = []

  /// Black and the span up to white in codes of 10 bits of video range, as shares of the scale.
  private static let (videoBlack, videoSpan): (Float, Float) = (64.0 / 1023, 876.0 / 1023)
  /// So many unknown keywords are named.
  private static let mostNamed = 8

  /// One of the two tables that a file may hold.
  private struct Part {
    var shape: LookupTable.Shape
    var size: Int?
    var low = SIMD3<Float>.zero
    var high = SIMD3<Float>.one

    /// How many colours it is made of.
    var count: Int { size.map { shape == .cube ? $0 * $0 * $0 : $0 } ?? 0 }
  }

  /// The look that `text` describes; `name` is what the file is called in messages. Keywords that are passed over are
  /// named in `warnings`, each once with its first line.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) with the file's name and the line.
  public static func parse(_ text: String, name: String, warnings: WarningLog? = nil) throws
    -> ColorLUT
  {
    var file = CubeFile(name: name)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      file.lineNumber += 1
      try file.read(line.drop(while: \.isWhitespace))
    }
    let look = try file.look()
    for (keyword, line) in file.unknown {
      warnings?.warn(
        "'\(keyword)' in '\(name)', line \(line), is no keyword of .cube files and is passed over.")
    }
    return look
  }

  private init(name: String) { self.name = name }

  private func failure(_ sentence: String) -> MoonreelError {
    MoonreelError(.invalidArgument, "Cannot read '\(name)', line \(lineNumber): \(sentence)")
  }

  private mutating func read(_ line: Substring) throws {
    guard let first = line.first, first != "#" else { return }
    if first.isNumber || "+-.".contains(first) {
      return try append(try numbers(line[...], 3, "a colour"))
    }
    let keyword = line.prefix { !$0.isWhitespace }
    let rest = line.dropFirst(keyword.count)
    // Not numbers that a table may hold, but meant as such.
    if Float(keyword) != nil { return try append(try numbers(line[...], 3, "a colour")) }
    switch keyword.uppercased() {
    case "TITLE": title = Self.unquoted(rest)
    case "LUT_1D_SIZE": curves.size = try size(rest, of: curves, keyword)
    case "LUT_3D_SIZE": cube.size = try size(rest, of: cube, keyword)
    case "DOMAIN_MIN":
      curves.low = try numbers(rest, 3, "DOMAIN_MIN")
      cube.low = curves.low
    case "DOMAIN_MAX":
      curves.high = try numbers(rest, 3, "DOMAIN_MAX")
      cube.high = curves.high
    case "LUT_1D_INPUT_RANGE": (curves.low, curves.high) = try range(rest, keyword)
    case "LUT_3D_INPUT_RANGE": (cube.low, cube.high) = try range(rest, keyword)
    case "LUT_IN_VIDEO_RANGE": takesVideoRange = true
    case "LUT_OUT_VIDEO_RANGE": givesVideoRange = true
    case "LUT_IN_FULL_RANGE": takesVideoRange = false
    case "LUT_OUT_FULL_RANGE": givesVideoRange = false
    default: note(String(keyword.prefix(40)))
    }
  }

  private mutating func note(_ keyword: String) {
    guard unknown.count < Self.mostNamed, !unknown.contains(where: { $0.keyword == keyword }) else {
      return
    }
    unknown.append((keyword, lineNumber))
  }

  private static func unquoted(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  /// Exactly `count` finite numbers in the first components.
  private func numbers(_ text: Substring, _ count: Int, _ what: String) throws -> SIMD3<Float> {
    let words = text.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
    let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
    guard words.count == count, numbers.count == count else {
      throw failure("\(what) needs \(count) numbers, but here is '\(text.prefix(60))'.")
    }
    return SIMD3(numbers[0], count > 1 ? numbers[1] : 0, count > 2 ? numbers[2] : 0)
  }

  private func range(_ text: Substring, _ keyword: Substring) throws
    -> (SIMD3<Float>, SIMD3<Float>)
  {
    let ends = try numbers(text, 2, String(keyword))
    return (SIMD3(repeating: ends.x), SIMD3(repeating: ends.y))
  }

  private func size(_ text: Substring, of part: Part, _ keyword: Substring) throws -> Int {
    let limit = LookupTable.limits[part.shape] ?? 2
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let size = words.first.flatMap({ Int($0) }), (2...limit).contains(size) else {
      throw failure("\(keyword) must be a whole number from 2 to \(limit).")
    }
    guard part.size == nil else { throw failure("\(keyword) is given a second time.") }
    guard colors.isEmpty else { throw failure("\(keyword) must come before the colours.") }
    return size
  }

  private mutating func append(_ color: SIMD3<Float>) throws {
    let wanted = curves.count + cube.count
    guard wanted > 0 else {
      throw failure("LUT_1D_SIZE or LUT_3D_SIZE must come before the colours.")
    }
    guard colors.count < wanted else {
      throw failure("there are more colours than the \(wanted) that its sizes announce.")
    }
    colors.append(color)
  }

  private func look() throws -> ColorLUT {
    let wanted = curves.count + cube.count
    guard wanted > 0 else { throw failure("neither LUT_1D_SIZE nor LUT_3D_SIZE was given.") }
    guard colors.count == wanted else {
      throw failure("the file ends after \(colors.count) of \(wanted) colours.")
    }
    var tables: [LookupTable] = []
    var first = 0
    for part in [curves, cube] {
      guard let size = part.size else { continue }
      var own = Array(colors[first..<first + part.count])
      first += part.count
      var (low, high) = (part.low, part.high)
      if takesVideoRange, tables.isEmpty { (low, high) = (Self.signal(low), Self.signal(high)) }
      if givesVideoRange, first == wanted { own = own.map(Self.signal) }
      do {
        tables.append(try LookupTable(part.shape, size: size, colors: own, low: low, high: high))
      } catch let error as MoonreelError {
        throw MoonreelError(error.code, "Cannot read '\(name)': \(error.message)")
      }
    }
    return ColorLUT(title: title, tables: tables)
  }

  /// The signal, 0 for black and 1 for white, of a code of video range.
  private static func signal(_ code: SIMD3<Float>) -> SIMD3<Float> {
    (code - videoBlack) / videoSpan
  }
}

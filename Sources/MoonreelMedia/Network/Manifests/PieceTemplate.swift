// SPDX-License-Identifier: MIT

/// How pieces are named (ISO/IEC 23009-1, 5.3.9.4.4): `v-$RepresentationID$-$Number%05d$.m4s`.
struct PieceTemplate {
  private enum Part {
    case letters(String)
    case id
    case bandwidth(width: Int)
    case number(width: Int)
    case time(width: Int)
  }

  private let parts: [Part]
  private let original: String

  /// - Throws: `ManifestFault`.
  init(_ text: String) throws {
    original = text
    let pieces = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard pieces.count % 2 == 1 else {
      throw ManifestFault("in the template '\(text.prefix(200))' a '$' has no other")
    }
    parts = try pieces.enumerated().map { index, piece in
      index % 2 == 0 ? .letters(piece) : try Self.part(piece, of: text)
    }
  }

  private static func part(_ word: String, of text: String) throws -> Part {
    let halves = word.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    let width = halves.count == 2 ? Self.width(halves[1]) : 0
    switch (halves[0], width) {
    case ("", 0?) where halves.count == 1: return .letters("$")
    case ("RepresentationID", 0?) where halves.count == 1: return .id
    case ("Bandwidth", let width?): return .bandwidth(width: width)
    case ("Number", let width?): return .number(width: width)
    case ("Time", let width?): return .time(width: width)
    default:
      throw ManifestFault(
        "the template '\(text.prefix(200))' holds '$\(word.prefix(40))$', which is not known")
    }
  }

  /// The number in `0Nd`.
  private static func width(_ text: Substring) -> Int? {
    guard text.first == "0", text.last == "d" else { return nil }
    let digits = text.dropLast()
    guard digits.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits).flatMap { $0 <= 20 ? $0 : nil }
  }

  /// The name of a piece; `number` and `time` are `nil` for what stands before the pieces.
  ///
  /// - Throws: `ManifestFault`.
  func text(id: String, bandwidth: Int, number: Int64?, time: Int64?) throws -> String {
    try parts.map { part in
      switch part {
      case .letters(let letters): letters
      case .id: id
      case .bandwidth(let width): try padded(Int64(bandwidth), width)
      case .number(let width): try padded(number, width)
      case .time(let width): try padded(time, width)
      }
    }.joined()
  }

  private func padded(_ value: Int64?, _ width: Int) throws -> String {
    guard let value else {
      throw ManifestFault(
        "the template '\(original.prefix(200))' counts what there is only one of")
    }
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// A playlist of HTTP Live Streaming (RFC 8216): either one that names others, each a variant of the same film, or one that
/// names the pieces of a stream.
struct HLSPlaylist {
  /// The same film in one size and rate.
  struct Variant: Hashable {
    var uri: String
    /// Bits a second at most.
    var bandwidth: Int
    /// Lines of a picture; `nil` where it is not said.
    var height: Int?
    /// The groups of sounds and texts that go with it.
    var audio: String?
    var subtitles: String?
  }

  /// Another sound, or a text.
  struct Rendition: Hashable {
    var type: String
    var group: String
    /// `nil` where it lies in the variant's own stream.
    var uri: String?
    var name: String?
    var language: String?
    var isDefault: Bool
  }

  /// A piece of a stream.
  struct Segment: Hashable {
    var uri: String
    /// Seconds.
    var duration: Double
    /// Its place in the stream, counted also while earlier pieces go.
    var sequence: Int
    var range: Range<Int64>?
    var key: Key?
    var map: Map?
    /// How often the stream began anew before it, with a clock of its own.
    var stretch: Int
  }

  /// What a piece is encrypted with.
  struct Key: Hashable {
    var uri: String
    /// 16 bytes; `nil`: the piece's number.
    var vector: [UInt8]?
  }

  /// What stands before the pieces.
  struct Map: Hashable {
    var uri: String
    var range: Range<Int64>?
  }

  private(set) var variants: [Variant] = []
  private(set) var renditions: [Rendition] = []
  private(set) var segments: [Segment] = []
  /// Whether nothing is added any more.
  private(set) var hasEnded = false
  /// The longest piece, in whole seconds.
  private(set) var targetDuration = 10.0

  /// Whether it names playlists.
  var isMaster: Bool { !variants.isEmpty }

  private var sequence = 0
  private var stretch = 0
  private var duration = 0.0
  private var pendingVariant: Variant?
  private var pendingRange: (count: Int64, start: Int64?)?
  private var rangeEnds: [String: Int64] = [:]
  private var key: Key?
  private var map: Map?

  /// Reads `text`; what is not known is passed over.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where pieces are encrypted in a way that is not known, or a line is
  ///   none of the format's.
  init(_ text: String, name: String) throws {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\u{FEFF}" }
      do {
        if line.hasPrefix("#") { try take(tag: line) } else { try take(uri: String(line)) }
      } catch let mistake as Mistake {
        throw MoonreelError(
          .unsupportedFormat, "Cannot use the playlist '\(name)': \(mistake.reason).")
      }
    }
  }

  /// What is wrong with a line: the end of a sentence.
  private struct Mistake: Error {
    let reason: String
  }

  private mutating func take(tag line: Substring) throws {
    guard let colon = line.firstIndex(of: ":") else {
      if line == "#EXT-X-ENDLIST" { hasEnded = true }
      if line == "#EXT-X-DISCONTINUITY" { stretch += 1 }
      return
    }
    let value = line[line.index(after: colon)...]
    switch line[..<colon] {
    case "#EXTINF": duration = Self.seconds(value.prefix { $0 != "," }) ?? 0
    case "#EXT-X-TARGETDURATION": targetDuration = max(1, Self.seconds(value) ?? 10)
    case "#EXT-X-MEDIA-SEQUENCE": sequence = Self.number(value)
    case "#EXT-X-DISCONTINUITY-SEQUENCE": stretch = Self.number(value)
    case "#EXT-X-BYTERANGE": pendingRange = try byteRange(value)
    case "#EXT-X-KEY": try take(key: HLSAttributes(value))
    case "#EXT-X-MAP": try take(map: HLSAttributes(value))
    case "#EXT-X-STREAM-INF": take(variant: HLSAttributes(value))
    case "#EXT-X-MEDIA": take(rendition: HLSAttributes(value))
    default: break
    }
  }

  /// A length of time, a day at most; `nil` for what is none.
  private static func seconds(_ text: Substring) -> Double? {
    Double(text).flatMap { $0.isFinite ? min(max(0, $0), 86_400) : nil }
  }

  /// A number from which can be counted on.
  private static func number(_ text: Substring) -> Int { min(max(0, Int(text) ?? 0), 1 << 53) }

  private mutating func take(uri: String) throws {
    if var variant = pendingVariant {
      variant.uri = uri
      variants.append(variant)
      pendingVariant = nil
      return
    }
    let range = try pendingRange.map { try place($0, of: uri) }
    pendingRange = nil
    segments.append(
      Segment(
        uri: uri, duration: duration, sequence: sequence, range: range, key: key, map: map,
        stretch: stretch))
    sequence += 1
    duration = 0
  }

  private mutating func take(variant attributes: HLSAttributes) {
    let lines = attributes["RESOLUTION"].flatMap { $0.split(separator: "x").last }.flatMap {
      Int($0)
    }
    pendingVariant = Variant(
      uri: "", bandwidth: attributes["BANDWIDTH"].flatMap { Int($0) } ?? 0, height: lines,
      audio: attributes["AUDIO"], subtitles: attributes["SUBTITLES"])
  }

  private mutating func take(rendition attributes: HLSAttributes) {
    guard let type = attributes["TYPE"], let group = attributes["GROUP-ID"] else { return }
    renditions.append(
      Rendition(
        type: type, group: group, uri: attributes["URI"], name: attributes["NAME"],
        language: attributes["LANGUAGE"], isDefault: attributes["DEFAULT"] == "YES"))
  }

  private mutating func take(key attributes: HLSAttributes) throws {
    switch attributes["METHOD"] {
    case "NONE": key = nil
    case "AES-128":
      guard attributes["KEYFORMAT"].map({ $0 == "identity" }) ?? true, let uri = attributes["URI"]
      else { throw Mistake(reason: "its key is not one that can be asked for") }
      let vector = try attributes["IV"].map { text in
        guard let bytes = Self.bytes(hex: text), bytes.count == 16 else {
          throw Mistake(reason: "'\(text)' is no vector of 16 bytes")
        }
        return bytes
      }
      key = Key(uri: uri, vector: vector)
    case let method:
      throw Mistake(
        reason:
          "it is encrypted by \(method ?? "nothing that it names"), and only AES-128 can be read")
    }
  }

  private mutating func take(map attributes: HLSAttributes) throws {
    guard let uri = attributes["URI"] else { throw Mistake(reason: "#EXT-X-MAP has no URI") }
    map = Map(
      uri: uri, range: try attributes["BYTERANGE"].map { try place(byteRange($0[...]), of: uri) })
  }

  /// `count@start` or `count`.
  private func byteRange(_ text: Substring) throws -> (count: Int64, start: Int64?) {
    let parts = text.split(separator: "@")
    let start = parts.count > 1 ? Int64(parts[1]) : 0
    guard parts.count <= 2, let count = parts.first.flatMap({ Int64($0) }), count > 0,
      let start, start >= 0, count < 1 << 50, start < 1 << 50
    else { throw Mistake(reason: "'\(text)' is no range of bytes") }
    return (count, parts.count > 1 ? start : nil)
  }

  /// The range in `uri`; one without a start joins the one before.
  private mutating func place(
    _ range: (count: Int64, start: Int64?), of uri: String
  ) throws -> Range<Int64> {
    guard let start = range.start ?? rangeEnds[uri] else {
      throw Mistake(reason: "a range of bytes of '\(uri)' says not where it begins")
    }
    rangeEnds[uri] = start + range.count
    // holds: a count is 1 at least, and neither is more than 2⁵⁰.
    return start..<start + range.count
  }

  private static func bytes(hex text: String) -> [UInt8]? {
    guard text.lowercased().hasPrefix("0x") else { return nil }
    let digits = Array(text.dropFirst(2))
    guard digits.count % 2 == 0 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return bytes.contains(nil) ? nil : bytes.compactMap { $0 }
  }
}

/// The attributes of a tag: `NAME=value,NAME="value, with a comma"`.
struct HLSAttributes {
  private var values: [String: String] = [:]

  init(_ text: Substring) {
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].drop { $0 == " " || $0 == "," }
      rest = rest[rest.index(after: equals)...]
      let isQuoted = rest.first == "\""
      if isQuoted { rest.removeFirst() }
      let value = rest.prefix { isQuoted ? $0 != "\"" : $0 != "," }
      values[String(name)] = String(value)
      rest = rest[value.endIndex...]
      if isQuoted { rest = rest.dropFirst() }
    }
  }

  subscript(name: String) -> String? { values[name] }
}

// SPDX-License-Identifier: MIT

/// The head of a server's answer. What it says is read here and nowhere else, into types whose values make sense: a line
/// that makes none says nothing.
struct HTTPHead {
  /// The three digits: 200, 206, 404 …; 0 where the answer begins with no status.
  private(set) var status = 0
  private var fields: [String: String] = [:]

  /// The most bytes of a file: 16 TiB. So all pieces of a stream together have a length, too.
  static let largestFile: Int64 = 1 << 44
  /// The most bytes of a mark or a date that is kept and sent back.
  private static let longestMark = 1000
  /// Decimal digits of the longest number that is read.
  private static let mostDigits = 18

  /// Whether it says that there is nothing at the address.
  var isMissing: Bool { [404, 410].contains(status) }

  /// How many names of fields it has.
  var fieldCount: Int { fields.count }

  /// Takes the next line in.
  mutating func take(_ line: String) {
    if line.hasPrefix("HTTP/") {
      // An answer of several heads (100, 200) is what the last one says.
      self = HTTPHead()
      let number = line.split(separator: " ").dropFirst().first.flatMap { Self.number($0) }
      status = number.flatMap { (100...999).contains($0) ? Int($0) : nil } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      fields[line[..<colon].lowercased()] = Self.trimmed(line[line.index(after: colon)...])
    }
  }

  /// How many bytes follow, from 0 up to ``largestFile``, where it says so (`Content-Length`).
  var length: Int64? {
    fields["content-length"].flatMap { Self.number($0[...]) }
      .flatMap { $0 <= Self.largestFile ? $0 : nil }
  }

  /// Which bytes follow; `nil` where it does not say so, or says nonsense.
  var contentRange: ContentRange? { fields["content-range"].flatMap { ContentRange($0) } }

  /// What it says of the bytes that follow, as messages quote it.
  var quotedContentRange: String {
    fields["content-range"].map { "Content-Range: \($0.prefix(80))" } ?? "without Content-Range"
  }

  /// Of how many bytes a server speaks that has none of those that were wanted (416).
  var unsatisfiedLength: Int64? {
    guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes */") else {
      return nil
    }
    return Self.number(text.dropFirst("bytes */".count))
      .flatMap { $0 <= Self.largestFile ? $0 : nil }
  }

  /// The mark of the state (`ETag`), where equal ones stand for equal bytes.
  var tag: String? { mark("etag").flatMap { $0.hasPrefix("W/") ? nil : $0 } }

  /// When the file was changed (`Last-Modified`), as the server writes it.
  var modified: String? { mark("last-modified") }

  /// Where a redirect leads (`Location`).
  var location: String? { fields["location"] }

  /// Seconds after which it is worth asking again (`Retry-After`); `nil` where it names none, or a date.
  var pause: Double? { fields["retry-after"].flatMap { Self.number($0[...]) }.map { Double($0) } }

  /// `text` without spaces around it.
  private static func trimmed(_ text: Substring) -> String {
    var rest = text.drop { $0 == " " || $0 == "\t" }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(rest)
  }

  private func mark(_ name: String) -> String? {
    guard let text = fields[name], (1...Self.longestMark).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
    else { return nil }
    return text
  }

  /// The number that `text` is in decimal digits and nothing else.
  fileprivate static func number(_ text: Substring) -> Int64? {
    guard (1...mostDigits).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }
}

/// Which bytes of a file an answer holds (`Content-Range`, RFC 9110, section 14.4): at least one, all within the file, which
/// has ``HTTPHead/largestFile`` bytes at most.
struct ContentRange: Hashable {
  let range: Range<Int64>
  /// Bytes of the whole file; `nil` where the server does not know (`*`).
  let total: Int64?

  /// Reads `bytes first-last/total`; `nil` for everything else.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst("bytes ".count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
      .map { HTTPHead.number($0) }
    let total = HTTPHead.number(parts[1])
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
      last < total ?? HTTPHead.largestFile, total != nil || parts[1] == "*",
      total ?? 0 <= HTTPHead.largestFile
    else { return nil }
    // holds: both ends were compared.
    (range, self.total) = (first..<last + 1, total)
  }
}

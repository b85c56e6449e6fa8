// SPDX-License-Identifier: MIT

/// A question to a server: for all that lies at an address, or for a part of it.
struct HTTPRequest {
  var address: NetworkAddress
  /// The bytes that are wanted; `nil`: all.
  var range: Range<Int64>?
  /// Further lines, `"Name: value"`.
  var fields: [String] = []
  /// Whether it is an answer, and no fault, that there is nothing at the address.
  var mayBeMissing = false
}

/// The head of a server's answer.
struct HTTPHead {
  /// The three digits: 200, 206, 404 …
  var status = 0
  /// What it says, by names in lower case.
  private(set) var fields: [String: String] = [:]

  /// What it says under `name`, which is in lower case.
  subscript(name: String) -> String? { fields[name] }

  /// Whether it says that there is nothing at the address.
  var isMissing: Bool { [404, 410].contains(status) }

  /// How many names it has.
  var fieldCount: Int { fields.count }

  /// Takes the next line in.
  mutating func take(_ line: String) {
    if line.hasPrefix("HTTP/") {
      // An answer of several heads (100, 200) is what the last one says.
      self = HTTPHead()
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields[name] = String(value)
    }
  }

  /// How many bytes follow, where it says so.
  var length: Int64? { self["content-length"].flatMap { Int64($0) } }

  /// Which bytes follow, and of how many; `nil` where it does not say so, or says nonsense.
  var contentRange: (range: Range<Int64>, total: Int64?)? {
    guard let text = self["content-range"], text.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = text.dropFirst("bytes ".count).split(separator: "/")
    let ends = parts.first?.split(separator: "-").map { Int64($0) } ?? []
    guard parts.count == 2, ends.count == 2, let first = ends[0], let last = ends[1],
      first >= 0, last >= first, last < .max
    else { return nil }
    let total = Int64(parts[1])
    guard total != nil || parts[1] == "*", total.map({ last < $0 }) ?? true else { return nil }
    return (first..<last + 1, total)
  }

  /// Of how many bytes a server speaks that has none of those that were wanted (416).
  var unsatisfiedLength: Int64? {
    guard let text = self["content-range"], text.lowercased().hasPrefix("bytes */") else {
      return nil
    }
    return Int64(text.dropFirst("bytes */".count))
  }
}

/// Where a request stood when it failed.
enum HTTPPhase: Hashable, Sendable {
  /// The host's number was looked for.
  case lookup
  case connecting
  /// The connection was being encrypted.
  case securing
  /// The question was asked, and no answer had come.
  case asking
  /// The answer was being read.
  case reading
}

/// Why there is no whole answer.
enum HTTPFault: Error {
  /// It took longer than allowed to get on.
  case late(HTTPPhase)
  /// It got on, and took longer than allowed as a whole.
  case overdue
  /// It failed; the words are the library's.
  case failed(HTTPPhase, String)
  /// Somebody wanted it to stop.
  case stopped
  /// libcurl is not installed.
  case missingLibrary
}

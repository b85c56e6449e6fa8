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

// SPDX-License-Identifier: MIT

/// Who may ask the server for what. A page of another site can send requests to this machine, under a name of its own that
/// it lets point here, so both names are compared: that which was asked for and that of the page that asks.
struct RequestRules: Sendable {
  /// The port that the server listens at.
  let port: Int

  /// The names under which the server is reached.
  var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Whether a request's `Host` headers name this server, once.
  func admits(hosts given: [String]) -> Bool {
    given.count == 1 && hosts.contains(given[0].lowercased())
  }

  /// Whether a socket may be opened: the page was loaded from the very server that it asks.
  func admits(socketFrom origins: [String], hosts given: [String]) -> Bool {
    guard admits(hosts: given), origins.count == 1 else { return false }
    return origins[0].lowercased() == "http://\(given[0].lowercased())"
  }

  /// What every answer says of the page: it loads from here alone, runs nothing that stands in it, and is shown in no
  /// other page.
  static let headers: [(String, String)] = [
    (
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "img-src 'self' blob: data:; media-src blob:; worker-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
  ]
}

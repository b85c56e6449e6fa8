// SPDX-License-Identifier: MIT

/// How long servers may take. A server that sends a byte now and then keeps every single wait short, so
/// whole stages have limits, too.
struct NetworkPatience: Hashable, Sendable {
  /// Seconds without a byte.
  var silence = 10.0
  /// Seconds for opening a file: connecting, redirects, and finding out about its streams.
  var opening = 30.0
  /// Seconds for the next packet, once it is open.
  var packet = 30.0
}

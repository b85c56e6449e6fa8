// SPDX-License-Identifier: MIT

/// How long servers may take, and how often a request is made again.
public struct NetworkPatience: Hashable, Sendable {
  /// Seconds for finding the host, and for the connection with its encryption.
  public var connecting = 10.0
  /// Seconds in which at least ``slowest`` bytes a second have to come.
  public var reading = 10.0
  /// Seconds for one request, of 4 MiB at most.
  public var total = 120.0
  /// How often a request is made that fails by no fault of ours: a cut connection, an error of the server.
  public var attempts = 4
  /// Seconds before the second attempt; before each further one twice as long.
  public var pause = 0.25

  /// Bytes a second below which a server is as good as silent.
  static let slowest = 1000.0
  /// The longest wait, in seconds, that a server may ask for (`Retry-After`).
  static let longestPause = 10.0

  /// The usual patience.
  public init() {}
}

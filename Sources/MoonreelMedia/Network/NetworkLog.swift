// SPDX-License-Identifier: MIT

import MoonreelCore

/// What was asked of servers, and what came.
public final class NetworkLog: Sendable {
  /// Counts since the log was made.
  public struct Counts: Hashable, Sendable {
    /// Requests, those after redirects and repetitions included.
    public var requests = 0
    /// Bytes of answers, without their heads.
    public var bytes: Int64 = 0
    /// Requests that were made again.
    public var repetitions = 0

    /// No requests yet.
    public init() {}

    /// What was added since `earlier`.
    public static func - (now: Self, earlier: Self) -> Self {
      var counts = now
      counts.requests -= earlier.requests
      counts.bytes -= earlier.bytes
      counts.repetitions -= earlier.repetitions
      return counts
    }
  }

  private let state = Locked(Counts())
  /// What was noticed and did no harm: requests that were made again, files that were changed since.
  public let warnings = WarningLog()

  /// An empty log.
  public init() {}

  /// The counts so far.
  public var counts: Counts { state.withLock { $0 } }

  func noteRequest() { state.withLock { $0.requests += 1 } }

  func noteBytes(_ count: Int) { state.withLock { $0.bytes += Int64(count) } }

  func noteRepetition(_ error: MoonreelError) {
    state.withLock { $0.repetitions += 1 }
    warnings.warn("\(error.message) It was asked again.")
  }
}

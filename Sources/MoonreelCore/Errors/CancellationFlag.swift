// SPDX-License-Identifier: MIT

import Synchronization

/// A switch that, once thrown, asks long work on other threads to stop; safe in a signal handler.
public final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A flag that is not yet thrown.
  public init() {}

  /// Asks the work to stop. It cannot be taken back.
  public func cancel() { flag.store(true, ordering: .releasing) }

  /// Whether the work was asked to stop.
  public var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Throws when the work was asked to stop.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  public func check() throws {
    if isCancelled { throw MoonreelError(.cancelled, "Cancelled.") }
  }
}

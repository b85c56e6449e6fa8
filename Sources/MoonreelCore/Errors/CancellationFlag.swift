// SPDX-License-Identifier: MIT

import Synchronization

/// A switch that, once thrown, asks long work on other threads to stop; safe in a signal handler.
public final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  private let wider: CancellationFlag?

  /// A flag that is not yet thrown.
  public init() { wider = nil }

  /// A flag for a part of the work: it counts as thrown, too, once `wider` is.
  public init(within wider: CancellationFlag) { self.wider = wider }

  /// Asks the work to stop. It cannot be taken back.
  public func cancel() { flag.store(true, ordering: .releasing) }

  /// Whether the work was asked to stop.
  public var isCancelled: Bool {
    flag.load(ordering: .acquiring) || (wider?.isCancelled ?? false)
  }

  /// Throws when the work was asked to stop.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  public func check() throws {
    if isCancelled { throw Self.error }
  }

  /// What work throws that was asked to stop.
  public static var error: MoonreelError { MoonreelError(.cancelled, "Cancelled.") }
}

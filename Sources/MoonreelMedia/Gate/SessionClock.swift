// SPDX-License-Identifier: MIT

import MoonreelCore
import Synchronization

/// Says when libav has to stop what it does: when somebody asks for it, or when a file is given up.
final class SessionClock: Sendable {
  private let cancellation: CancellationFlag
  private let isStopped = Atomic<Bool>(false)

  init(cancellation: CancellationFlag) { self.cancellation = cancellation }

  /// Nothing more is waited for.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Whether the file was given up; once so, it stays so.
  var hasStopped: Bool { isStopped.load(ordering: .relaxed) }

  /// Whether to stop now.
  var isOver: Bool { cancellation.isCancelled || hasStopped }
}

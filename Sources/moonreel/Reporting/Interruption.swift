// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import Synchronization

/// Ctrl-C and its relatives: the first asks the work to stop and clean up, the second ends the
/// program at once.
enum Interruption {
  /// Which signal came first.
  enum Signal: Int32 {
    case none = 0
    case interrupt = 2
    case terminate = 15
  }

  /// Thrown by the first signal; long work looks at it.
  static let flag = CancellationFlag()
  private static let first = Atomic<Int32>(0)

  /// The signal that asked the work to stop.
  static var received: Signal { Signal(rawValue: first.load(ordering: .relaxed)) ?? .interrupt }

  /// Begins to listen. Writing to a closed pipe becomes an ordinary error.
  static func listen() {
    _ = (flag, first.load(ordering: .relaxed))  // made now: a handler must not be the first to
    signal(SIGPIPE, SIG_IGN)
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&heard, number)
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.handle($0) }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
    // Whoever started the program may have blocked them, and that is inherited.
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  private static func handle(_ number: Int32) {
    let (isFirst, _) = first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    if isFirst {
      flag.cancel()
    } else {
      _exit(128 + number)
    }
  }
}

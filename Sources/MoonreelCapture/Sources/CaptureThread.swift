// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelPlayback

/// A thread of a source, which ends when the source stops.
final class CaptureThread: Sendable {
  /// What the thread asks whether it is to end.
  final class Stop: Sendable {
    private let clock = HostClock()
    private let isStopped = Locked(false)

    /// Whether it is to end.
    var isWanted: Bool { isStopped.withLock { $0 } }

    /// The machine's time.
    var now: Time { clock.now }

    /// Sleeps until `time`; false, at once, where the thread is to end.
    func sleep(until time: Time) -> Bool {
      while !isWanted, now < time { clock.wait(until: time) }
      return !isWanted
    }

    /// Sleeps for `duration`; false, at once, where the thread is to end.
    func sleep(for duration: Time) -> Bool { sleep(until: now + duration) }

    fileprivate func ask() {
      isStopped.withLock { $0 = true }
      clock.wake()
    }
  }

  private let request = Stop()
  private let end = HostClock()

  /// Starts a thread that runs `body`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses one.
  init(_ body: @escaping @Sendable (Stop) -> Void) throws(MoonreelError) {
    do {
      try FilmThread.start { [request, end] in
        body(request)
        end.wake()
      }
    } catch {
      throw error as? MoonreelError
        ?? MoonreelError(.limitExceeded, "Cannot capture: the system refuses a thread.")
    }
  }

  /// Asks the thread to end, and waits for it. To be called once, and not by itself.
  func stop() {
    request.ask()
    end.wait(until: nil)
  }
}

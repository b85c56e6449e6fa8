// SPDX-License-Identifier: MIT

import CThreadGuard
import MoonreelMedia

/// The end of a program that gets no memory, thread or file where a library cannot go on without.
///
/// Swift and most libraries end the process then, by a signal, and libdispatch waits for ever. What is said
/// instead, and that no partial file stays, is the best that is left: nothing can be undone at that point.
enum Starvation {
  /// Begins to listen.
  static func listen() {
    LastWords.listen(limit: ExitStatus.limit.rawValue, fault: ExitStatus.program.rawValue)
    mr_threads_listen(LastWords.threadWasRefused)
  }
}

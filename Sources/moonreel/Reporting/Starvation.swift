// SPDX-License-Identifier: MIT

import CThreadGuard
import MoonreelMedia

/// How the program ends when the system refuses memory, a thread or a file that a library cannot do without.
///
/// Swift and most libraries then end the process by a signal, and libdispatch waits for ever. Nothing can be undone at
/// that point. All that is left to do is to print a sentence and to remove partial files.
enum Starvation {
  /// Begins to listen.
  static func listen() {
    LastWords.listen(limit: ExitStatus.limit.rawValue, fault: ExitStatus.program.rawValue)
    mr_threads_listen(LastWords.threadWasRefused)
  }
}

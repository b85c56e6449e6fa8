// SPDX-License-Identifier: MIT

import CMediaHost

/// What a program says that a fatal signal ends: one sentence, and no partial file stays.
package enum LastWords {
  /// Begins to listen for fatal signals.
  ///
  /// - Parameters:
  ///   - limit: the exit code where memory, threads or files are lacking.
  ///   - fault: the exit code of any other end.
  package static func listen(limit: Int32, fault: Int32) { mr_crash_listen(limit, fault) }

  /// Notes that a library was refused a thread, and ends the program where it would wait for ever.
  package static let threadWasRefused: @convention(c) (Int32) -> Void = { hangs in
    mr_crash_note_thread()
    if hangs != 0 { mr_crash_end(Int32(MR_LACKS_THREADS)) }
  }
}

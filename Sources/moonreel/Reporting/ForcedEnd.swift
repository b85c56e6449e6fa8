// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelMedia

/// The end of a program whose script cannot be stopped: nothing may wait for its threads.
enum ForcedEnd {
  /// Says why, removes the partial files that this process writes, and ends.
  static func end(_ sentence: String, status: ExitStatus = .tooLong) -> Never {
    PlayTerminal.restore()
    Terminal.remark("\(emphasized: "error:") \(sentence)")
    PartialFiles.abandon()
    _exit(status.rawValue)
  }
}

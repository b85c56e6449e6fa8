// SPDX-License-Identifier: MIT

import MoonreelCore

/// One of Slurm's commands, and what it has to say where it fails.
struct SlurmCommand {
  /// The program and what it is called with.
  let words: [String]

  /// Runs it, and gives what it prints.
  ///
  /// - Parameter flag: tells it to end.
  /// - Throws: `MoonreelError`: `fileAccess` where there is no such program or the cluster is not reached,
  ///   `invalidArgument` where Slurm refuses.
  func run(stopping flag: CancellationFlag) throws(MoonreelError) -> String {
    var output: [UInt8] = []
    let process = ChildProcess(program: words[0], words: Array(words.dropFirst()))
    let end: ChildProcess.End
    do {
      end = try process.run(stopping: flag) { output += $0 + [UInt8(ascii: "\n")] }
    } catch {
      throw MoonreelError(
        .fileAccess,
        MoonreelError.sentence(of: error)
          + " The engine slurm needs Slurm's commands (Debian's package slurm-client).")
    }
    guard end.code == 0 else { throw Self.refusal(of: words[0], end) }
    return String(decoding: output, as: UTF8.self)
  }

  /// What commands say, in small letters, where they find no cluster or get no answer.
  private static let silence = [
    "unable to contact slurm controller", "configuration source", "configuration file",
    "socket timed out", "transport endpoint is not connected", "connection refused",
    "zero bytes were transmitted", "munge",
  ]

  /// Why `program` failed.
  static func refusal(of program: String, _ end: ChildProcess.End) -> MoonreelError {
    let lines = end.remarks.split(separator: "\n").map {
      String($0.replacing(/^[a-z_]+:? (error|fatal): */, with: ""))
    }
    let said = lines.isEmpty ? end.message : lines.joined(separator: "; ")
    let words = said.lowercased()
    guard silence.contains(where: words.contains) else {
      return MoonreelError(.invalidArgument, "Slurm's \(program) failed: \(said).")
    }
    return MoonreelError(
      .fileAccess,
      "Slurm's \(program) does not reach the cluster from this machine: \(said). See that slurmctld runs, and that "
        + "SLURM_CONF (or /etc/slurm/slurm.conf) is the cluster's; 'sinfo' shows when it answers.")
  }
}

// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore

/// A program that is run beside this one, mostly another run of this program in a sandbox of its own; whatever becomes of
/// it, this one goes on.
struct ChildProcess: Sendable {
  /// The program: a path, or a name that is looked for in `PATH`.
  var program = "/proc/self/exe"
  /// What it is called with, after the program's name.
  let words: [String]

  /// How it ended.
  struct End {
    /// Its exit code; 128 and the signal's number where a signal ended it.
    var code: Int32
    /// The last of what it wrote to standard error.
    var remarks: String

    /// What went wrong, in its own words where it said any.
    var message: String { Self.sentence(of: remarks) ?? Self.sentence(of: code) }

    /// The last error that `remarks` tell of; `nil` where they tell of none.
    static func sentence(of remarks: some StringProtocol) -> String? {
      remarks.split(separator: "\n").last { $0.hasPrefix("error: ") }.map {
        String($0.dropFirst(7))
      }
    }

    /// How a process ended that said nothing.
    static func sentence(of code: Int32) -> String {
      code > 128
        ? "its process was ended by signal \(code - 128)" : "its process ended with code \(code)"
    }
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - flag: tells it to end.
  ///   - line: gets each line that it prints.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a process, (`fileAccess`) where there is no such
  ///   program.
  func run(stopping flag: CancellationFlag, _ line: ([UInt8]) -> Void) throws -> End {
    try Self.run([self], stopping: flag) { line($1) }[0]
  }

  /// Runs several at once to their ends. No thread is started for it.
  ///
  /// - Parameters:
  ///   - flag: tells all to end.
  ///   - line: gets each line that one prints, with its place in `processes`.
  ///   - ended: is told how one has ended, with its place.
  /// - Throws: as ``run(stopping:_:)``; those that run already have ended then.
  static func run(
    _ processes: [ChildProcess], stopping flag: CancellationFlag,
    ended: (Int, End) -> Void = { _, _ in }, _ line: (Int, [UInt8]) -> Void
  ) throws -> [End] {
    var running: [RunningProcess] = []
    var failure: (any Error)?
    for process in processes {
      do { running.append(try RunningProcess(process)) } catch {
        failure = error
        for other in running { other.stop() }
        break
      }
    }
    var ends = [End?](repeating: nil, count: running.count)
    while ends.contains(where: { $0 == nil }) {
      if flag.isCancelled { for process in running { process.stop() } }
      let waiting = running.filter(\.isOpen)
      RunningProcess.read(waiting) { process, bytes in
        line(running.firstIndex { $0 === process } ?? 0, bytes)
      }
      for (index, process) in running.enumerated() where ends[index] == nil && !process.isOpen {
        let end = process.wait()
        ends[index] = end
        ended(index, end)
      }
    }
    if let failure { throw failure }
    return ends.compactMap { $0 }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelSandbox

/// Renders the spans of a film in several processes at once, each of a part: `moonreel render -j`. They put what they
/// render where the export finds it; nothing of the film is known here.
struct PartProcesses {
  /// How many.
  let count: Int
  /// What `moonreel render` is called with besides the part.
  let words: [String]

  /// What each process of `count` may use, so that all together use what one film does.
  ///
  /// - Parameters:
  ///   - threads: threads that draw, where that was said: so many each.
  ///   - memory: bytes of all together; `nil`: as much as one run may use.
  static func shares(count: Int, threads: Int?, memory: Int?) -> [String] {
    let threads = threads ?? max(1, Cores.count / count)
    return ["--threads", "\(threads)", "--max-memory", "\((memory ?? MemoryCap.usual) / count)"]
  }

  /// Renders all parts. Where one fails, the others are told to end.
  ///
  /// - Parameter reporter: is told how far all of it is.
  /// - Throws: `MoonreelError` or `UsageError`: what the first that failed had to say.
  func run(_ reporter: ProgressReporter) throws {
    let flag = CancellationFlag(within: Interruption.flag)
    var progress = PartsProgress(count: count)
    var (errors, failed) = ([Int: MoonreelError](), (any Error)?.none)
    let processes = (1...count).map { number in
      ChildProcess(
        words: ["render", "--only-spans", "\(number)/\(count)", "--yes", "--json-progress"] + words)
    }
    _ = try ChildProcess.run(processes, stopping: flag) { part, end in
      guard end.code != 0 else { return progress.finish(part) }
      failed = failed ?? Self.error(end, said: errors[part])
      flag.cancel()
    } _: { part, line in
      switch RenderEvent(line: line) {
      case .progress(let how):
        progress.note(how, of: part)
        if let sum = progress.sum { reporter.update(sum, note: "in \(count) processes") }
      case .error(let error): errors[part] = error
      // What was concealed is not kept: who joins renders it again, and warns.
      case .warning, .done, nil: break
      }
    }
    try Interruption.flag.check()
    if let failed { throw failed }
  }

  /// Why a process failed: what it `said`, or else what its end tells.
  private static func error(_ end: ChildProcess.End, said: MoonreelError?) -> any Error {
    let code: MoonreelError.Code
    switch ExitStatus(rawValue: end.code) {
    case .usage: return UsageError(error: said ?? MoonreelError(.invalidArgument, end.message))
    case .script: code = .script
    case .file: code = .fileAccess
    case .media: code = .decodingFailed
    case .encoding: code = .encodingFailed
    case .limit, .tooLong: code = .limitExceeded
    case .done, .program, .interrupted, .brokenPipe, .terminated, nil: code = .renderingFailed
    }
    let sentence = ChildProcess.End.sentence(of: end.remarks)
    return said
      ?? MoonreelError(
        code, sentence ?? "A process that rendered a part failed: \(end.message).")
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// The program's exit codes, as documented in `docs/command-line.md` and `moonreel --help`.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case script = 1
  case usage = 2
  case file = 3
  case media = 4
  case encoding = 5
  case limit = 6
  case program = 7
  case tooLong = 124
  case interrupted = 130
  case brokenPipe = 141
  case terminated = 143

  /// What the code says, in a few words.
  var meaning: String {
    switch self {
    case .done: "done"
    case .script:
      "the script is wrong; diff: the films differ; test: a test failed"
    case .usage: "the command line is wrong; diff: or a script is"
    case .file: "a file is missing, cannot be read or written, or may not be reached"
    case .media: "a file's media cannot be read or decoded"
    case .encoding: "the encoder or the kind of file refused its settings, or encoding failed"
    case .limit: "a limit on memory, instructions, size, length or time was reached"
    case .program: "Moonreel itself failed; please report it"
    case .tooLong: "a call into the script outlasted --time-limit"
    case .interrupted: "interrupted (Ctrl-C)"
    case .brokenPipe: "the program that read the output has ended"
    case .terminated: "terminated (SIGTERM)"
    }
  }

  /// The code that tells of `error`, whatever a command threw; those of the parser of command lines are
  /// wrong use.
  init(_ error: any Error) {
    switch error {
    case let error as MoonreelError: self.init(error)
    case let failure as CommandFailure: self = failure.status
    case is OutputClosed: self = .brokenPipe
    default: self = .usage
    }
  }

  /// The code that tells of `error`.
  init(_ error: MoonreelError) {
    switch RunDeadline.explain(error).code {
    case .outputClosed: self = .brokenPipe
    case .script, .invalidTimeline, .invalidArgument: self = .script
    case .fileAccess, .accessDenied: self = .file
    case .unsupportedFormat, .decodingFailed: self = .media
    case .encodingFailed: self = .encoding
    case .limitExceeded: self = .limit
    case .renderingFailed, .internalError: self = .program
    case .cancelled: self = Interruption.received == .terminate ? .terminated : .interrupted
    }
  }

  /// The table for `--help`.
  static var table: String {
    allCases.map { status in
      let code = String(status.rawValue)
      return String(repeating: " ", count: 5 - code.count) + code + "  " + status.meaning
    }.joined(separator: "\n")
  }
}

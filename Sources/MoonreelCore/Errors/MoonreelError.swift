// SPDX-License-Identifier: MIT

/// The one error type: a code for programs, a sentence for people.
///
/// The message says what was tried, what was found and what to do, and names the file, time or value.
public struct MoonreelError: Error, Sendable {
  /// What kind of thing went wrong.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A value from outside is malformed or out of range.
    case invalidArgument
    /// A file or folder is missing or cannot be opened or written.
    case fileAccess
    /// The reader at the other end of a pipe went away.
    case outputClosed
    /// A file lies outside the folders that the gate allows, or a protocol is not allowed.
    case accessDenied
    /// The file is of a kind, or uses a codec, that cannot be read.
    case unsupportedFormat
    /// Media data is damaged or cut short.
    case decodingFailed
    /// The encoder or muxer refused its settings or failed.
    case encodingFailed
    /// The timeline, instructions or mix contradict themselves.
    case invalidTimeline
    /// The picture graph cannot be compiled or drawn.
    case renderingFailed
    /// A script raised an error.
    case script
    /// A limit on memory, time, instructions or size was reached.
    case limitExceeded
    /// The work was cancelled.
    case cancelled
    /// A library failed in a way that is not the user's doing.
    case internalError
  }

  /// What kind of thing went wrong.
  public var code: Code
  /// One or more full sentences for the person who reads them.
  public var message: String
  /// What a lower layer said, when there is more to say.
  public var cause: String?
  /// The moment that the message names, in the film or in a file; `nil` where it names none.
  public var time: Time?
  /// How many lines at the end of the message are Moonreel's own: callers of a function, a line of the script and the
  /// caret under it. Any other newline of the message belongs to what it quotes.
  package var ownLineCount = 0

  /// An error of kind `code` that says `message`.
  public init(_ code: Code, _ message: String, cause: String? = nil, time: Time? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
    self.time = time
  }

  /// Adds that it happened at `time`, in `words`, at the end of the sentence: before what stands on lines of its
  /// own.
  package mutating func note(_ time: Time, _ words: String) {
    message = ([sentence + words] + ownLines).joined(separator: "\n")
    self.time = time
  }

  /// An error whose message ends in lines of Moonreel's own.
  package init(_ code: Code, _ message: String, ownLines: Int, time: Time? = nil) {
    self.init(code, message, time: time)
    ownLineCount = max(0, ownLines)
  }
}

extension MoonreelError {
  /// The message without the lines of Moonreel's own below it.
  package var sentence: String { messageLines.dropLast(ownLines.count).joined(separator: "\n") }

  /// What people read: the sentence and the cause, then lines of Moonreel's own. Text that is quoted may have newlines.
  package var lines: [String] { [sentence + (cause.map { " (\($0))" } ?? "")] + ownLines }

  private var messageLines: [String] { ownLineCount > 0 ? message.textLines : [message] }

  private var ownLines: [String] { messageLines.dropFirst().suffix(ownLineCount) }
}

extension MoonreelError: CustomStringConvertible {
  /// The message; the cause in parentheses follows its sentence.
  public var description: String { lines.joined(separator: "\n") }
}

extension MoonreelError {
  /// What `error` has to say to a person.
  package static func sentence(of error: any Error) -> String {
    (error as? MoonreelError)?.message ?? "\(error)"
  }
}

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
    message.insert(contentsOf: words, at: message.firstIndex(of: "\n") ?? message.endIndex)
    self.time = time
  }
}

extension MoonreelError: CustomStringConvertible {
  /// The message, followed by the cause in parentheses.
  public var description: String {
    guard let cause else { return message }
    return "\(message) (\(cause))"
  }
}

extension MoonreelError {
  /// What `error` has to say to a person.
  package static func sentence(of error: any Error) -> String {
    (error as? MoonreelError)?.message ?? "\(error)"
  }
}

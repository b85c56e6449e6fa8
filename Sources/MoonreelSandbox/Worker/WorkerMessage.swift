// SPDX-License-Identifier: MIT

import MoonreelCore

/// What goes before each message to the worker, as it lies in memory.
struct RequestHeader: BitwiseCopyable {
  /// What is wanted.
  enum Verb: UInt32 {
    /// Make an object of the kind `target`; answered with its number.
    case make
    /// Pass the bytes to the object `target`; answered with its answer.
    case ask
    /// Forget the object `target`; not answered.
    case drop
  }

  var verb: UInt32
  var target: UInt32
  var byteCount: Int64
  /// Of the memory whose descriptor comes along; 0: none does.
  var canvasByteCount: Int64
}

/// What goes before each answer.
struct ReplyHeader: BitwiseCopyable {
  /// 0, or 1 where the bytes are an error.
  var status: Int64
  var byteCount: Int64

  /// Answers are small: pictures lie in shared memory.
  static let mostBytes: Int64 = 1 << 20
}

extension ByteWriter {
  /// An error for the other side.
  init(_ error: MoonreelError) {
    self.init()
    append(text: error.code.rawValue)
    append(text: error.message)
    append(text: error.cause ?? "")
  }
}

extension ByteReader {
  /// An error from the other side.
  mutating func error() throws -> MoonreelError {
    guard let code = MoonreelError.Code(rawValue: try text()) else { throw Self.malformed }
    let (message, cause) = (try text(), try text())
    return MoonreelError(code, message, cause: cause.isEmpty ? nil : cause)
  }
}

// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore

/// The two streams a command writes to: results on standard output, everything else beside it.
enum Terminal {
  /// Whether progress and colour would be seen by a person.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether a question would be read and could be answered: never in the background, nor where either
  /// stream is no terminal.
  static var canAsk: Bool {
    isatty(STDIN_FILENO) == 1 && isInteractive && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  /// Asks `question` and waits for an answer; whether it is yes.
  ///
  /// - Throws: `MoonreelError` (`cancelled`) where the work is stopped meanwhile.
  static func ask(_ question: String) throws -> Bool {
    draw(question)
    var (answer, byte) = ([UInt8](), UInt8(0))
    while byte != UInt8(ascii: "\n"), answer.count < 1000 {
      try Interruption.flag.check()
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      guard read(STDIN_FILENO, &byte, 1) == 1 else { break }
      answer.append(byte)
    }
    let word = String(decoding: answer, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return ["y", "yes"].contains(word)
  }

  /// How many characters fit on one line.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a result and a line break to standard output.
  ///
  /// - Throws: `OutputClosed` where the reader went away; `MoonreelError` (`fileAccess`) else.
  static func print(_ text: String) throws {
    try write(text + "\n", to: STDOUT_FILENO)
  }

  /// Writes a remark to standard error; where that fails, nobody is listening.
  static func remark(_ text: String) {
    try? write(text + "\n", to: STDERR_FILENO)
  }

  /// Writes `text` as it is to standard error.
  static func draw(_ text: String) {
    try? write(text, to: STDERR_FILENO)
  }

  /// `text` in bold red where a person would see it.
  static func emphasized(_ text: String) -> String {
    isInteractive && getenv("NO_COLOR") == nil ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text
  }

  private static func write(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno != EINTR && errno != EAGAIN {
        throw MoonreelError(
          .fileAccess, "Cannot write to standard output: \(String(cString: strerror(errno))).")
      }
    }
  }
}

/// The reader of standard output went away, as `head` does: no mistake, and nothing to say.
struct OutputClosed: Error {}

// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore

/// The two streams a command writes to: results on standard output, everything else beside it.
///
/// All text for people and programs is written here. What lays it out (line breaks, colours, the line of progress that is
/// drawn over) is made here, too. So whatever else is written may be a stranger's: hidden characters in it are written
/// out, the same to a terminal, a pipe and a file. Pictures and keys of `moonreel play` are ``PlayTerminal``'s.
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
    try write(question.visible(), to: STDERR_FILENO)
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

  /// Writes lines of a result to standard output.
  ///
  /// - Throws: `OutputClosed` where the reader went away; `MoonreelError` (`fileAccess`) else.
  static func print(_ lines: [TerminalLine]) throws { try write(lines, to: STDOUT_FILENO) }

  /// Writes lines without emphasis to standard output.
  static func print(_ lines: [String]) throws { try print(lines.map { TerminalLine($0) }) }

  /// Writes one line of a result to standard output.
  ///
  /// - Throws: as ``print(_:)``.
  static func print(_ line: String) throws { try print([line]) }

  /// Writes a result for programs to standard output: on several lines, or on one.
  ///
  /// - Throws: as ``print(_:)``.
  static func print(_ json: JSONValue, isCompact: Bool = false) throws {
    try write(text(of: json, isCompact: isCompact) + "\n", to: STDOUT_FILENO)
  }

  /// Writes a remark to standard error; where that fails, nobody is listening.
  static func remark(_ line: TerminalLine) { remark([line]) }

  /// Writes lines that belong together to standard error.
  static func remark(_ lines: [TerminalLine]) { try? write(lines, to: STDERR_FILENO) }

  /// Writes what a program gets on one line to standard error.
  static func remark(json: JSONValue) {
    try? write(text(of: json, isCompact: true) + "\n", to: STDERR_FILENO)
  }

  /// Writes a line that a script prints to standard error; the tabs in it are the script's.
  static func scriptLine(_ line: String) {
    try? write(line.visible(keeping: ["\t"]) + "\n", to: STDERR_FILENO)
  }

  /// Shows `line`, cut to the terminal's width, in place of the line of progress that was shown before.
  static func show(_ line: String) {
    try? write("\r\(line.visible().prefix(max(1, columns - 1)))\u{1B}[K", to: STDERR_FILENO)
  }

  /// Takes the line of progress away.
  static func clearLine() { try? write("\r\u{1B}[K", to: STDERR_FILENO) }

  private static func write(_ lines: [TerminalLine], to descriptor: Int32) throws {
    let isColored = isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
    try write(lines.map { $0.text(isColored: isColored) + "\n" }.joined(), to: descriptor)
  }

  /// Hidden characters stand in strings alone, where JSON has a notation for them.
  private static func text(of json: JSONValue, isCompact: Bool) -> String {
    (isCompact ? json.compactText : json.prettyText).visible(keeping: ["\n"], as: .json)
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

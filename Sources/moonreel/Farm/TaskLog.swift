// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelScript

/// What one task has said of itself so far, read from the lines that it writes.
struct TaskLog {
  /// How a task is, as far as it has said.
  enum State: Equatable {
    case silent, running
    case ended(Int32)
    /// It failed, and asks to be tried again.
    case again(Int32)
  }

  private(set) var state = State.silent
  /// How far it is.
  private(set) var progress: ExportProgress?
  /// What it says at its end: the members of `render`'s event `done`.
  private(set) var summary: [JSONValue.Member]?
  /// The error that it told of.
  private(set) var message: String?
  /// What it warned of, each sentence once.
  private(set) var warnings: [String] = []
  /// How often it asked to be tried again, and after which code.
  private(set) var failures: [Int32] = []
  /// The machine that it runs on, or ran on.
  private(set) var host: String?
  /// How many bytes of the lines are read.
  private(set) var position: off_t = 0
  private var rest: [UInt8] = []

  /// Reads what was added to the file at `path`; nothing where there is none yet.
  mutating func read(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, position) }
      guard count > 0 else { return }
      position += off_t(count)
      take(block[..<count])
    }
  }

  /// Takes bytes that follow those that it has taken.
  mutating func take(_ bytes: some Collection<UInt8>) {
    rest += bytes
    let newline = UInt8(ascii: "\n")
    guard let end = rest.lastIndex(of: newline) else { return }
    for line in rest[..<end].split(separator: newline) { take(line: line) }
    rest.removeFirst(end + 1)
  }

  private mutating func take(line: ArraySlice<UInt8>) {
    guard
      case .object(let members)? = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)),
      case .string(let kind)? = members.value("event")
    else { return }
    let code = Int32(limiting: members.value("code")?.double ?? 0)
    switch kind {
    case "began":
      (state, message, progress) = (.running, nil, nil)
      if case .string(let name)? = members.value("host") { host = name }
    case "ended":
      let isTriedAgain = members.value("again")?.double ?? 0 > 0
      state = isTriedAgain ? .again(code) : .ended(code)
      if isTriedAgain { failures.append(code) }
    default:
      switch RenderEvent(kind, members) {
      case .progress(let how): progress = how
      case .done: summary = members
      case .warning(let sentence): if !warnings.contains(sentence) { warnings.append(sentence) }
      case .error(let error): message = error.sentence
      case nil: break
      }
    }
  }

  /// Why it ended with `code`: in its own words, or in those that it left in the file at `path`.
  func reason(_ code: Int32, remarks path: String) -> String {
    if let message { return message }
    let remarks = (try? TextFile.read(path)) ?? ""
    let last = remarks.split(separator: "\n").last.map(String.init)
    // A shell says no more of a signal than its code does.
    return ChildProcess.End.sentence(of: remarks) ?? (code > 128 ? nil : last)
      ?? ChildProcess.End.sentence(of: code)
  }
}

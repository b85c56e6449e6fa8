// SPDX-License-Identifier: MIT

import Foundation

/// A pseudo terminal with `moonreel` in it, whose output is kept and whose keys are pressed by a test.
final class FakeTerminal {
  private let master: Int32
  /// Kept open, so that what the program set can be looked at after its end.
  private let slave: Int32
  private let name: String
  private let folder: TemporaryFolder
  private var process = pid_t()
  /// All that was drawn.
  private(set) var output: [UInt8] = []
  /// What the terminal answers to the question after its abilities (DA1).
  var answer = "\u{1B}[?1;2c"

  init(columns: Int = 80, rows: Int = 30, cell: (Int, Int) = (10, 20)) throws {
    folder = try TemporaryFolder()
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN: open to be used, and which one it is.
    var (lock, number) = (Int32(0), UInt32(0))
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { throw CocoaError(.fileNoSuchFile) }
    name = "/dev/pts/\(number)"
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(columns: columns, rows: rows, cell: cell)
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(master)
    close(slave)
  }

  func resize(columns: Int, rows: Int, cell: (Int, Int) = (10, 20)) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.0),
      ws_ypixel: UInt16(rows * cell.1))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// How the terminal reads keys: its flags.
  var modes: [UInt32] {
    var state = termios()
    tcgetattr(slave, &state)
    return [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag]
  }

  /// Starts `moonreel` as the leader of the terminal.
  func start(_ arguments: [String], environment: [String: String] = [:]) throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | newSession)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_addopen(
      &actions, 2, folder.path("errors"), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let words = [Program.moonreel.path] + arguments
    var strings = words.map { strdup($0) } + [nil]
    let usual = [
      "TERM": "xterm", "TERM_PROGRAM": "", "KITTY_WINDOW_ID": "",
      "PULSE_SERVER": "unix:/nowhere/at/all",
      "XDG_CACHE_HOME": folder.path("cache"),
    ]
    let all = ProcessInfo.processInfo.environment.merging(usual) { $1 }.merging(environment) { $1 }
    var variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in strings + variables { free(string) } }
    let status = posix_spawn(&process, words[0], &actions, &attributes, &strings, &variables)
    guard status == 0 else { throw CocoaError(.executableLoad) }
  }

  /// Presses keys.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Reads what is drawn until `isEnough`, at most 30 s; whether it was.
  @discardableResult
  func read(until isEnough: ([UInt8]) -> Bool) -> Bool {
    let end = Date().addingTimeInterval(30)
    while Date() < end {
      if isEnough(output) { return true }
      if !readOnce() { return isEnough(output) }
    }
    return false
  }

  /// Reads until `text` was drawn `times` times.
  @discardableResult
  func read(until text: String, times: Int = 1) -> Bool {
    read { String(decoding: $0, as: UTF8.self).components(separatedBy: text).count > times }
  }

  private func readOnce() -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20) > 0 else { return process > 0 }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += bytes[..<count]
    let isQuestion = bytes[..<count].indices.contains { index in
      bytes[index...].prefix(3) == [0x1B, UInt8(ascii: "["), UInt8(ascii: "c")]
    }
    if isQuestion { type(answer) }
    return true
  }

  func send(signal: Int32) { kill(process, signal) }

  /// Reads on until the program has ended; its code, 128 and more where a signal ended it, -1 where it goes on after 30 s.
  func wait() -> Int32 {
    var (ending, code) = (Int32(0), Int32(-1))
    let (process, end) = (self.process, Date().addingTimeInterval(30))
    while code < 0, Date() < end {
      _ = readOnce()
      guard waitpid(process, &ending, WNOHANG) == process else { continue }
      code = ending & 0x7f == 0 ? (ending >> 8) & 0xff : 128 + ending & 0x7f
    }
    guard code >= 0 else { return code }
    self.process = 0
    while readOnce() {}
    return code
  }

  /// Waits for the program's end and reads nothing: its code, -1 where it goes on after 30 s.
  func waitWithoutReading() -> Int32 {
    var ending = Int32(0)
    let end = Date().addingTimeInterval(30)
    while waitpid(process, &ending, WNOHANG) != process {
      if Date() > end { return -1 }
      usleep(10_000)
    }
    process = 0
    return ending & 0x7f == 0 ? (ending >> 8) & 0xff : 128 + ending & 0x7f
  }

  /// What was written to standard error.
  var errors: String { folder.text("errors") }

  /// What is drawn, as text.
  var text: String { String(decoding: output, as: UTF8.self) }
}

// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore

/// A child process that goes on. It belongs to one thread.
final class RunningProcess {
  private let child: pid_t
  private let (output, errors): (Int32, Int32)
  private var open: [Int32]
  private var line: [UInt8] = []
  private var remarks: [UInt8] = []
  private var isStopped = false

  /// How much of standard error is kept.
  private static let mostRemarks = 8192
  /// The longest wait for something to read, in milliseconds: so often a flag is looked at.
  private static let patience: Int32 = 100

  /// Starts `process`; its standard input is empty.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a process, (`fileAccess`) where there is no such
  ///   program.
  init(_ process: ChildProcess) throws {
    (child, output, errors) = try Self.starting.withLock { _ in
      _ = Self.inheritance
      return try Self.start(process)
    }
    open = [output, errors]
  }

  deinit { for end in [output, errors] { close(end) } }

  /// Whether it may still say something.
  var isOpen: Bool { !open.isEmpty }

  /// Tells it to end, once.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    kill(child, SIGTERM)
  }

  /// Waits until it has ended.
  func wait() -> ChildProcess.End {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // WIFEXITED and its relatives are macros.
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return .init(code: code, remarks: String(decoding: remarks, as: UTF8.self))
  }

  /// Reads what `processes` say now, waiting a moment where they say nothing; `tell` gets each line that one prints.
  static func read(_ processes: [RunningProcess], _ tell: (RunningProcess, [UInt8]) -> Void) {
    let ends = processes.flatMap { process in process.open.map { (process, $0) } }
    var waiting = ends.map { pollfd(fd: $0.1, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), patience) > 0 else { return }
    for ((process, end), ready) in zip(ends, waiting) where ready.revents != 0 {
      process.read(end) { tell(process, $0) }
    }
  }

  private func read(_ end: Int32, _ tell: ([UInt8]) -> Void) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = block.withUnsafeMutableBytes { Glibc.read(end, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      open.removeAll { $0 == end }
      if end == output, !line.isEmpty { tell(line) }
      return
    }
    guard end == output else {
      remarks = Array((remarks + block[..<count]).suffix(Self.mostRemarks))
      return
    }
    for byte in block[..<count] {
      if byte == UInt8(ascii: "\n") {
        tell(line)
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
  }
}

// MARK: Starting

extension RunningProcess {
  /// Held while one is started: another one started meanwhile would inherit its pipes, and they would not end with it.
  private static let starting = Locked(())

  /// What this program was started with besides its three streams goes no further: whoever waits for the end of such a pipe
  /// would wait for tasks that outlive the program.
  private static let inheritance: Void = {
    for name in Folder.names(in: "/proc/self/fd") {
      if let number = Int32(name), number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    }
  }()

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw failure(errno, "") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts it, with the ends to read of what it prints and remarks.
  private static func start(
    _ process: ChildProcess
  ) throws -> (child: pid_t, output: Int32, errors: Int32) {
    let output = try pipe()
    let errors: (read: Int32, write: Int32)
    do { errors = try pipe() } catch {
      for end in [output.read, output.write] { close(end) }
      throw error
    }
    defer { for end in [output.write, errors.write] { close(end) } }
    do {
      return (try start(process, output.write, errors.write), output.read, errors.read)
    } catch {
      for end in [output.read, errors.read] { close(end) }
      throw error
    }
  }

  private static func start(
    _ process: ChildProcess, _ output: Int32, _ errors: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    let name = process.program.hasPrefix("/proc/") ? "moonreel" : process.program
    var strings = ([name] + process.words).map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child = pid_t()
    let status = posix_spawnp(&child, process.program, &actions, nil, &strings, environ)
    guard status == 0 else { throw failure(status, process.program) }
    return child
  }

  private static func failure(_ number: Int32, _ program: String) -> MoonreelError {
    guard number != ENOENT else {
      return MoonreelError(.fileAccess, "There is no program '\(program)' on this machine.")
    }
    return MoonreelError(
      .limitExceeded,
      "Cannot start another process: \(String(cString: strerror(number)).lowercased()). Ask for fewer at once with -j."
    )
  }
}

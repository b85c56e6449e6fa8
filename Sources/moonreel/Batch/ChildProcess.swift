// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore

/// Another run of this program, in a sandbox of its own; whatever becomes of it, this one goes on.
struct ChildProcess {
  /// What it is called with, after the program's name.
  let words: [String]

  /// How it ended.
  struct End {
    /// Its exit code; 128 and the signal's number where a signal ended it.
    var code: Int32
    /// The last of what it wrote to standard error.
    var remarks: String

    /// What went wrong, in its own words where it said any.
    var message: String {
      let lines = remarks.split(separator: "\n")
      if let line = lines.last(where: { $0.hasPrefix("error: ") }) {
        return String(line.dropFirst(7))
      }
      return code > 128
        ? "its process was ended by signal \(code - 128)" : "its process ended with code \(code)"
    }
  }

  /// How much of standard error is kept.
  private static let mostRemarks = 8192

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - flag: tells it to end.
  ///   - line: gets each line that it prints.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a process.
  func run(stopping flag: CancellationFlag, _ line: ([UInt8]) -> Void) throws -> End {
    let (child, output, errors) = try Self.starting.withLock { _ in try start() }
    defer { for end in [output, errors] { close(end) } }
    let remarks = read(output, errors, child, flag, line)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // WIFEXITED and its relatives are macros.
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return End(code: code, remarks: String(decoding: remarks, as: UTF8.self))
  }

  /// Held while one is started: another one started meanwhile would inherit its pipes, and they would not end with it.
  private static let starting = Locked(())

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts it, with the ends to read of what it prints and remarks.
  private func start() throws -> (child: pid_t, output: Int32, errors: Int32) {
    let output = try Self.pipe()
    let errors: (read: Int32, write: Int32)
    do { errors = try Self.pipe() } catch {
      for end in [output.read, output.write] { close(end) }
      throw error
    }
    defer { for end in [output.write, errors.write] { close(end) } }
    do { return (try start(output.write, errors.write), output.read, errors.read) } catch {
      for end in [output.read, errors.read] { close(end) }
      throw error
    }
  }

  private func start(_ output: Int32, _ errors: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var strings = (["moonreel"] + words).map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child = pid_t()
    let status = posix_spawn(&child, "/proc/self/exe", &actions, nil, &strings, environ)
    guard status == 0 else { throw Self.failure(status) }
    return child
  }

  private static func failure(_ number: Int32) -> MoonreelError {
    MoonreelError(
      .limitExceeded,
      "Cannot start another process: \(String(cString: strerror(number)).lowercased()). Ask for fewer at once with -j."
    )
  }

  /// Reads both until they end.
  private func read(
    _ output: Int32, _ errors: Int32, _ child: pid_t, _ flag: CancellationFlag,
    _ tell: ([UInt8]) -> Void
  ) -> [UInt8] {
    var (line, remarks, isStopped) = ([UInt8](), [UInt8](), false)
    var open = [output, errors]
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while !open.isEmpty {
      if flag.isCancelled, !isStopped {
        kill(child, SIGTERM)
        isStopped = true
      }
      var waiting = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), 100) > 0 else { continue }
      for ready in waiting where ready.revents != 0 {
        let count = block.withUnsafeMutableBytes { Glibc.read(ready.fd, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.removeAll { $0 == ready.fd }
          continue
        }
        guard ready.fd == output else {
          remarks = Array((remarks + block[..<count]).suffix(Self.mostRemarks))
          continue
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
    return remarks
  }
}

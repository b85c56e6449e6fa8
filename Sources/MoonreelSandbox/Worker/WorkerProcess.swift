// SPDX-License-Identifier: MIT

import CSandboxHost
import Glibc
import MoonreelCore

/// The child process in which libraries draw what strangers wrote, as its parent sees it.
///
/// It is forked early, while the process is small, has one thread and may still make others, and waits for
/// work without having used anything. One request is at work at a time. If it dies over one, that one fails
/// with a sentence, and so do all after it.
package final class WorkerProcess: Sendable {
  private enum Condition {
    case working
    /// It ended while it drew this.
    case ended(over: String)
  }

  /// The one of this process, if it was started.
  package static var current: WorkerProcess? { running.withLock { $0 } }
  private static let running = Locked<WorkerProcess?>(nil)

  /// Its number.
  let process: Int32
  private let socket: Int32
  private let settings: WorkerSettings
  private let condition = Locked(Condition.working)

  private init(process: Int32, socket: Int32, settings: WorkerSettings) {
    (self.process, self.socket, self.settings) = (process, socket, settings)
  }

  /// Forks the worker, which knows the objects of `types`; from now on they live there. Returns in this
  /// process alone.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where no process can be started, `fileAccess` where no descriptor is left.
  package static func start(_ types: [any Isolatable.Type], _ settings: WorkerSettings) throws {
    var socket: Int32 = -1
    let process = mr_fork_worker(&socket)
    if process == 0 { WorkerLoop(socket: socket, types: types, settings: settings).run() }
    guard process > 0 else {
      let isFull = errno == EMFILE || errno == ENFILE
      let reason = isFull ? "too many open files" : String(cString: strerror(errno)).lowercased()
      throw MoonreelError(
        isFull ? .fileAccess : .limitExceeded,
        "Cannot start the process that draws SVG, Lottie and captions: \(reason).")
    }
    running.withLock {
      $0 = WorkerProcess(process: process, socket: socket, settings: settings)
    }
  }

  // MARK: Requests

  /// A new object of `kind`; its number.
  func make(_ kind: IsolatedKind, of content: ByteWriter, name: String) throws -> UInt32 {
    var reply = ByteReader(try exchange(.make, kind.rawValue, content, nil, name))
    return try reply.number(UInt32.self)
  }

  /// What the object `id` answers.
  func ask(_ id: UInt32, _ request: ByteWriter, canvas: DrawingMemory?, name: String) throws
    -> [UInt8]
  {
    try exchange(.ask, id, request, canvas?.shared, name)
  }

  /// Forgets the object `id`.
  func drop(_ id: UInt32) {
    condition.withLock { condition in
      guard case .working = condition else { return }
      let header = RequestHeader(
        verb: RequestHeader.Verb.drop.rawValue, target: id, byteCount: 0, canvasByteCount: 0)
      try? send(header, [], nil, Deadline(settings))
    }
  }

  private func exchange(
    _ verb: RequestHeader.Verb, _ target: UInt32, _ body: ByteWriter, _ canvas: SharedMemory?,
    _ name: String
  ) throws -> [UInt8] {
    try condition.withLock { condition in
      if case .ended(let other) = condition { throw Self.endedBefore(name, over: other) }
      do {
        let deadline = Deadline(settings)
        let header = RequestHeader(
          verb: verb.rawValue, target: target, byteCount: Int64(body.bytes.count),
          canvasByteCount: Int64(canvas?.byteCount ?? 0))
        try send(header, body.bytes, canvas, deadline)
        return try receive(deadline)
      } catch let error as MoonreelError {
        throw error
      } catch {
        condition = .ended(over: name)
        throw failure(error as? WorkerFailure ?? .gone, name)
      }
    }
  }

  // MARK: Bytes

  private func send(
    _ header: RequestHeader, _ body: [UInt8], _ canvas: SharedMemory?, _ deadline: Deadline
  ) throws {
    var head = ByteWriter()
    head.append(header)
    try send(head.bytes, with: canvas?.descriptor ?? -1, deadline)
    try send(body, with: -1, deadline)
  }

  private func send(_ bytes: [UInt8], with descriptor: Int32, _ deadline: Deadline) throws {
    var (sent, descriptor) = (0, descriptor)
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        mr_socket_send(socket, $0.baseAddress! + sent, $0.count - sent, descriptor)
      }
      if count > 0 {
        (sent, descriptor) = (sent + count, -1)
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        try deadline.wait(for: Int16(POLLOUT), on: socket)
      } else {
        throw WorkerFailure.gone
      }
    }
  }

  private func receive(_ deadline: Deadline) throws -> [UInt8] {
    var head = ByteReader(try receive(MemoryLayout<ReplyHeader>.size, deadline))
    let header = try head.number(ReplyHeader.self)
    guard (0...ReplyHeader.mostBytes).contains(header.byteCount) else { throw WorkerFailure.gone }
    let body = try receive(Int(header.byteCount), deadline)
    guard header.status == 0 else {
      var reader = ByteReader(body)
      throw try reader.error()
    }
    return body
  }

  private func receive(_ size: Int, _ deadline: Deadline) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var (filled, descriptor) = (0, Int32(-1))
    while filled < size {
      let count = bytes.withUnsafeMutableBytes {
        mr_socket_receive(
          socket, $0.baseAddress! + filled, $0.count - filled, &descriptor, false)
      }
      if descriptor >= 0 { close(descriptor) }  // it has none to give
      if count > 0 {
        filled += count
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        try deadline.wait(for: Int16(POLLIN), on: socket)
      } else {
        throw WorkerFailure.gone
      }
    }
    return bytes
  }
}

// MARK: Failures

/// Why there is no answer.
enum WorkerFailure: Error {
  case gone
  case late
  case cancelled
}

extension WorkerProcess {
  /// Ends the worker where it has not ended, and says what became of the drawing of `name`.
  private func failure(_ failure: WorkerFailure, _ name: String) -> MoonreelError {
    let end = failure == .gone ? waitForEnd() : -1
    kill(process, SIGKILL)
    switch failure {
    case .cancelled: return MoonreelError(.cancelled, "Cancelled.")
    case .late: return Self.tooLong(name, "\(settings.secondsOfWaiting) s")
    case .gone:
      guard end != SIGXCPU else {
        return Self.tooLong(name, "\(settings.secondsOfComputing) s of computing")
      }
      let memory = settings.memoryLimit >> 20
      return MoonreelError(
        .decodingFailed,
        "Cannot draw '\(name)': the library that draws it failed\(Self.words(end)). The file is "
          + "damaged, or needs more than \(memory) MB of memory; simplify it, or use a PNG of it.")
    }
  }

  private static func words(_ signal: Int32) -> String {
    guard signal > 0, let words = strsignal(signal) else { return "" }
    return " (\(String(cString: words).lowercased()))"
  }

  private static func tooLong(_ name: String, _ limit: String) -> MoonreelError {
    MoonreelError(
      .limitExceeded,
      "Cannot draw '\(name)': it takes longer than \(limit), the most for one drawing. Simplify "
        + "it (large filters and long lists of CSS rules cost most), or use a PNG of it.")
  }

  private static func endedBefore(_ name: String, over other: String) -> MoonreelError {
    MoonreelError(
      .decodingFailed,
      "Cannot draw '\(name)': the drawing process ended while it drew '\(other)'.")
  }

  /// The signal that ended it; the socket is closed a moment before that can be asked.
  private func waitForEnd() -> Int32 {
    for _ in 0..<100 {
      let end = mr_end_of(process)
      if end >= 0 { return end }
      usleep(5000)
    }
    return -1
  }
}

/// Until when an answer is waited for.
private struct Deadline {
  private let end: ContinuousClock.Instant
  private let cancellation: CancellationFlag
  private static let stepMilliseconds: Int32 = 50

  init(_ settings: WorkerSettings) {
    end = .now + .seconds(settings.secondsOfWaiting)
    cancellation = settings.cancellation
  }

  /// Waits a moment for `events` at most.
  func wait(for events: Int16, on socket: Int32) throws {
    if cancellation.isCancelled { throw WorkerFailure.cancelled }
    if ContinuousClock.now > end { throw WorkerFailure.late }
    var descriptor = pollfd(fd: socket, events: events, revents: 0)
    poll(&descriptor, 1, Self.stepMilliseconds)
  }
}

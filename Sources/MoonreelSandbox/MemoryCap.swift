// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A limit on the memory of the whole process and its worker, whoever uses it: scripts, decoders, pictures.
///
/// A thread looks every few milliseconds. Beyond the limit the process is ended by whoever set it, with a
/// sentence, before the kernel ends it (or another) without one.
public enum MemoryCap {
  /// Three quarters of the machine's memory, or of what control groups leave the process.
  public static var usual: Int { MemoryUse.available / 4 * 3 }

  private static let pollMicroseconds: UInt32 = 20_000

  /// What the watching thread needs.
  private final class Watch: Sendable {
    let uses: [MemoryUse]
    let limit: Int
    let onExcess: @Sendable (_ bytes: Int) -> Void

    init(_ uses: [MemoryUse], _ limit: Int, _ onExcess: @escaping @Sendable (Int) -> Void) {
      (self.uses, self.limit, self.onExcess) = (uses, limit, onExcess)
    }

    func run() {
      while true {
        let bytes = uses.reduce(0) { $0 + $1.bytes }
        if bytes > limit { onExcess(bytes) }
        usleep(MemoryCap.pollMicroseconds)
      }
    }
  }

  /// Begins to watch; for the rest of the process. Starts a thread: after the sandbox is closed.
  ///
  /// - Parameters:
  ///   - uses: what is looked at, from ``prepare()``.
  ///   - limit: bytes.
  ///   - onExcess: called on the watching thread with the bytes in use; should end the process.
  /// - Throws: `MoonreelError` (`limitExceeded`) where no thread can be started.
  public static func start(
    _ prepared: Prepared, limit: Int, onExcess: @escaping @Sendable (_ bytes: Int) -> Void
  ) throws {
    guard !prepared.uses.isEmpty else { return }
    let watch = Unmanaged.passRetained(Watch(prepared.uses, limit, onExcess))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { watch in
        Unmanaged<Watch>.fromOpaque(watch!).takeRetainedValue().run()
        return nil
      }, watch.toOpaque())
    guard error == 0 else {
      watch.release()
      throw MoonreelError(
        .limitExceeded,
        "Cannot watch the memory in use: \(String(cString: strerror(error)).lowercased()).")
    }
    pthread_detach(thread)
  }

  /// What is to be looked at, opened while it can be.
  public struct Prepared: Sendable {
    let uses: [MemoryUse]
  }

  /// Opens what the kernel says about this process and its worker: before the sandbox is closed.
  public static func prepare() -> Prepared {
    let worker = WorkerProcess.current.map { MemoryUse(of: $0.process, countsShared: false) }
    return Prepared(uses: [MemoryUse(), worker ?? nil].compactMap { $0 })
  }
}

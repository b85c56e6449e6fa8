// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A thread of our own for one stage of an export: decoders and encoders block, and a cooperative
/// thread must not.
///
/// `@unchecked Sendable`: `handle` is written once, before anybody else has the object.
final class StageThread: @unchecked Sendable {
  private var handle = pthread_t()

  /// Starts a thread that runs `body`; its stack has 8 MiB, as deep picture graphs want.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(_ body: @escaping @Sendable () -> Void) throws {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { pthread_attr_destroy(&attributes) }
    let box = Unmanaged.passRetained(Body(run: body))
    guard pthread_create(&handle, &attributes, Self.start, box.toOpaque()) == 0 else {
      box.release()
      throw MoonreelError(
        .limitExceeded,
        "The system refused a thread: a limit on processes or memory (ulimit -u, ulimit -v, ulimit -d) "
          + "is used up. Allow more.")
    }
  }

  /// Waits until the thread has ended. Called exactly once.
  func join() { pthread_join(handle, nil) }

  /// Starts a thread that nobody waits for.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  static func detach(_ body: @escaping @Sendable () -> Void) throws {
    pthread_detach(try StageThread(body).handle)
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      argument in
      guard let argument else { return nil }
      let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
      body.run()
      return nil
    }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

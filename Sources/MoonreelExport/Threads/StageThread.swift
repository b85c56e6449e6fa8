// SPDX-License-Identifier: MIT

import Glibc

/// A thread of our own for one stage of an export: decoders and encoders block, and a cooperative
/// thread must not.
///
/// `@unchecked Sendable`: `handle` is written once, before anybody else has the object.
final class StageThread: @unchecked Sendable {
  private var handle = pthread_t()

  /// Starts a thread that runs `body`; its stack has 8 MiB, as deep picture graphs want.
  init(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let box = Unmanaged.passRetained(Body(run: body))
    let status = pthread_create(&handle, &attributes, Self.start, box.toOpaque())
    pthread_attr_destroy(&attributes)
    precondition(status == 0, "the system refused a thread")
  }

  /// Waits until the thread has ended. Called exactly once.
  func join() { pthread_join(handle, nil) }

  /// Starts a thread that nobody waits for.
  static func detach(_ body: @escaping @Sendable () -> Void) {
    pthread_detach(StageThread(body).handle)
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

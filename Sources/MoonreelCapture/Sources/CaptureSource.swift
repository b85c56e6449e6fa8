// SPDX-License-Identifier: MIT

import MoonreelCore

/// An open device that gives pictures, or sound, or both, once it is started.
///
/// Calls come from one thread at a time. What a source gives comes on a thread of the source's own (with a
/// ``VirtualCaptureClock``: the clock's), one event after the other, and never after ``stop()`` has returned.
public protocol CaptureSource: AnyObject, Sendable {
  /// What it is opened on.
  var device: CaptureDevice { get }

  /// Begins to give `format`, which is one of the device's, or one of them narrowed to one rate
  /// (``CapturePictureFormat/at(_:)``); its ``CapturePictureFormat/highestRate`` is meant.
  ///
  /// A source that is unplugged while it runs says ``CaptureEvent/interrupted(_:)``, and goes on by itself when it is
  /// plugged in again: ``CaptureEvent/resumed``.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for another format, `fileAccess` where the device is gone or in use,
  ///   `accessDenied`.
  func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError)

  /// Stops giving, and waits until the last event is over. Without effect on a source that does not run.
  func stop()
}

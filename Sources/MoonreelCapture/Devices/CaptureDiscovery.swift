// SPDX-License-Identifier: MIT

import MoonreelCore

/// A way to find devices and to open them: one for each kind of system underneath.
public protocol CaptureDiscovery: Sendable {
  /// The devices that are there now, in an order that stays.
  ///
  /// - Throws: `MoonreelError` where the system cannot be asked; a system that is not there has no devices.
  func devices() throws -> [CaptureDevice]

  /// A source for `device`, not started; `nil` where the device is not one of this discovery's.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone or in use, `accessDenied`.
  func source(for device: CaptureDevice) throws -> (any CaptureSource)?

  /// What is plugged in and unplugged from now on.
  func changes() -> AsyncStream<CaptureDeviceChange>
}

/// What happened to a device.
public enum CaptureDeviceChange: Hashable, Sendable {
  /// It was plugged in.
  case connected(CaptureDevice)
  /// It was unplugged; its name (``CaptureDevice/id``).
  case disconnected(id: String)
}

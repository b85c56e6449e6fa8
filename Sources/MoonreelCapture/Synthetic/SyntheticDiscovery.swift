// SPDX-License-Identifier: MIT

import MoonreelCore

/// Finds a ``SyntheticCamera`` and a ``SyntheticMicrophone``, which are always there.
public struct SyntheticDiscovery: CaptureDiscovery {
  private let clock: any CaptureClock
  private let behavior: SyntheticBehavior

  /// Both on `clock`, with `behavior`.
  public init(clock: any CaptureClock, behavior: SyntheticBehavior = SyntheticBehavior()) {
    (self.clock, self.behavior) = (clock, behavior)
  }

  private var camera: SyntheticCamera { SyntheticCamera(clock: clock, behavior: behavior) }
  private var microphone: SyntheticMicrophone {
    SyntheticMicrophone(clock: clock, behavior: behavior)
  }

  /// The camera, and the microphone.
  public func devices() -> [CaptureDevice] { [camera.device, microphone.device] }

  /// A source for one of the two.
  public func source(for device: CaptureDevice) -> (any CaptureSource)? {
    if device.id == camera.device.id { return camera }
    return device.id == microphone.device.id ? microphone : nil
  }

  /// Nothing ever: they stay.
  public func changes() -> AsyncStream<CaptureDeviceChange> { AsyncStream { $0.finish() } }
}

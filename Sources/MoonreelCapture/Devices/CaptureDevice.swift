// SPDX-License-Identifier: MIT

import MoonreelCore

/// Something that gives pictures or sound: a camera, a microphone, a screen.
public struct CaptureDevice: Hashable, Sendable, Identifiable {
  /// What a device is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Gives pictures of what is in front of it.
    case camera
    /// Gives sound: a microphone, a line, or what a loudspeaker plays.
    case microphone
    /// Gives what a screen, a window or a region of it shows.
    case screen
    /// Gives test pictures or tones, made here.
    case synthetic
    /// Gives what comes over a network.
    case stream
  }

  /// Names the device uniquely, the same after it was unplugged and plugged in again, where the system can tell.
  public var id: String
  /// What people call it.
  public var name: String
  /// What it is.
  public var kind: Kind
  /// What it can give, the best first; never empty for a device that can be used.
  public var formats: [CaptureFormat]

  /// A device with these properties.
  public init(id: String, name: String, kind: Kind, formats: [CaptureFormat]) {
    (self.id, self.name, self.kind, self.formats) = (id, name, kind, formats)
  }

  /// Whether it gives pictures.
  public var givesPictures: Bool { formats.contains { $0.picture != nil } }

  /// Whether it gives sound.
  public var givesSound: Bool { formats.contains { $0.sound != nil } }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// A place where sounds come together on their way to the mix: changed by effects and by a volume as one.
public struct SoundBus: Sendable {
  /// Tells it from others.
  public let id: SoundBusID
  /// What messages and stems call it.
  public var name: String
  /// Its volumes, effects, output and sends; they are on the timeline's clock.
  public var parameters = AudioMixParameters(trackID: nil)

  /// A bus that changes nothing.
  public init(_ id: SoundBusID, name: String) { (self.id, self.name) = (id, name) }
}

/// A part of a sound that goes to a bus besides its own way, after its effects and volume.
public struct SoundSend: Hashable, Sendable {
  /// Where to.
  public var bus: SoundBusID
  /// How loud, as a gain factor.
  public var gain: Double
  /// Whether it is heard there. What listens to the bus hears it all the same.
  public var isHeard = true

  /// A send.
  public init(to bus: SoundBusID, gain: Double = 1) { (self.bus, self.gain) = (bus, gain) }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// How a layer sounds.
public struct LayerAudio: Sendable {
  /// Whether it sounds at all.
  public var isEnabled = true
  /// A gain factor over the layer's time; 1 leaves the sound as it is. Keyframes are exact for every sample; an
  /// expression is asked every thousandth of a second and followed in straight lines.
  public var volume = Animated.constant(1.0)
  /// How long the sound swells from silence at the start.
  public var fadeIn = Time.zero
  /// How long it dies away before the end.
  public var fadeOut = Time.zero
  /// How it swells.
  public var fadeInCurve = FadeCurve.tri
  /// How it dies away: the curve backwards.
  public var fadeOutCurve = FadeCurve.tri
  /// How it is played at other speeds; `nil`: as the export says.
  public var pitch: TimePitchAlgorithm?
  /// The loudness that what the layer plays of its source is brought to, by one gain that volume and fades are multiplied
  /// with; `nil`: as it is.
  public var loudness: LoudnessTarget?

  /// Sound as it is.
  public init() {}
}

/// How two sounds change places in a transition.
public enum CrossFade: String, Hashable, Sendable, CaseIterable {
  /// Gains that add up to 1: for sounds that are alike.
  case linear
  /// Gains whose squares add up to 1: for sounds that have nothing to do with each other.
  case equalPower
  /// Both at their own volume.
  case none

  /// The gains of the one that goes and the one that comes at `progress`, 0…1.
  public func gains(at progress: Double) -> (from: Double, to: Double) {
    let p = min(1, max(0, progress))
    return switch self {
    case .linear: (1 - p, p)
    case .equalPower: (PortableMath.cos(p * .pi / 2), PortableMath.sin(p * .pi / 2))
    case .none: (1, 1)
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// How a layer sounds.
public struct LayerAudio: Sendable {
  /// Whether it sounds at all.
  public var isEnabled = true
  /// Whether only it, and others like it, sound.
  public var isSolo = false
  /// A gain factor over the layer's time; 1 leaves the sound as it is. Keyframes are exact for every sample; an
  /// expression is asked every thousandth of a second and followed in straight lines.
  public var volume = Animated.constant(1.0)
  /// More gain over the layer's time, in decibels; what moves goes in straight lines of decibels.
  public var decibels = Animated.constant(0.0)
  /// Where it lies between left (−1) and right (1): a sound that is the same on both keeps its power (`pan`), or the
  /// other side becomes quieter (`balance`). In mono and on other loudspeakers nothing changes.
  public var pan = Animated.constant(0.0)
  /// See ``pan``.
  public var balance = Animated.constant(0.0)
  /// Whether its polarity is inverted.
  public var isInverted = false
  /// What each channel of the mix is made of: a row for each of them, in order, with gains for the channels of the source;
  /// `nil`: by the standard mix. See ``AudioMixParameters/inputMatrix``.
  public var channelMatrix: [[Double]]?
  /// What changes it, one after the other: after fades and cross-fades, before the volume. Their numbers and times are
  /// on the layer's clock.
  public var effects: [SoundEffect] = []
  /// How it makes room for another sound, after the effects.
  public var duck: SoundEffect?
  /// What sees and changes every sample, after all else that changes it.
  public var tap: SoundEffect?
  /// The bus that it goes to; `nil`: the mix.
  public var output: SoundBusID?
  /// The buses that it goes to besides.
  public var sends: [SoundSend] = []
  /// How long it swells wherever it begins, and dies away before it ends, so that cuts do not click.
  public var declick = Time.zero
  /// When it sounds, on the layer's clock: its fades lie at the ends of that; `nil`: as long as the layer lasts.
  public var timeRange: TimeRange?
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

  /// All that changes it, in order.
  package var chain: [SoundEffect] { effects + [duck, tap].compactMap { $0 } }
}

/// The sound of a whole composition.
public struct CompositionAudio: Sendable {
  /// A gain factor over the composition's time.
  public var volume = Animated.constant(1.0)
  /// More gain, in decibels.
  public var decibels = Animated.constant(0.0)
  /// What changes the mix, one after the other, before its volume.
  public var effects: [SoundEffect] = []

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

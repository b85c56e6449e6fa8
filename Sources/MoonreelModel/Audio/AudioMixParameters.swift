// SPDX-License-Identifier: MIT

import MoonreelCore

/// How one track sounds in the mix (`AVAudioMixInputParameters`).
///
/// For example:
///
///     var music = AudioMixParameters(trackID: track)
///     music.addVolumeRamp(from: 1, to: 0, in: try TimeRange(seconds: 8, 10))
public struct AudioMixParameters: Sendable {
  /// The track; `nil`: the whole mix, after its tracks were added up.
  public var trackID: TrackID?
  /// The volumes set, as gain factors: 1 before the first, each held until the next.
  public private(set) var volumes = RampList<Double>()
  /// Functions of time that the volumes are multiplied with; those of layers whose volume is no straight line.
  public internal(set) var factors: [GainFactor] = []
  /// Whether its polarity is turned around. Of no effect on buses and on the whole mix.
  public var isInverted = false
  /// How long the sound swells wherever it begins, and dies away before it ends, so that cuts do not click; where it goes
  /// on with the same sound it does not. Zero: not at all. Of no effect on the whole mix.
  public var declick = Time.zero
  /// When the sound began with which the track's first segment goes on, and when it will end that goes on after its last:
  /// those of other tracks, so that it does not swell or die away in between. `nil`: there is none.
  public internal(set) var joinedStart: Time?
  /// See ``joinedStart``.
  public internal(set) var joinedEnd: Time?
  /// Functions of time that the sound is multiplied with before its effects: the fades and cross-fades of layers.
  public internal(set) var inputFactors: [GainFactor] = []
  /// What each channel of the mix is made of: a row for each, in order, with gains for the channels of the source; `nil`: by
  /// the standard mix from one layout to the other. A file has its own channels, what is drawn up in code left and right, a
  /// timeline inside this one those of the mix. What rows and gains leave out is silent. Of no effect on buses and on the
  /// whole mix.
  public var inputMatrix: [[Double]]?
  /// What changes the sound, one after the other, before its volume. Their numbers and times are on the timeline's
  /// clock.
  public var effects: [SoundEffect] = []
  /// The bus that the sound goes to; `nil`: the mix itself.
  public var output: SoundBusID?
  /// Whether it goes there. What listens to it hears it all the same.
  public var reachesOutput = true
  /// The buses that it goes to besides.
  public var sends: [SoundSend] = []
  /// The loudness that what the track plays of its sources is brought to, before its volumes; `nil`: as they are. Of no
  /// effect on the whole mix, which the export brings to one.
  public var loudness: ClipLoudness?
  /// How the track's sound is played at other speeds; `nil`: as the export says.
  public var timePitchAlgorithm: TimePitchAlgorithm?

  /// Parameters that change nothing.
  public init(trackID: TrackID?) { self.trackID = trackID }

  /// Whether they leave sound that is played at its own speed as it is, sample by sample.
  public var isNeutral: Bool { change == nil }

  /// What they do to the sound, as what is said of it: `"has effects"`; `nil`: nothing.
  public var change: String? {
    if !volumes.isAlways(1) || !factors.isEmpty || !inputFactors.isEmpty {
      return "has a volume of its own"
    }
    if !effects.isEmpty { return "has effects" }
    if declick != .zero { return "is made to swell and die away at its cuts" }
    if output != nil || sends.contains(where: \.isHeard) { return "goes to a bus" }
    if !reachesOutput { return "is muted" }
    return loudness == nil ? nil : "is brought to a loudness"
  }

  /// Multiplies the sound by `volume` (a factor, 0 is silence) from `time` on.
  public mutating func setVolume(_ volume: Double, at time: Time) { volumes.set(volume, at: time) }

  /// Multiplies the sound by a factor that goes linearly from `start` to `end`, sample by sample.
  public mutating func addVolumeRamp(from start: Double, to end: Double, in timeRange: TimeRange) {
    volumes.add(ValueRamp(from: start, to: end, in: timeRange))
  }

  /// The volume at `time`, never negative; 1 before the first set one. A factor whose function fails then counts
  /// as 1.
  public func volume(at time: Time) -> Double {
    factors.filter { $0.side == nil }.reduce(max(0, volumes.value(at: time) ?? 1)) {
      $0 * max(0, (try? $1.value(time)) ?? 1)
    }
  }

  /// The volume ramp, or the stretch of a held volume, in force at `time`; `nil` before the first.
  public func volumeRamp(for time: Time) -> ValueRamp<Double>? { volumes.ramp(at: time) }

  /// Contiguous ramps that cover `range`, to be followed sample by sample.
  public func volumeRamps(in range: TimeRange) -> [ValueRamp<Double>] {
    volumes.ramps(in: range, initial: 1)
  }
}

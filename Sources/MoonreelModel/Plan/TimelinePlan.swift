// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is shown and heard when, as plain values: for `moonreel plan`, and for tests that compare the plan
/// instead of pixels.
///
/// Times are seconds. The text form is ``text``, the JSON form ``json``.
public struct TimelinePlan: Hashable, Sendable, Codable {
  /// A half-open stretch of time.
  public struct Span: Hashable, Sendable, Codable {
    /// The first second inside.
    public var from: Double
    /// The first second after.
    public var to: Double
  }

  /// One segment of a track.
  public struct SegmentPlan: Hashable, Sendable, Codable {
    /// Where it lies on the track.
    public var target: Span
    /// The source's name; `nil` for a gap.
    public var source: String?
    /// The stretch of the source; `nil` for a gap.
    public var sourceRange: Span?
    /// Source seconds a target second, as a fraction such as `"2"` or `"1/3"`; the slowest and the fastest,
    /// `"0.25 to 4"`, where the speed changes.
    public var rate: String
    /// Whether the source runs backwards.
    public var isReversed: Bool
    /// The plan of a nested timeline.
    public var nested: TimelinePlan?
  }

  /// One track.
  public struct TrackPlan: Hashable, Sendable, Codable {
    /// Its identifier.
    public var id: Int
    /// What it carries.
    public var type: String
    /// Whether it takes part.
    public var isEnabled: Bool
    /// Its language.
    public var language: String?
    /// Its segments.
    public var segments: [SegmentPlan]
    /// Volume ramps and values of the mix, as text.
    public var volumes: [String]
  }

  /// One layer of an instruction.
  public struct LayerPlan: Hashable, Sendable, Codable {
    /// The track drawn.
    public var track: Int
    /// What was set, as text: transforms, opacities and crops in order of time.
    public var settings: [String]
  }

  /// One instruction.
  public struct InstructionPlan: Hashable, Sendable, Codable {
    /// When it is in force.
    public var span: Span
    /// The background as `"#RRGGBBAA"`.
    public var background: String
    /// Who draws: `"layers"`, `"compositor"` or `"passthrough"`.
    public var drawnBy: String
    /// The layers, the first on top.
    public var layers: [LayerPlan]
    /// The tracks whose frames are asked for.
    public var tracks: [Int]
  }

  /// How pictures are composed.
  public struct CompositionPlan: Hashable, Sendable, Codable {
    /// The size in pixels, `"1920x1080"`.
    public var size: String
    /// Output pixels per pixel.
    public var scale: Double
    /// Frames a second, `"30000/1001"`.
    public var frameRate: String
    /// Whether a filter is applied to the whole picture.
    public var hasFilter: Bool
    /// The instructions.
    public var instructions: [InstructionPlan]
  }

  /// The length.
  public var duration: Double
  /// The natural size, `"1920x1080"`.
  public var naturalSize: String
  /// The tracks.
  public var tracks: [TrackPlan]
  /// How pictures are composed, where given.
  public var composition: CompositionPlan?
  /// Volume ramps and values of the whole mix, as text.
  public var masterVolumes: [String]

  /// The plan of `timeline`, with how its pictures are composed and its sound is mixed where given.
  public init(
    _ timeline: Timeline, composition: VideoComposition? = nil, audioMix: AudioMix? = nil
  ) {
    duration = timeline.duration.seconds
    naturalSize = timeline.naturalSize.description
    tracks = timeline.tracks.map { track in
      TrackPlan(track, audioMix?.parameters(for: track.id))
    }
    self.composition = composition.map { CompositionPlan($0, timeline) }
    masterVolumes = TimelinePlan.describe(audioMix?.master?.volumes, "volume")
  }
}

extension Timeline {
  /// The tracks, segments and gaps as lines of text; see ``TimelinePlan``.
  public var planDescription: String { TimelinePlan(self).text }
}

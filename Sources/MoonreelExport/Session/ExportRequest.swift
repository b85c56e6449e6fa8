// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// What is to be exported, and how: a value that says everything but where to.
///
/// For example: `ExportRequest(timeline: timeline, videoComposition: look, audioMix: mix)` writes H.264
/// and AAC where the file's name ends in `.mp4`.
public struct ExportRequest: Sendable {
  /// What is shown and heard when.
  public var timeline: Timeline
  /// How the tracks are drawn; `nil`: the automatic composition of the timeline.
  public var videoComposition: VideoComposition?
  /// How loud the tracks are; `nil`: as they are.
  public var audioMix: AudioMix?
  /// Named settings; `nil`: by the output file's name.
  public var preset: ExportPreset?
  /// What overrules the preset.
  public var output = OutputOptions()
  /// Other files that are written at once.
  public var additionalOutputs: [AdditionalOutput] = []
  /// The stretch to export; `nil` for all. What lies outside the timeline is left out.
  public var timeRange: TimeRange?
  /// Output pixels per pixel of the composition, beside its own `renderScale`; 0.01…16.
  public var scale: Double = 1
  /// The file's tags.
  public var metadata: [String: String] = [:]
  /// Which of them are written.
  public var metadataFilter = MetadataFilter.all
  /// What becomes of HDR clips in the automatic composition; one that is given says it by its
  /// colour space.
  public var hdr = HDRHandling.toneMap
  /// Whether packets may be copied.
  public var passthrough = PassthroughMode.never
  /// The tracks of sound in the file; none: one with the mix.
  public var soundTracks: [SoundTrack] = []
  /// How sound at another speed is made where the mix does not say.
  public var timePitchAlgorithm = TimePitchAlgorithm.spectral
  /// The loudness that the whole sound is brought to; `nil`: it stays as it is mixed.
  public var loudness: LoudnessTarget?
  /// How much care is taken where pictures are scaled and turned.
  public var renderQuality = RenderQuality.good
  /// How the pictures are exported by spans; `nil`: they are not.
  public var spans: SpanOptions?
  /// Whether packets are copied where the film shows a clip as it is; `nil`: nobody has said, and they are not.
  public var copiesUntouched: UntouchedCopying?
  /// How much the export may come to.
  public var limits = ExportLimits()
  /// Threads that draw; `nil`: one a core. The pictures are the same for any number.
  public var renderThreadCount: Int?

  /// A request for all of `timeline` with settings by the output file's name.
  public init(
    timeline: Timeline, videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    preset: ExportPreset? = nil
  ) {
    (self.timeline, self.videoComposition) = (timeline, videoComposition)
    (self.audioMix, self.preset) = (audioMix, preset)
  }

  /// A request for all of a composition of layers with settings by the output file's name.
  ///
  /// For example: `try ExportSession(ExportRequest(show), outputPath: "show.mp4", gate: .unrestricted)`.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for what ``MoonreelModel/Composition/lowered(isNested:)`` refuses.
  public init(_ composition: Composition, preset: ExportPreset? = nil) throws {
    self.init(try composition.lowered(), preset: preset)
  }

  /// A request for a composition that is lowered already.
  public init(_ composed: ComposedTimeline, preset: ExportPreset? = nil) {
    self.init(
      timeline: composed.timeline, videoComposition: composed.videoComposition,
      audioMix: composed.audioMix, preset: preset)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// A request made definite: every choice taken, every number known before the first frame.
struct ExportJob: Sendable {
  private(set) var request: ExportRequest
  /// Where to.
  let path: String
  private(set) var settings: OutputSettings
  /// The stretch of the timeline.
  let range: TimeRange
  /// What draws it.
  let composition: VideoComposition
  /// Pictures to write; 0 where there are none.
  private(set) var frameCount: Int64
  /// When the pictures are shown, on the timeline's clock, where a track says; `nil`: at the
  /// composition's rate.
  private var frameTimes: [Time]?

  /// Whether packets of untouched clips are copied.
  private(set) var copying = UntouchedCopying.never
  /// How the export goes about spans; `nil`: there are none.
  private(set) var spans: SpanOptions?
  /// How the pictures are encoded by spans; `nil`: as a whole.
  private(set) var spanRules: SpanRules?
  /// Why they are encoded as a whole though spans were asked for.
  private(set) var spanObstacle: SpanRules.Obstacle?

  /// Takes every choice; the file of a track that gives the frame times is read through `gate`.
  ///
  /// - Throws: `MoonreelError` where the request cannot be fulfilled.
  init(_ request: ExportRequest, path: String, gate: FileGate) throws {
    try request.validate()
    (self.request, self.path) = (request, path)
    range = try request.effectiveRange()
    settings = try request.settings(forPath: path)
    let whole = TimeRange(start: .zero, duration: range.duration)
    settings.chapters = settings.chapters.compactMap { $0.part(in: whole) }
    composition = request.effectiveComposition
    let rate = settings.video?.frameRate
    frameCount = rate?.frameCount(in: range.duration) ?? 0
    for video in settings.videos { try request.admitPictures(of: video.size, in: range, gate) }
    if settings.holdsSound {
      for mix in [request.audioMix].compactMap({ $0 }) + request.soundTracks.map(\.mix) {
        try mix.validate(for: request.timeline)
      }
    }
    try takeFrameTimes(gate)
    copying = request.copying(settings)
    spans = request.spans(copying)
    do {
      spanRules = try request.spanRules(settings, spans)
    } catch let obstacle as SpanRules.Obstacle {
      // Nobody asked for the copies, and else there are no spans.
      let isUnasked = copying == .unasked && request.spans == nil
      if isUnasked { copying = .never } else { spanObstacle = obstacle }
    }
    copySound(gate)
    try request.limits.admit(duration: range.duration, frames: frameCount)
  }

  /// Has the sound copied where all of it is one clip's and that is asked for.
  private mutating func copySound(_ gate: FileGate) {
    guard copying == .asked,
      let sound = SoundCopy.untouchedTrack(
        of: request, over: range, settings, path: path, gate: gate)
    else { return }
    (settings.copiedSound, settings.audio) = (sound, nil)
    // What is copied has its own.
    request.output.audioBitRate = nil
  }

  private mutating func takeFrameTimes(_ gate: FileGate) throws {
    guard settings.video != nil, let id = composition.sourceTrackIDForFrameTiming,
      let track = request.timeline[id]
    else { return }
    let times = try TrackTiming.times(
      of: track, in: range, rate: composition.frameRate, gate: gate)
    let schedule = try FrameSchedule(times, end: range.end)
    settings.changeVideos { video in
      video.schedule = schedule
      if let average = schedule.averageRate { video.frameRate = average }
    }
    (frameTimes, frameCount) = (times, schedule.count)
  }

  /// Output pixels per composition pixel, as compositors are told.
  var renderScale: Double { settings.video.map { renderScale(to: $0.size) } ?? 1 }

  /// Pixels per composition pixel of pictures of `size`.
  func renderScale(to size: PixelSize) -> Double {
    Double(size.width) / Double(composition.renderSize.width)
  }

  /// When frame `index` of the output is shown, on the timeline's clock.
  func time(ofFrame index: Int64) -> Time {
    guard let frameTimes else { return range.start + composition.frameRate.time(ofFrame: index) }
    return index < frameCount ? frameTimes[Int(index)] : range.end
  }
}

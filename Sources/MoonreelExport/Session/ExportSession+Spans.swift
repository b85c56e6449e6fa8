// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportSession {
  /// Renders the spans of one part of the film that the cache lacks, and writes no file: what several processes do side by
  /// side, so that ``run(profile:progress:)`` only has to join them.
  ///
  /// A span that another process is rendering is passed over, and waited for at the end.
  ///
  /// - Throws: `MoonreelError`: as ``run(profile:progress:)``; `invalidArgument` where the settings allow no spans, or the
  ///   request says nothing of a cache; `fileAccess` where a span cannot be kept.
  public func fillSpans(
    _ part: SpanPart = .all, progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws -> SpanSummary {
    if let obstacle = job.spanObstacle { throw obstacle.refusal }
    guard request.spans?.cache != nil,
      let filling = try spanFilling(part: part, isJoining: false)
    else {
      throw MoonreelError(
        .invalidArgument, "Cannot render parts of '\(outputPath)': there is no cache of spans.")
    }
    let clock = ExportClock(cancellation, seconds: request.limits.seconds)
    try clock.check()
    let meter = ProgressMeter(
      framesTotal: filling.frameCount, timeTotal: timeRange.duration, report: progress)
    do {
      let reader = reader(profile: nil)
      try job.requireFiles(of: reader)
      try RenderPipeline(
        job: job, filling: filling, meter: meter, clock: clock
      ).run(reading: reader)
      try clock.check()
    } catch {
      try cancellation.check()
      throw error
    }
    meter.finish(bytes: 0)
    return filling.board.summary
  }

  /// What renders the spans of `part`; `nil` where the export is not by spans. Composes all frames to know what they are.
  func spanFilling(part: SpanPart, isJoining: Bool) throws -> SpanFilling? {
    guard let options = request.spans, let rules = job.spanRules else { return nil }
    try prepareCompositors()
    let keys = FileKeys()
    var digesting = FilmDigests.Options()
    (digesting.keys, digesting.cancellation) = (keys, cancellation)
    let digests = try FrameDigesting(
      job: job, frames: UndrawnFrames(gate: gate, keys: keys), gate: gate, scale: job.renderScale,
      options: digesting
    ).run()
    // What lies at an address may be another thing by now.
    let known = keys.hasAddresses ? digests.map { _ in nil } : digests
    let plan = SpanPlan(job, rules: rules, digests: known, environment: options.environment)
    return SpanFilling(
      plan, part: part, cache: options.cache, isJoining: isJoining, keys: keys, warnings: warnings)
  }
}

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
    guard job.spans?.cache != nil,
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
      try RenderPipeline(job: job, filling: filling, meter: meter, clock: clock)
        .run(reading: reader)
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
    try plannedSpans().map { planned in
      SpanFilling(
        planned.plan, part: part, cache: job.spans?.cache, isJoining: isJoining,
        keys: planned.keys, copies: planned.copies)
    }
  }

  /// The spans of the film, what is copied of its files, and by what files were told apart.
  private struct PlannedSpans {
    var plan: SpanPlan
    var keys: FileKeys
    var copies: CopySummary?
  }

  /// The spans of the film; `nil` where the export is not by spans. Composes all frames to know what they are.
  private func plannedSpans() throws -> PlannedSpans? {
    guard let options = job.spans, let rules = job.spanRules else { return nil }
    try prepareCompositors()
    // Only what is kept has to know files again that have moved.
    let keys = options.isKept ? FileKeys() : FileKeys(largestRead: 0)
    var digesting = FilmDigests.Options()
    (digesting.keys, digesting.cancellation) = (keys, cancellation)
    let origins = job.copying == .never ? nil : FrameOrigins()
    let digester = FrameDigesting(
      job: job, frames: UndrawnFrames(gate: gate, keys: keys, origins: origins), gate: gate,
      scale: job.renderScale, options: digesting)
    let digests = try digester.run()
    // What lies at an address may be another thing by now.
    let known = keys.hasAddresses ? digests.map { _ in nil } : digests
    let smart = try origins.flatMap { try smartPlan(of: digester.shown, $0, rules) }
    let copiesAny = smart.map { $0.plan.copiedFrameCount > 0 } ?? false
    let isUnasked = job.copying == .unasked && !copiesAny
    if isUnasked, !options.isKept { return nil }
    let plan = SpanPlan(
      job, rules: smart?.rules ?? rules, digests: known, environment: options.environment,
      smart: smart?.plan)
    return PlannedSpans(plan: plan, keys: keys, copies: isUnasked ? nil : smart?.plan.summary(job))
  }

  /// What is copied of the files of `origins`, whose frames are `shown`; `nil` where one of them is damaged.
  private func smartPlan(
    of shown: [ShownFrame], _ origins: FrameOrigins, _ rules: SpanRules
  ) throws -> (plan: SmartPlan, rules: SpanRules)? {
    do {
      return try SmartPlan.make(
        shown, of: origins.tracks, rules: rules, gate: gate,
        provesWhole: job.copying == .unasked)
    } catch let damaged as DamagedPackets {
      warnCopiesNothing(damaged)
      return nil
    }
  }

  /// Says that a film is encoded as a whole because a file is damaged, where copies were asked for.
  func warnCopiesNothing(_ damaged: DamagedPackets) {
    guard job.copying == .asked else { return }
    warnings.warn("Nothing is copied: \(damaged.error.message)")
  }

  /// What ``run(profile:progress:)`` would copy, take from the cache and render, without doing it; `nil` where the export is
  /// not by spans, with a warning where that was asked for. Composes all frames, so functions of a script are called.
  ///
  /// - Throws: `MoonreelError`, as ``run(profile:progress:)`` does before its first frame.
  public func forecastSpans() throws -> SpanForecast? {
    try job.requireFiles(of: reader(profile: nil))
    if let obstacle = job.spanObstacle { warnings.warn(obstacle.warning) }
    guard var planned = try plannedSpans() else { return nil }
    planned.copies?.copiesSound = job.settings.copiedSound != nil
    let cache = job.spans?.cache
    let spans = planned.plan.spans.map { span in
      SpanForecast.Part(
        frames: span.frames, range: job.range(ofFrames: span.frames),
        source: SpanForecast.Source(span, in: cache))
    }
    return SpanForecast(
      spans: spans, isKept: job.spans?.isKept == true, copies: planned.copies)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Writes what a request describes into a file, or into several at once (`AVAssetExportSession`). A session runs once.
///
/// For example:
///
///     let session = try ExportSession(request, outputPath: "out.mp4", gate: gate)
///     let summary = try await session.export { print($0.fraction) }
///
/// Reading, drawing and encoding overlap on threads of their own. Compositors, filters and picture
/// sources are called in the order of the frames on one thread: the one that called ``run``.
/// The files appear under their names when all are whole; a failed or cancelled export leaves what was there.
public final class ExportSession: Sendable {
  /// What is exported.
  public let request: ExportRequest
  /// Where to: a file, a numbered pattern such as `frame_%04d.png`, or `-` for standard output.
  public let outputPath: String
  /// The settings of the file, all choices taken.
  public let settings: OutputSettings
  /// The stretch of the timeline that is written.
  public let timeRange: TimeRange
  /// How many pictures are written; 0 where there are none.
  public let frameCount: Int64
  /// Collects what went wrong without stopping the export.
  public let warnings: WarningLog
  /// Throw this switch to stop the export from anywhere, signal handlers included.
  public let cancellation: CancellationFlag
  /// What may be opened and written.
  let gate: FileGate
  let job: ExportJob
  /// What is written beside the output, in the order of the request.
  let additionalJobs: [ExportJob]

  /// Checks `request` and takes every choice it leaves open; no output is touched yet.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `invalidTimeline`, `encodingFailed`, saying what
  ///   cannot be exported and why.
  public init(
    _ request: ExportRequest, outputPath: String, gate: FileGate,
    warnings: WarningLog = WarningLog(), cancellation: CancellationFlag = CancellationFlag()
  ) throws {
    var gate = gate.recording(request.timeline, request.videoComposition)
    gate.writing.byteLimit = request.limits.bytes ?? gate.writing.byteLimit
    let job = try ExportJob(request, path: outputPath, gate: gate)
    additionalJobs = try request.additionalJobs(path: outputPath, main: job.settings, gate: gate)
    if !additionalJobs.isEmpty, let limit = gate.writing.byteLimit {
      gate.writing.account = ByteAccount(limit: limit)
    }
    (self.request, self.outputPath, self.gate, self.job) = (request, outputPath, gate, job)
    (settings, timeRange, frameCount) = (job.settings, job.range, job.frameCount)
    (self.warnings, self.cancellation) = (warnings, cancellation)
  }

  /// The files that the export will replace.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`, `accessDenied`) where the output cannot be written: also where
  ///   the film reads one of them, or the gate's rules let none be replaced; `invalidArgument` where two passes
  ///   need a file.
  public func replacedFiles() throws -> [String] {
    if settings.video?.passes == 2 { try FirstPass.require(path: outputPath, gate: gate) }
    return try jobs.flatMap { job in
      try OutputPlaces.replaced(
        by: job.path, container: job.settings.container, frames: job.frameCount, gate: gate)
    }
  }

  /// Exports on this thread and a few of its own; returns when the file is in its place.
  ///
  /// - Parameters:
  ///   - profile: takes down what the stages cost; `nil`: nothing is measured.
  ///   - progress: called about ten times a second and at the end, from any thread.
  /// - Throws: `MoonreelError`; what stood at the output path is then untouched. `cancelled` where
  ///   ``cancellation`` was thrown.
  public func run(
    profile: ExportProfile? = nil,
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws -> OutputSummary {
    let clock = ExportClock(cancellation, seconds: request.limits.seconds)
    try clock.check()
    _ = try replacedFiles()
    request.warnOfChapters(until: timeRange.duration, warnings)
    let meter = ProgressMeter(
      framesTotal: (jobs.map(\.frameCount).max() ?? 0) * Int64(settings.video?.passes ?? 1),
      timeTotal: timeRange.duration,
      report: progress)
    do {
      return try run(meter, clock, profile)
    } catch {
      // A stage that is interrupted may fail in a way of its own.
      try cancellation.check()
      throw error
    }
  }

  private func run(
    _ meter: ProgressMeter, _ clock: ExportClock, _ profile: ExportProfile?
  ) throws -> OutputSummary {
    let reader = reader(profile: profile)
    try job.requireFiles(of: reader)
    if let copy = try packetCopy(gate) {
      return try copy.run(
        to: outputPath, settings: settings, meter: meter, clock: clock, session: self)
    }
    if let obstacle = job.spanObstacle { warnings.warn(obstacle.warning) }
    let filling = try spanFilling(part: .all, isJoining: true)
    do {
      guard let profile else { return try render(reader, filling, meter, clock, nil) }
      return try profile.sampling { try render(reader, filling, meter, clock, profile) }
    } catch {
      guard let damaged = filling?.damaged.withLock({ $0 }) else { throw error }
      warnCopiesNothing(damaged)
      return try encodingAll().run(meter, clock, profile)
    }
  }

  /// The same export without copies.
  private func encodingAll() throws -> ExportSession {
    var request = request
    request.copiesUntouched = .never
    return try ExportSession(
      request, outputPath: outputPath, gate: gate, warnings: warnings, cancellation: cancellation)
  }

  private func render(
    _ reader: CompositionReader, _ filling: SpanFilling?, _ meter: ProgressMeter,
    _ clock: ExportClock, _ profile: ExportProfile?
  ) throws -> OutputSummary {
    let copies = try jobs.map { try SoundCopy($0, path: $0.path, gate: gate) }
    let mastering = try mastering(reader, meter, clock, profile)
    let statistics = try measure(meter, clock)
    defer { statistics?.remove() }
    let outputs = try profile.startingThreads(of: .encode) {
      try openOutputs(
        gate, copies: copies, statistics: statistics, spans: filling?.plan.rules)
    }
    do {
      try prepareCompositors()
      let pipeline = RenderPipeline(
        outputs: outputs, filling: filling, meter: meter, clock: clock, profile: profile)
      let loudnesses = try pipeline.run(reading: reader, mastering: mastering)
      try clock.check()
      var summaries = try profile.measure(.encode) { try outputs.finish(check: clock.check) }
      for index in summaries.indices { summaries[index].loudnesses = loudnesses[index] }
      profile?.add(
        outputs.reduce(0) { $0 + $1.writer.muxingNanoseconds }, to: .mux, from: .encode)
      (summaries[0].spans, summaries[0].copies) = (filling?.board.summary, filling?.copies)
      summaries[0].copies?.copiesSound = copies[0] != nil
      summaries[0].additional = Array(summaries.dropFirst())
      warn(of: summaries[0])
      meter.finish(bytes: summaries.reduce(0) { $0 + $1.bytes })
      return summaries[0]
    } catch {
      outputs.cancel()
      throw error
    }
  }

  /// The first of two passes; `nil` where there is one.
  private func measure(_ meter: ProgressMeter, _ clock: ExportClock) throws -> PassStatistics? {
    guard let video = settings.video, video.passes > 1 else { return nil }
    let first = try FirstPass(
      video, path: outputPath, container: settings.container, gate: gate)
    do {
      try prepareCompositors()
      try RenderPipeline(job: job, measuring: first, meter: meter, clock: clock)
        .run(reading: reader(profile: nil))
      try clock.check()
      return try first.finish()
    } catch {
      first.cancel()
      throw error
    }
  }

  /// What reads the film.
  func reader(profile: ExportProfile?) -> CompositionReader {
    CompositionReader(job, gate: gate, warnings: warnings, profile: profile)
  }

  /// The output and those beside it.
  var jobs: [ExportJob] { [job] + additionalJobs }

  func prepareCompositors() throws {
    guard jobs.contains(where: { $0.settings.video != nil }) else { return }
    try job.composition.prepare(timeRange)
  }

  private func warn(of summary: OutputSummary) {
    for loudness in summary.loudnesses {
      request.loudness?.warn(ofReached: loudness, to: warnings)
    }
    if summary.reachedLengthLimit {
      warnings.warn(
        "The file was cut at \(summary.duration) because it would have exceeded its length limit of "
          + "\(settings.fileLengthLimit ?? 0) bytes.")
    }
    if summary.clippedSamples > 0 {
      let tenths = Int(limiting: (Decibels.of(gain: Double(summary.peak)) * 10).rounded())
      warnings.warn(
        "The sound is louder than full scale (by \(tenths / 10).\(tenths % 10) dB at its peak), and "
          + "\(summary.clippedSamples) samples were limited to it: lower the volumes.")
    }
  }
}

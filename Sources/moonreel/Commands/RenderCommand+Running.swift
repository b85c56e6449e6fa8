// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

extension RenderCommand {
  func run() throws {
    guard try !filling(then: { try $0.run() }) else { return }
    let reporter = ProgressReporter(style: style, name: FilePath.name(of: output.path))
    let warnings = WarningLog()
    do {
      let summary = try render(reporter: reporter, warnings: warnings)
      reporter.finish(summary: lines(summary))
      tell(warnings, reporter)
      reporter.event(event(summary))
    } catch {
      let error = (error as? MoonreelError).map(Interruption.explanation) ?? error
      reporter.finish()
      tell(warnings, reporter)
      if let event = event(error) { reporter.event(event) }
      throw error
    }
  }

  private func render(
    reporter: ProgressReporter, warnings: WarningLog
  ) throws -> RenderSummary {
    let began = ContinuousClock.now
    try prepareMadePlace()
    let folder = try stems.map(StemFolder.init)
    defer { folder?.removeIfEmpty() }
    let cache = try spans.cache(script.access)
    let film = try Film.load(
      script,
      writingTo: [output.path] + encoding.also.map { $0.path(beside: output.path) }
        + (folder.map { [$0.path(of: "stem.wav")] } ?? []),
      keeping: [cache?.folder].compactMap { $0 }, replacing: output.replacing, limits: limits,
      measuresTime: profile, warnings: warnings)
    defer { film.takeWarnings(into: warnings) }
    let request = try request(film, cache)
    let session = try ExportSession(
      request, outputPath: output.path,
      gate: outputRoot.map(film.gate.making) ?? film.gate, warnings: warnings,
      cancellation: Interruption.flag)
    if let onlySpans {
      return try fill(onlySpans.part, session, film, since: began, reporter)
    }
    let stems = try folder?.sessions(request, film.gate, warnings) ?? []
    try output.replacing.confirm(
      UsageError.blamed { try ([session] + stems).flatMap { try $0.replacedFiles() } })
    reporter.event(
      .fields([
        "event": .string("start"), "output": .string(output.path),
        "frames": .integer(session.frameCount),
        "duration": .number(Numbers.rounded(session.timeRange.duration.seconds)),
      ]))
    let profile = profile ? ExportProfile() : nil
    let summary = try session.run(profile: profile) { reporter.update($0) }
    for stem in stems { _ = try stem.run { reporter.update($0) } }
    if let profile { tell(profile, film.profile, frames: summary.frames, reporter) }
    return RenderSummary(
      output: summary, stems: stems.map(\.outputPath), inputs: FileStamp.read(film.gate.names),
      seconds: (ContinuousClock.now - began).seconds)
  }

  /// Where the output's name comes of a row, sees that no link is in its way before the sandbox lets it be written.
  private func prepareMadePlace() throws {
    guard let outputRoot else { return }
    if output.path.hasSuffix("/") {
      try MadePlace.check(String(output.path.dropLast()), below: outputRoot)
    } else {
      try MadePlace(output.path, below: outputRoot).prepare()
    }
  }

  /// Renders spans for others to join.
  private func fill(
    _ part: SpanPart, _ session: ExportSession, _ film: Film, since began: ContinuousClock.Instant,
    _ reporter: ProgressReporter
  ) throws -> RenderSummary {
    var summary = OutputSummary(
      path: output.path, frames: session.frameCount, samples: 0, bytes: 0,
      duration: session.timeRange.duration)
    summary.spans = try session.fillSpans(part) { reporter.update($0) }
    return RenderSummary(
      output: summary, stems: [], inputs: FileStamp.read(film.gate.names),
      seconds: (ContinuousClock.now - began).seconds)
  }

  /// Prints where the time went, and tells programs of it.
  private func tell(
    _ profile: ExportProfile, _ script: FilmProfile?, frames: Int64, _ reporter: ProgressReporter
  ) {
    Report.lines(profile.text.textLines)
    if let script { Report.lines(script.lines(frames: frames)) }
    let seconds = profile.seconds
    let stages = ExportProfile.Stage.allCases.map { stage in
      JSONValue.Member(stage.rawValue, .number(Numbers.rounded(seconds[stage] ?? 0)))
    }
    reporter.event(
      .fields([
        "event": .string("profile"), "stages": .object(stages),
        "script": script?.json(frames: frames) ?? .null,
      ]))
  }

  private func request(_ film: Film, _ cache: SpanCache?) throws -> ExportRequest {
    var request = try film.request(encoding, limits, to: output.path)
    if let quality = drawing.renderQuality { request.renderQuality = quality }
    if let threads = drawing.threads { request.renderThreadCount = threads }
    spans.apply(to: &request, cache, fills: onlySpans != nil)
    return request
  }

  var style: ProgressReporter.Style { reporting.style(output: output.path) }

  private func tell(_ warnings: WarningLog, _ reporter: ProgressReporter) {
    Report.warnings(warnings)
    for entry in warnings.all {
      reporter.event(
        .fields([
          "event": .string("warning"), "message": .string(entry.message),
          "count": .int(entry.count),
        ]))
    }
  }
}

/// What a finished render is summed up by.
private struct RenderSummary {
  var output: OutputSummary
  var stems: [String]
  /// What it was made of.
  var inputs: [FileStamp]
  var seconds: Double
}

extension RenderCommand {
  private func lines(_ summary: RenderSummary) -> [String] {
    let output = summary.output
    if let onlySpans {
      return [
        "part \(onlySpans.part.number) of \(onlySpans.part.count): \(Self.words(output.spans)) "
          + "in \(Numbers.tenths(summary.seconds)) s"
      ]
    }
    let amount = output.frames > 0 ? "\(output.frames) frames, " : ""
    let speed = Numbers.tenths(output.duration.seconds / max(summary.seconds, 1e-3))
    var lines = [
      "\(self.output.path): \(amount)\(output.duration), \(Numbers.bytes(output.bytes)) "
        + "in \(Numbers.tenths(summary.seconds)) s (\(speed)x real time)"
    ]
    if let spans = output.spans { lines.append(Self.words(spans)) }
    if let copies = output.copies { lines += copies.lines(of: output.duration) }
    lines += output.additional.map { "also: \($0.path): \(Numbers.bytes($0.bytes))" }
    lines += summary.stems.map { "stem: \($0)" }
    return lines
      + output.loudnesses.enumerated().map { index, loudness in
        "sound\(output.loudnesses.count > 1 ? " \(index + 1)" : ""): \(loudness)"
      }
  }

  /// `"24 spans, 22 of them (550 frames) from the cache"`.
  private static func words(_ spans: SpanSummary?) -> String {
    guard let spans else { return "" }
    return
      "\(spans.spans) spans, \(spans.reused) of them (\(spans.framesReused) frames) from the cache"
  }

  private func event(_ summary: RenderSummary) -> JSONValue {
    .fields([
      "event": .string("done"), "output": .string(output.path),
      "frames": .integer(summary.output.frames),
      "duration": .number(Numbers.rounded(summary.output.duration.seconds)),
      "bytes": .integer(summary.output.bytes), "elapsed": .number(Numbers.rounded(summary.seconds)),
      "loudness": summary.output.loudnesses.first.map { $0.json } ?? .null,
      "loudnesses": .array(summary.output.loudnesses.map { $0.json }),
      "also": .array(
        summary.output.additional.map { file in
          .members([
            "output": .string(file.path), "frames": .integer(file.frames),
            "duration": .number(Numbers.rounded(file.duration.seconds)),
            "bytes": .integer(file.bytes),
          ])
        }),
      "stems": .array(summary.stems.map { .string($0) }),
      "spans": summary.output.spans.map(\.json) ?? .null,
      "copies": summary.output.copies.map(\.json) ?? .null,
      "inputs": .array(summary.inputs.map(\.json)),
    ])
  }

  func event(_ error: any Error) -> JSONValue? {
    let status = ExitStatus(error)
    guard let known = error as? MoonreelError ?? (error as? UsageError)?.error else { return nil }
    let error = RunDeadline.explain(known)
    return .fields([
      "event": .string("error"), "code": .string(error.code.rawValue),
      "message": .string(error.description),
      "own_lines": error.ownLineCount > 0 ? .int(error.ownLineCount) : .null,
      "exit": .integer(Int64(status.rawValue)),
    ])
  }
}

extension SpanSummary {
  /// How many spans there are, and how many of them and of the frames came from the cache.
  fileprivate var json: JSONValue {
    .fields([
      "count": .int(spans), "reused": .int(reused), "frames_reused": .integer(framesReused),
    ])
  }
}

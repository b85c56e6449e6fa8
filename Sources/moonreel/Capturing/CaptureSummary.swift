// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore
import MoonreelMedia

/// What a capture came to.
struct CaptureSummary {
  /// The recording; `nil` for a photo alone.
  var report: MovieFileReport?
  /// What became of what each input gave.
  var counts: [Int: CaptureCounts]
  /// The film that was recorded; `nil` where there was none.
  var film: FilmSource?
  /// How the film ended before it was stopped; `nil`: it did not.
  var filmEnding: FilmSource.Ending?
  /// Whether the stream that was recorded has ended.
  var hasStreamEnded: Bool
  var names: [String]
  /// The photo that was written.
  var photo: String?

  private var movie: CaptureCounts { report?.counts ?? CaptureCounts() }
  private var drops: [CaptureDropReason: Int] { CaptureProgress.drops(movie, counts) }
  private var filmDrops: [CaptureDropReason: Int] {
    film.map { CaptureProgress.drops(CaptureCounts(), $0.session.counts) } ?? [:]
  }
  private var driftPPM: Double { counts.values.map(\.driftPPM).max { abs($0) < abs($1) } ?? 0 }
  private var gaps: Int { counts.values.reduce(0) { $0 + $1.gaps } }
  private var silence: Time { counts.values.reduce(.zero) { $0 + $1.silence } }

  /// In one line, for people.
  var line: String {
    let files = (report?.files.map(\.path) ?? []) + [photo].compactMap { $0 }
    let name =
      files.count > 2 ? "\(files[0]) … \(files[files.count - 1])" : files.joined(separator: ", ")
    guard let report, !report.files.isEmpty else { return name }
    var parts = ["\(report.duration)", "\(report.counts.pictures) pictures"]
    if !drops.isEmpty { parts.append(Self.words("dropped", drops)) }
    if !filmDrops.isEmpty { parts.append(Self.words("dropped by devices", filmDrops)) }
    if report.counts.repeats > 0 { parts.append("\(report.counts.repeats) repeated") }
    if gaps > 0 { parts.append("\(gaps) gaps in the sound (\(silence))") }
    if driftPPM != 0 { parts.append("sound drifts by \(Numbers.tenths(driftPPM)) ppm") }
    let bytes = report.files.reduce(Int64(0)) { $0 + $1.bytes }
    return "\(name): \(parts.joined(separator: ", ")), \(Numbers.bytes(bytes))"
      + (Self.words(report.ending).map { "; \($0)" } ?? "")
  }

  private static func words(_ what: String, _ drops: [CaptureDropReason: Int]) -> String {
    let reasons = CaptureDropReason.allCases.compactMap { reason in
      drops[reason].map { "\($0) \(reason.rawValue)" }
    }
    return "\(drops.values.reduce(0, +)) \(what) (\(reasons.joined(separator: ", ")))"
  }

  /// What ended the recording, where nobody asked for it.
  private static func words(_ ending: MovieFileEnding?) -> String? {
    switch ending {
    case .stopped?, .durationLimit?, .failed?, nil: nil
    case .sizeLimit?: "it is as large as --max-output allows"
    case .freeSpace?: "little space is left on the disk"
    }
  }

  private static func name(of ending: MovieFileEnding?) -> String? {
    switch ending {
    case .stopped?: "stopped"
    case .durationLimit?: "duration"
    case .sizeLimit?: "size"
    case .freeSpace?: "space"
    case .failed?: "failed"
    case nil: nil
    }
  }

  /// What ended the recording, in a word; a film or a stream that is over ends it like nothing else does.
  private var endingName: String? {
    if case .stopped? = report?.ending {
      if case .finished? = filmEnding { return "film" }
      if hasStreamEnded { return "stream" }
    }
    return Self.name(of: report?.ending)
  }

  /// For programs.
  var json: JSONValue {
    let reasons = { (drops: [CaptureDropReason: Int]) -> JSONValue in
      .object(
        CaptureDropReason.allCases.compactMap { reason in
          drops[reason].map { JSONValue.Member(reason.rawValue, .int($0)) }
        })
    }
    return .fields([
      "event": .string("end"), "ending": .optional(endingName),
      "files": .array(
        (report?.files ?? []).map {
          .members(["path": .string($0.path), "bytes": .integer($0.bytes)])
        }),
      "photo": .optional(photo),
      "duration": .number(Numbers.rounded(report?.duration.seconds ?? 0)),
      "pictures": .int(movie.pictures), "repeats": .int(movie.repeats),
      "dropped": reasons(drops), "dropped_by_devices": reasons(filmDrops),
      "gaps": .int(gaps), "silence": .number(Numbers.rounded(silence.seconds)),
      "drift_ppm": .number(Numbers.rounded(driftPPM)),
    ])
  }

  /// - Throws: `MoonreelError` where the recording failed; what was recorded before stays.
  func throwFailure() throws {
    if case .failed(let error)? = report?.ending { throw error }
    if case .failed(let error)? = filmEnding, !Interruption.flag.isCancelled { throw error }
  }
}

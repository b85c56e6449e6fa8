// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

/// What `check` has to say about a script, for people and for programs.
struct CheckReport {
  let script: String
  /// What kept the script from being run, or the film from being rendered at all.
  var refusal: (error: MoonreelError, status: ExitStatus)?
  /// What keeps the film from being rendered.
  var faults: [String] = []
  /// Likely mistakes.
  var findings: [Finding] = []
  /// What was noticed while files were probed and titles set.
  var remarks: [WarningLog.Entry] = []
  /// How loud the mix is, where that was measured.
  var sound: SoundLevels?
  /// What the script describes; `nil` where that cannot be rendered.
  var request: ExportRequest?

  /// The exit code.
  func status(isStrict: Bool) -> ExitStatus {
    if let refusal { return refusal.status }
    return !faults.isEmpty || isStrict && warningCount > 0 ? .script : .done
  }

  private var warningCount: Int { findings.count + remarks.count }

  // MARK: For people

  /// Prints faults and warnings on standard error, and one line about the film on standard output.
  func print() throws {
    for fault in faults { Terminal.remark("\(emphasized: "error:") \(script): \(fault)") }
    for finding in findings { Report.warning("\(finding)") }
    Report.warnings(remarks)
    guard let request else { return }
    let count = request.timeline.tracks.count
    try Terminal.print(
      "\(script): \(verdict); \(count == 1 ? "1 track" : "\(count) tracks"), "
        + "\(request.duration), \(request.effectiveComposition.renderSize) at "
        + rate(request.effectiveComposition) + loudness)
  }

  private var verdict: String {
    switch warningCount {
    case 0: "fine"
    case 1: "1 warning"
    default: "\(warningCount) warnings"
    }
  }

  private func rate(_ composition: VideoComposition) -> String {
    composition.sourceTrackIDForFrameTiming.map { "the frame times of track \($0)" }
      ?? "\(composition.frameRate) frames a second"
  }

  private var loudness: String {
    guard let sound else { return "" }
    guard !sound.loudness.isSilent else { return ", silent" }
    return ", sound up to \(Numbers.tenths(sound.peak.decibels)) dBFS at \(sound.peak.time), "
      + "\(sound.loudness)"
  }

  // MARK: For programs

  /// The document of `--json`.
  var json: JSONValue {
    let errors = ((refusal.map { [$0.error.message] } ?? []) + faults).map(error)
    let warnings = findings.map(warning) + remarks.map(remark)
    let composition = request?.effectiveComposition
    return .fields([
      "script": .string(script),
      "findings": .array(errors + warnings),
      "tracks": request.map { .int($0.timeline.tracks.count) } ?? .null,
      "duration": request.map { .number(Numbers.rounded($0.duration.seconds)) } ?? .null,
      "size": composition.map {
        .array([.int($0.renderSize.width), .int($0.renderSize.height)])
      } ?? .null,
      "rate": .optional(composition.map { "\($0.frameRate)" }),
      "sound_peak": sound.map { peak($0.peak) } ?? .null,
      "loudness": sound.map { $0.loudness.json } ?? .null,
    ])
  }

  private func error(_ message: String) -> JSONValue {
    let (place, sentence) = ScriptPlace.parts(of: message)
    return .fields([
      "severity": .string("error"), "message": .string(sentence),
      "file": .optional(place?.file), "line": place.map { .int($0.line) } ?? .null,
    ])
  }

  private func warning(_ finding: Finding) -> JSONValue {
    let place = finding.place.flatMap { ScriptPlace($0) }
    return .fields([
      "severity": .string("warning"), "rule": .string(finding.rule.rawValue),
      "message": .string(finding.message),
      "file": .optional(place?.file), "line": place.map { .int($0.line) } ?? .null,
      "from": seconds(finding.timeRange?.start), "to": seconds(finding.timeRange?.end),
      "inside": finding.inside.isEmpty ? .null : .array(finding.inside.map { .string($0) }),
    ])
  }

  private func remark(_ entry: WarningLog.Entry) -> JSONValue {
    let (place, sentence) = ScriptPlace.parts(of: entry.message)
    return .fields([
      "severity": .string("warning"), "message": .string(sentence),
      "file": .optional(place?.file), "line": place.map { .int($0.line) } ?? .null,
      "count": .int(entry.count),
    ])
  }

  private func peak(_ peak: SoundPeak) -> JSONValue {
    .fields([
      "decibels": .number(peak.magnitude > 0 ? Numbers.rounded(peak.decibels) : -.infinity),
      "time": seconds(peak.time),
    ])
  }

  private func seconds(_ time: Time?) -> JSONValue {
    time.map { .number(Numbers.rounded($0.seconds)) } ?? .null
  }
}

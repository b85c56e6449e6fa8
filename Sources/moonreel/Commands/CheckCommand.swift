// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelScript

/// `moonreel check film.lua`: a script's mistakes, without rendering.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find a script's mistakes without rendering: build the timeline and report.",
    discussion: """
      Parameters that the script requires and nobody gave take sample values. Every fault of the \
      instructions is listed with its time, and frame callbacks are called out of order to see \
      that they depend on nothing but their request. Likely mistakes that can be rendered are \
      warnings: gaps, single frames, layers that are never visible, parameters that are never read, \
      values out of their range, sound above full scale (docs/guides/check.md).

      Examples:
        moonreel check film.lua
        moonreel check promo.lua --set headline=Hello && echo fine
        moonreel check film.lua --strict --audio
        moonreel check film.lua -o film.webm --json
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Check for rendering to this file (default: out.mp4, or another kind where MP4 cannot hold the film).",
      valueName: "file"))
  var output: String?

  @OptionGroup var encoding: EncodingArguments

  @Flag(help: "Mix all of the sound: say its loudness, and whether it exceeds full scale.")
  var audio = false

  @Flag(help: "Decode all media files of the film, and list where they are damaged.")
  var media = false

  @Flag(help: "Treat warnings as errors: end with exit code 1.")
  var strict = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Limits of the film")
  var limits: ExportLimitArguments

  func run() throws {
    var report = CheckReport(script: script.script)
    let log = WarningLog()
    do {
      try look(log, &report)
    } catch let error as MoonreelError where json {
      report.refusal = (RunDeadline.explain(error), ExitStatus(error))
    } catch let error as UsageError where json {
      report.refusal = (error.error, .usage)
    } catch {
      Report.warnings(log)
      throw error
    }
    report.remarks = log.all
    if json { try Terminal.print(report.json) } else { try report.print() }
    let status = report.status(isStrict: strict)
    if status != .done { throw CommandFailure(status: status) }
  }

  /// Runs the script and looks at what it describes.
  private func look(_ log: WarningLog, _ report: inout CheckReport) throws {
    let film = try Film.load(
      script, mode: .check, writingTo: [output].compactMap { $0 }, limits: limits, warnings: log)
    defer { film.takeWarnings(into: log) }
    let request = try film.request(encoding, limits, to: output)
    let path = output ?? request.usualPath
    report.faults = request.faults(forPath: path)
    guard report.faults.isEmpty else { return }
    try rehearse(request, path, film.gate, log)
    if media { try film.request.surveyMedia(gate: film.gate, warnings: log) }
    if audio { report.sound = try request.soundLevels(gate: film.gate, warnings: log) }
    report.findings = try film.findings(measured: report.sound?.peak)
    report.request = film.request
  }

  /// Goes through all that rendering does before the first frame: what it refuses is a mistake.
  private func rehearse(
    _ request: ExportRequest, _ path: String, _ gate: FileGate, _ log: WarningLog
  ) throws {
    do {
      let session = try ExportSession(
        request, outputPath: path, gate: gate, warnings: log, cancellation: Interruption.flag)
      if output != nil { _ = try UsageError.blamed { try session.replacedFiles() } }
      try session.rehearse()
    } catch var error as MoonreelError where output == nil && error.code == .encodingFailed {
      error.message += " (This is for '\(path)'; say with -o what you render to.)"
      throw error
    }
  }
}

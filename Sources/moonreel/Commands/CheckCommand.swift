// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
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
      that they depend on nothing but their request. What can be rendered and is hardly meant is \
      a warning: gaps, single frames, what is never visible, parameters that are never read, \
      values out of their range, sound above full scale (docs/guides/check.md).

      Examples:
        moonreel check film.lua
        moonreel check promo.lua --set headline=Hello && echo fine
        moonreel check film.lua --strict --audio
        moonreel check film.lua --json
      """)

  @OptionGroup var script: ScriptArguments

  @Flag(help: "Mix all of the sound, to see whether it exceeds full scale.")
  var audio = false

  @Flag(help: "Take warnings for errors: end with 1.")
  var strict = false

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    var report = CheckReport(script: script.script)
    let log = WarningLog()
    do {
      try look(log, &report)
    } catch let error as MoonreelError where json {
      report.refusals = [error]
    } catch {
      Report.warnings(log)
      throw error
    }
    report.remarks = log.all
    if json { try Terminal.print(report.json.prettyText) } else { try report.print() }
    let status = report.status(isStrict: strict)
    if status != .done { throw CommandFailure(status: status) }
  }

  /// Runs the script and looks at what it describes.
  private func look(_ log: WarningLog, _ report: inout CheckReport) throws {
    let host = try ScriptHost(options: script.options(mode: .check))
    defer { log.take(host.warnings) }
    let result = try host.run()
    report.faults = result.request.faults
    guard report.faults.isEmpty else { return }
    if audio { report.peak = try result.request.soundPeak(gate: host.gate, warnings: log) }
    report.findings = try result.findings(measured: report.peak)
    report.request = result.request
  }
}

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
      that they depend on nothing but their request.

      Examples:
        moonreel check film.lua
        moonreel check promo.lua --set headline=Hello && echo fine
      """)

  @OptionGroup var script: ScriptArguments

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let host = try ScriptHost(options: script.options(mode: .check))
    defer { warnings.take(host.warnings) }
    let request = try host.run().request
    try report(request.faults)
    let count = request.timeline.tracks.count
    try Terminal.print(
      "\(script.script): fine; \(count == 1 ? "1 track" : "\(count) tracks"), "
        + "\(request.duration), \(request.effectiveComposition.renderSize) at "
        + Self.rate(request.effectiveComposition))
  }

  private static func rate(_ composition: VideoComposition) -> String {
    composition.sourceTrackIDForFrameTiming.map { "the frame times of track \($0)" }
      ?? "\(composition.frameRate) frames a second"
  }

  private func report(_ faults: [String]) throws {
    guard !faults.isEmpty else { return }
    for fault in faults {
      Terminal.remark(Terminal.emphasized("error:") + " \(script.script): \(fault)")
    }
    throw CommandFailure(status: .script)
  }
}

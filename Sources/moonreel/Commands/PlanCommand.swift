// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// `moonreel plan film.lua`: what would be done to render a film.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show the compiled plan of a film: tracks, segments, instructions, output.",
    discussion: """
      Nothing is rendered. The plan says which track plays which part of which file when, what each \
      instruction draws, which parts are copied, and how the file will be encoded.

      Examples:
        moonreel plan film.lua
        moonreel plan film.lua --json -o film.webm
        moonreel plan film.lua --svg plan.svg
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Plan for this file (default: out.mp4, or what holds the codecs).", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Plan with these named settings.", valueName: "name"))
  var preset: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(help: ArgumentHelp("Draw the plan into this file.", valueName: "file.svg"))
  var svg: String?

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let film = try Film.load(script, warnings: warnings)
    var request = film.request
    if let preset { request.preset = try ExportPreset.named(preset) }
    let plan = try ExportPlan(
      request, outputPath: output ?? usualPath(of: request), gate: film.gate)
    if let svg {
      try draw(plan, to: svg, gate: film.gate)
      if !json { return }
    }
    try Terminal.print(json ? plan.json() : plan.text)
  }

  /// Writes the drawing, whole or not at all.
  private func draw(_ plan: ExportPlan, to path: String, gate: FileGate) throws {
    guard path.lowercased().hasSuffix(".svg") else {
      throw MoonreelError(
        .invalidArgument, "Cannot draw the plan into '\(path)': end the name in .svg.")
    }
    let file = try AtomicOutputFile(path: path, gate: gate)
    do {
      try file.write(Array(plan.svg.utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// `out` with the ending of the first kind of file that can hold what the script asks for.
  private func usualPath(of request: ExportRequest) -> String {
    let kinds: [Container] = [.mp4, .mov, .mkv] + Container.allCases
    let names = kinds.map { "out.\($0.pathExtensions[0])" }
    return names.first { (try? request.settings(forPath: $0)) != nil } ?? names[0]
  }
}

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

  @OptionGroup var encoding: EncodingArguments

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(help: ArgumentHelp("Draw the plan into this file.", valueName: "file.svg"))
  var svg: String?

  @OptionGroup var replacing: ReplacingArguments

  @OptionGroup(title: "Limits of the film")
  var limits: ExportLimitArguments

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let film = try Film.load(
      script, writingTo: [svg].compactMap { $0 }, replacing: replacing, limits: limits,
      warnings: warnings)
    defer { film.takeWarnings(into: warnings) }
    let request = try film.request(encoding, limits, to: output)
    let plan = try ExportPlan(
      request, outputPath: output ?? request.usualPath, gate: film.gate)
    if let svg {
      try draw(plan, to: svg, gate: film.gate)
      if !json { return }
    }
    try Terminal.print(json ? plan.json() : plan.text)
  }

  /// Writes the drawing, whole or not at all.
  private func draw(_ plan: ExportPlan, to path: String, gate: FileGate) throws {
    guard path.lowercased().hasSuffix(".svg") else {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument, "Cannot draw the plan into '\(path)': end the name in .svg."))
    }
    try replacing.confirm(OutputPlaces.replaced(by: path, container: .mp4, gate: gate))
    let file = try AtomicOutputFile(path: path, gate: gate)
    do {
      try file.write(Array(plan.svg.utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }
}

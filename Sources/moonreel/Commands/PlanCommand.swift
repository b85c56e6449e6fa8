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
      instruction draws, which seconds would be copied, and how the file will be encoded. With --incremental it also \
      says which seconds are in the cache of spans and which would be rendered; for that and for --smart every \
      frame is composed, so functions of the script are called.

      Examples:
        moonreel plan film.lua
        moonreel plan film.lua --json -o film.webm
        moonreel plan film.lua --smart
        moonreel plan film.lua --incremental --json
        moonreel plan film.lua --svg plan.svg
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Plan for this file (default: out.mp4, or what holds the codecs).", valueName: "file"))
  var output: String?

  @OptionGroup var encoding: EncodingArguments

  @OptionGroup(title: "Spans")
  var spans: SpanArguments

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
    let cache = try spans.cache(script.access)
    let film = try Film.load(
      script, writingTo: [svg].compactMap { $0 }, keeping: [cache?.folder].compactMap { $0 },
      replacing: replacing, limits: limits, warnings: warnings)
    defer { film.takeWarnings(into: warnings) }
    var request = try film.request(encoding, limits, to: output)
    spans.apply(to: &request, cache, fills: false)
    let path = output ?? request.usualPath
    var plan = try ExportPlan(request, outputPath: path, gate: film.gate)
    if plan.method != .copy {
      let session = try ExportSession(
        request, outputPath: path, gate: film.gate, warnings: warnings,
        cancellation: Interruption.flag)
      plan.forecast = try session.forecastSpans()
    }
    if let svg {
      try draw(plan, to: svg, gate: film.gate)
      if !json { return }
    }
    if json { try Terminal.print(plan.document) } else { try Terminal.print(plan.lines) }
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

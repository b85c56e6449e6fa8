// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelMedia

/// `moonreel export film.lua -o film.otio`: the cut of a film for other editing programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the cut of a film for other editing programs.",
    discussion: """
      The kind of file follows from the name's ending: \(CutFormat.endings()). Clips, transitions, \
      speeds, nested timelines and chapters go into it, and for Resolve, Premiere and Final Cut Pro \
      also transforms, opacity, cropping and volume with their keyframes. An .otioz holds the media, \
      too. What an editing program cannot hold is named, with the line of the script, on standard \
      error.

      Examples:
        moonreel export film.lua -o film.otio
        moonreel export film.lua -o film.otio --for resolve --bake
        moonreel export film.lua -o film.otioz
        moonreel export film.lua -o film.fcpxml
        moonreel export film.lua -o film.otio --loss report.json
        moonreel export film.lua -o film.edl --timecode 01:00:00:00
        moonreel export film.lua -o film.srt
      """)

  @OptionGroup var script: ScriptArguments

  @OptionGroup var output: OutputArguments

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Whose own effects are written: resolve, premiere, all, or plain for nobody's (default: all).",
      valueName: "program"))
  var program: CutProgramArgument?

  @Flag(
    help: """
      Render what others cannot draw (titles, effects, callbacks) into clips with alpha, in a folder \
      beside the file.
      """)
  var bake = false

  @Option(help: ArgumentHelp("Write what is lost into this file, too.", valueName: "file.json"))
  var loss: String?

  @Option(
    help: ArgumentHelp(
      "The timecode of the first frame (default 00:00:00:00).", valueName: "timecode"))
  var timecode: TimeArgument?

  @OptionGroup(title: "Limits of the film")
  var limits: ExportLimitArguments

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let format = try UsageError.blamed { try CutFormat(path: output.path) }
    if bake {
      try MadePlace.check(bakeFolder, below: FilePath.folder(of: output.path))
    }
    let film = try Film.load(
      script,
      writingTo: [output.path, loss, bake ? FilePath.join(bakeFolder, "x") : nil].compactMap { $0 },
      replacing: output.replacing, limits: limits, warnings: warnings)
    defer { film.takeWarnings(into: warnings) }
    let files = [output.path, loss].compactMap { $0 }
    try UsageError.blamed { try OutputPlaces.requireDifferent(files, gate: film.gate) }
    try output.replacing.confirm(
      try files.flatMap { try OutputPlaces.replaced(by: $0, container: .mp4, gate: film.gate) })
    let baker =
      bake
      ? ClipBaker(
        folder: bakeFolder, gate: film.gate, warnings: warnings, cancellation: Interruption.flag)
      : nil
    let cut = try FilmCut(
      film.request.film, try options(film, format), gate: film.gate, baker: baker)
    let losses = try cut.write(format, to: output.path, gate: film.gate)
    if let loss { try write(losses.report.prettyText + "\n", to: loss, film.gate) }
    tell(losses, baker)
  }

  /// Where clips are rendered to.
  private var bakeFolder: String { FilePaths.mediaFolder(beside: output.path) }

  private func options(_ film: Film, _ format: CutFormat) throws -> CutOptions {
    var options = CutOptions(name: FilePath.stem(of: output.path))
    options.dialects = (program ?? .all).dialects(of: format)
    if let timecode {
      options.startTime = try UsageError.blamed { try timecode.time(rate: film.frameRate) }
    }
    options.folder = try film.gate.resolve(FilePath.folder(of: output.path))
    options.chapters = film.request.output.chapters
    return options
  }

  private func write(_ text: String, to path: String, _ gate: FileGate) throws {
    let file = try AtomicOutputFile(path: path, gate: gate)
    do {
      try file.write(Array(text.utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  private func tell(_ losses: [Loss], _ baker: ClipBaker?) {
    Report.lines((baker?.files ?? []).map { "rendered \($0)" })
    guard !losses.isEmpty else { return }
    Report.lines(["What other programs do not get of the film:"] + losses.map { "  " + $0.text })
  }
}

/// Whose own effects are written.
enum CutProgramArgument: String, CaseIterable, ExpressibleByArgument {
  case all, resolve, premiere, plain

  /// The programs that are meant, in a file of `format`: that of Final Cut holds no other's.
  func dialects(of format: CutFormat) -> Set<Dialect> {
    let all = Dialect.of(format)
    switch self {
    case .all: return all
    case .resolve: return all.contains(.resolve) ? [.resolve] : all
    case .premiere: return all.contains(.premiere) ? [.premiere] : all
    case .plain: return []
    }
  }
}

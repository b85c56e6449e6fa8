// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

/// `moonreel diff old.lua new.lua`: which frames of a film have changed.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two films: say exactly which frames differ, without drawing them.",
    discussion: """
      Two scripts, or media files in their place. Frames are compared by how they are made and \
      sound by its samples, so that two scripts in different words that come to the same film do \
      not differ. Frames are counted from 0. The exit code is 0 where nothing differs, 1 where \
      something does, and 2 where a script raises an error.

      Examples:
        moonreel diff old.lua new.lua
        moonreel diff before/promo.lua promo.lua --set headline=Hello --json
        moonreel diff old.lua new.lua --frames changes
      """)

  @Argument(
    help: "The film before: a Lua script, or a media file.",
    completion: .file(extensions: ["lua"]))
  var old: String

  /// The film after; what it may have holds for both.
  @OptionGroup var script: ScriptArguments

  @OptionGroup var stretch: StretchArguments

  @Flag(help: "Compare the pictures alone; sound has to be mixed to be compared.")
  var noSound = false

  @Option(
    help: ArgumentHelp(
      """
      Draw the first, the middle and the most different frame of each stretch into this folder: \
      before, after, and the difference, side by side.
      """, valueName: "folder"), completion: .directory)
  var frames: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads that compose and draw (default: one a core).", valueName: "count"))
  var threads: Int?

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var replacing: ReplacingArguments

  func validate() throws {
    if let threads, threads < 1 { throw ValidationError("--threads takes 1 and more.") }
  }

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    do {
      let isSame = try compare(warnings)
      if !isSame { throw CommandFailure(status: .script) }
    } catch let error as MoonreelError where ExitStatus(error) == .script {
      // 1 is for differences, as with other programs that compare.
      Report.error(error)
      throw CommandFailure(status: .usage)
    }
  }

  /// Whether nothing differs; says what does.
  private func compare(_ warnings: WarningLog) throws -> Bool {
    var before = script
    before.script = old
    let output = frames.map { FilePath.join($0, DiffPictures.name(ofFrame: 0)) }
    try frames.map(DiffPictures.makeFolder)
    try script.closeSandbox(besides: before, writing: [output].compactMap { $0 })
    var films = try [before, script].map { arguments in
      try Film.load(
        arguments.file(mode: .render), writingTo: [output].compactMap { $0 }, replacing: replacing,
        warnings: warnings)
    }
    defer { for film in films { film.takeWarnings(into: warnings) } }
    try narrow(&films)
    let keys = FileKeys()
    keys.compareContent(of: films.flatMap { $0.gate.names.map(\.path) })
    let digests = try films.map {
      try FilmDigests($0.request, gate: $0.gate, options: options(keys))
    }
    var report = DiffReport(
      names: [old, script.script], films: films, digests: digests,
      difference: FilmDifference(from: digests[0], to: digests[1]))
    if let frames {
      report.pictures = try DiffPictures(
        films: films, digests: digests, folder: frames, replacing: replacing, threads: threads,
        warnings: warnings
      ).write(report.difference.changed)
    }
    if json { try Terminal.print(report.json) } else { try Terminal.print(report.lines) }
    return report.difference.isEmpty
  }

  /// Leaves of both films only the range.
  private func narrow(_ films: inout [Film]) throws {
    guard let range = stretch.range else { return }
    let longest = films.map(\.duration).max() ?? .zero
    for index in films.indices {
      let rate = films[index].frameRate
      films[index].request.timeRange = try UsageError.blamed {
        try range.range(rate: rate, duration: longest)
      }
    }
  }

  private func options(_ keys: FileKeys) -> FilmDigests.Options {
    var options = FilmDigests.Options()
    (options.keys, options.includesSound, options.threadCount) = (keys, !noSound, threads)
    options.cancellation = Interruption.flag
    return options
  }
}

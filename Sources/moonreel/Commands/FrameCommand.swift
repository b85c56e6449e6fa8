// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport

/// `moonreel frame film.lua --at 3.2 -o still.png`: pictures of a film.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Draw one picture of a film, several, or a sheet of many.",
    discussion: """
      Instead of a script, a media file may be named: its own frames are drawn, upright. Several \
      times and a name with a place for a number ('s_%02d.png') or for the time ('s_{time}.png'), \
      or a folder, give one file each; with any other name they give one sheet. The name's ending \
      says the kind of picture: .png, .jpg, .webp, .tiff, .avif, or .exr (floats in linear light).

      A name in .vtt makes small pictures for web players: 'thumbs-01.jpg' and so on, and the \
      WebVTT file that says which part of them stands for which seconds.

      Examples:
        moonreel frame film.lua --at 3.2 -o still.png
        moonreel frame film.lua --at 1 --at 1:30 -o 'still_{time}.png'
        moonreel frame clip.mp4 --every 10 --max-size 640x360 -o 'still_%02d.png'
        moonreel frame film.lua --grid 4x4 --labels -o sheet.png
        moonreel frame film.lua --every 5 -o thumbs.vtt
      """)

  @OptionGroup var script: ScriptArguments

  @OptionGroup var output: OutputArguments

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "When: seconds, 1:30 or a timecode; repeat it for several pictures.", valueName: "time"))
  var at: [TimeArgument] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("One picture every so many seconds.", valueName: "seconds"))
  var every: SecondsArgument?

  @Option(
    help: ArgumentHelp(
      """
      No picture larger than this, such as 640x360, 640x or x360; proportions are kept (default 320x320 \
      on a sheet, 160x160 on those of a .vtt file).
      """, valueName: "size"))
  var maxSize: SizeArgument?

  @Option(
    help: ArgumentHelp(
      """
      tone-map (default) or keep: what becomes of HDR; a picture that keeps it is a PNG of 16 bits \
      in its own colour space.
      """, valueName: "handling"))
  var hdr: HDRArgument = .toneMap

  @Option(
    help: ArgumentHelp(
      """
      clean (default) or encoded: a file's frames at display size, or every stored pixel as one \
      pixel.
      """, valueName: "aperture"))
  var aperture: ApertureArgument = .clean

  @OptionGroup(title: "Sheets of pictures")
  var sheets: SheetArguments

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup(title: "How much may be drawn")
  var limits: ExportLimitArguments

  func validate() throws {
    if SpriteFiles.areMeant(by: output.path) { return try validateSprites() }
    guard [!at.isEmpty, every != nil, sheets.grid != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Say either --at, once for each picture, --every or --grid.")
    }
    if sheets.grid != nil, sheets.columns != nil || isSeveralFiles {
      throw ValidationError(
        sheets.columns != nil
          ? "--grid says how many columns there are: leave --columns out."
          : "--grid makes one sheet: give a name without a place for a number or a time.")
    }
    let isSheet = (every != nil || sheets.grid != nil || at.count > 1) && !isSeveralFiles
    if let option = sheets.firstForSheets, !isSheet {
      throw ValidationError(
        "\(option) is for sheets: give --grid, --every or several --at, and a name without a place for a "
          + "number or a time.")
    }
    if sheets.sheets != nil {
      throw ValidationError("--sheets is for small pictures of players: end the name in .vtt.")
    }
  }

  private func validateSprites() throws {
    guard at.isEmpty, sheets.columns == nil else {
      throw ValidationError(
        at.isEmpty
          ? "Say --grid 10x10, how many pictures a sheet has, in place of --columns."
          : "Small pictures for players cover all of a film: say --every in place of --at.")
    }
  }

  private var isSeveralFiles: Bool { StillNames(output.path) != nil }

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    try UsageError.blamed {
      guard !SpriteFiles.areMeant(by: output.path) else { return }
      try StillNames.check(output.path)
      _ = try StillGenerator.container(forPath: pathOfFirst)
    }
    var film = try Film.load(
      script, writingTo: [output.path], replacing: output.replacing, limits: limits,
      warnings: warnings)
    defer { film.takeWarnings(into: warnings) }
    guard script.isScript || film.request.hasPictures else {
      throw MoonreelError(
        .invalidTimeline, "Cannot draw '\(script.script)': the file has no pictures.")
    }
    film.gate.writing.byteLimit = limits.limits.bytes
    let generator = try StillGenerator(
      timeline: film.request.timeline, composition: film.request.videoComposition,
      timeRange: film.request.timeRange, apertureMode: aperture.mode, hdr: hdr.handling,
      gate: film.gate, warnings: warnings,
      cancellation: Interruption.flag, threadCount: drawing.threads)
    generator.renderQuality = drawing.renderQuality ?? film.request.renderQuality
    guard !SpriteFiles.areMeant(by: output.path) else {
      return try sprites(generator, warnings).write(
        replacing: output.replacing, limits: limits.limits)
    }
    let times = try times(film.frameRate, generator)
    try limits.limits.admit(duration: generator.duration, frames: Int64(times.count))
    try StillFiles(
      generator: generator, maximumSize: maxSize?.limit, sheet: sheet(times.count),
      isSheet: every != nil || sheets.grid != nil, path: output.path, warnings: warnings
    ).write(times, replacing: output.replacing)
  }

  private func sprites(_ generator: StillGenerator, _ warnings: WarningLog) throws -> SpriteFiles {
    var sprites = SpriteSheets()
    sheets.apply(to: &sprites.sheet, size: maxSize?.limit)
    sprites.interval = try UsageError.blamed { try every.map { try Time(seconds: $0.seconds) } }
    if let kind = sheets.sheets { sprites.kind = kind.container }
    return SpriteFiles(
      generator: generator, sprites: sprites, path: output.path, warnings: warnings)
  }

  /// How `count` pictures look on one sheet: a grid that they do not fill has fewer tiles.
  private func sheet(_ count: Int) -> ContactSheet {
    var sheet = ContactSheet()
    sheet.columns = 4
    sheets.apply(to: &sheet, size: maxSize?.limit)
    if let grid = sheets.grid {
      (sheet.columns, sheet.rows) = (min(grid.columns, max(1, count)), nil)
    }
    return sheet
  }

  private var pathOfFirst: String {
    StillNames(output.path)?.path(index: 0, time: .zero) ?? output.path
  }

  /// The times that were asked for: as they were given, spread evenly, or every so many seconds from the
  /// beginning, each a multiple, not a sum.
  private func times(_ rate: FrameRate, _ generator: StillGenerator) throws -> [Time] {
    if let grid = sheets.grid { return generator.evenTimes(grid.columns * grid.rows) }
    guard let every else {
      return try UsageError.blamed {
        let times = try at.map { try $0.time(rate: rate) }
        for time in times { try generator.check(time) }
        return times
      }
    }
    let most = isSeveralFiles ? StillFiles.mostPictures : Int64(ContactSheet.mostPictures)
    return try UsageError.blamed {
      let (step, duration) = (try Time(seconds: every.seconds), generator.duration)
      guard step > .zero, duration.flicks / step.flicks < most else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot draw a picture every \(step) of \(duration): \(most) is the most.")
      }
      return (0...duration.flicks / step.flicks).map { Time(flicks: $0 * step.flicks) }
        .filter { $0 < duration }
    }
  }
}

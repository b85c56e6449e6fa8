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

      Examples:
        moonreel frame film.lua --at 3.2 -o still.png
        moonreel frame film.lua --at 1 --at 1:30 -o 'still_{time}.png'
        moonreel frame film.lua --every 1 -o sheet.png --labels
        moonreel frame clip.mp4 --every 10 --max-size 640x360 -o 'still_%02d.png'
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
    parsing: .unconditional,
    help: ArgumentHelp("Pictures side by side on a sheet (default 4).", valueName: "count"))
  var columns: Int?

  @Flag(help: "Write its time on each picture of a sheet.")
  var labels = false

  @Option(
    help: ArgumentHelp(
      "No picture larger than this, such as 640x360, 640x or x360; proportions are kept.",
      valueName: "size"))
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

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup(title: "How much may be drawn")
  var limits: ExportLimitArguments

  func validate() throws {
    guard at.isEmpty != (every == nil) else {
      throw ValidationError("Say either --at, once for each picture, or --every.")
    }
    let isSheet = (every != nil || at.count > 1) && StillNames(output.path) == nil
    guard isSheet || !labels && columns == nil else {
      throw ValidationError(
        "\(labels ? "--labels" : "--columns") is for sheets: give --every or several --at, and a name "
          + "without a place for a number or a time.")
    }
  }

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    try UsageError.blamed {
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
    let times = try times(film.frameRate, generator)
    try limits.limits.admit(duration: generator.duration, frames: Int64(times.count))
    let sheet = StillSheet(
      columns: columns ?? 4, cellSize: maxSize?.limit ?? PixelSize(320, 320), hasLabels: labels,
      isForced: every != nil)
    try StillFiles(
      generator: generator, maximumSize: maxSize?.limit, sheet: sheet, path: output.path,
      warnings: warnings
    ).write(times, replacing: output.replacing)
  }

  private var pathOfFirst: String {
    StillNames(output.path)?.path(index: 0, time: .zero) ?? output.path
  }

  /// The times that were asked for: as they were given, or every so many seconds from the beginning, each a
  /// multiple, not a sum.
  private func times(_ rate: FrameRate, _ generator: StillGenerator) throws -> [Time] {
    guard let every else {
      return try UsageError.blamed {
        let times = try at.map { try $0.time(rate: rate) }
        for time in times { try generator.check(time) }
        return times
      }
    }
    let most = StillNames(output.path) == nil ? StillSheet.mostPictures : StillFiles.mostPictures
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

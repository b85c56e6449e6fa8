// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport

/// `moonreel frame film.lua --at 3.2 -o still.png`: pictures of a film.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Draw one picture of a film, or a sheet of many.",
    discussion: """
      Instead of a script, a media file may be named: its own frames are drawn, upright.

      Examples:
        moonreel frame film.lua --at 3.2 -o still.png
        moonreel frame film.lua --every 1 -o sheet.png
        moonreel frame clip.mp4 --at 00:00:01:12 --max-size 640x360 -o still.png
      """)

  @OptionGroup var script: ScriptArguments

  @OptionGroup var output: OutputArguments

  @Option(
    help: ArgumentHelp("When: seconds or a timecode.", valueName: "time"))
  var at: TimeArgument?

  @Option(
    help: ArgumentHelp("One picture every so many seconds, on one sheet.", valueName: "seconds"))
  var every: Double?

  @Option(help: ArgumentHelp("Pictures side by side on a sheet (default 4).", valueName: "count"))
  var columns = 4

  @Option(
    help: ArgumentHelp(
      "No picture larger than this, such as 640x360, 640x or x360; proportions are kept.",
      valueName: "size"))
  var maxSize: SizeArgument?

  @OptionGroup var drawing: DrawingArguments

  func validate() throws {
    guard (at == nil) != (every == nil) else {
      throw ValidationError("Say either --at, for one picture, or --every, for a sheet.")
    }
    if let every, !(every > 0 && every.isFinite) {
      throw ValidationError("--every takes a positive number of seconds.")
    }
    guard (1...100).contains(columns) else {
      throw ValidationError("--columns takes a number from 1 to 100.")
    }
  }

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let film = try Film.load(script, writingTo: output.path, warnings: warnings)
    let generator = try StillGenerator(
      timeline: film.request.timeline, composition: film.request.videoComposition,
      gate: film.gate, warnings: warnings, cancellation: Interruption.flag,
      threadCount: drawing.threads)
    generator.renderQuality = drawing.renderQuality ?? film.request.renderQuality
    let picture = try picture(generator, rate: film.frameRate)
    try StillGenerator.write(picture, to: output.path, gate: film.gate, warnings: warnings)
  }

  private func picture(_ generator: StillGenerator, rate: FrameRate) throws -> FrameBuffer {
    if let at {
      generator.maximumSize = maxSize?.limit
      return try generator.still(at: at.time(rate: rate)).frame
    }
    return try generator.contactSheet(
      at: try times(upTo: generator.duration), columns: columns,
      cellSize: maxSize?.limit ?? PixelSize(320, 320))
  }

  /// Every so many seconds from the beginning, each a multiple, not a sum.
  private func times(upTo duration: Time) throws -> [Time] {
    let step = try Time(seconds: every ?? 1)
    guard step > .zero, duration.flicks / step.flicks < 1024 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot put a picture every \(step) of \(duration) on one sheet: 1024 is the most.")
    }
    return (0...duration.flicks / step.flicks).map { Time(flicks: $0 * step.flicks) }
      .filter { $0 < duration }
  }
}

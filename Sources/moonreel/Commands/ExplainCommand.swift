// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore

/// `moonreel explain film.lua --at 3.2 --pixel 320,180`: why a pixel is what it is.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why a pixel of a film is what it is: layers, frames, keyframes, effects, lines.",
    discussion: """
      The frame that is on screen at the time is composed as for a render, and each step that it is \
      made of is drawn at this one pixel: every layer from the top down, its source frame, its \
      effects in order, mask, place and opacity, then how the layers are laid over each other. \
      Values that move say between which keyframes they lie. Numbers are signals of the film's \
      colour space from 0 to 1 (docs/guides/explain.md).

      Examples:
        moonreel explain film.lua --at 3.2 --pixel 320,180
        moonreel explain film.lua --at 3.2 --pixel 320,180 --graph
        moonreel explain film.lua --at 3.2 --pixel 320,180 --json
        moonreel explain film.lua --at 3.2 --program
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("When: seconds, 1:30 or a timecode (default 0).", valueName: "time"))
  var at: TimeArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which: column and row, counted from 0 at the top left, in pixels of the film.",
      valueName: "x,y"))
  var pixel: PixelArgument?

  @Flag(help: "Show the picture graph behind each step, with the lines of the script that made it.")
  var graph = false

  @Flag(help: "Print the kernels of the frame, and the program that draws it.")
  var program = false

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    guard program != (pixel != nil) else {
      throw ValidationError(
        "Say --pixel x,y for a pixel, or --program for how the whole frame is computed.")
    }
    guard !program || !(graph || json) else {
      throw ValidationError("--\(graph ? "graph" : "json") goes with --pixel.")
    }
  }

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let film = try Film.load(script, notesPlaces: true, warnings: warnings)
    defer { film.takeWarnings(into: warnings) }
    let time = try UsageError.blamed { try at?.time(rate: film.frameRate) ?? .zero }
    if program {
      return try Terminal.print(
        FrameProgram(of: film.request, gate: film.gate, at: time).text.textLines)
    }
    guard let pixel else { return }
    try UsageError.blamed {
      try PixelExplanation.check(film.request, gate: film.gate, at: time, x: pixel.x, y: pixel.y)
    }
    let explanation = try PixelExplanation(
      of: film.request, gate: film.gate, at: time, x: pixel.x, y: pixel.y, hasGraph: graph)
    if json { try Terminal.print(explanation.json) } else { try Terminal.print(explanation.lines) }
  }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore

/// `moonreel bench plugins`: what drawing the plugins of a folder costs.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure what each plugin of a folder costs at 1080p, also at its options' ends.",
    discussion: """
      Milliseconds of one core for a frame, decoding and scripts left out, of each plugin at its defaults and with \
      each option at its limits and other choices; for sound effects, milliseconds for a second of stereo. An option \
      that costs more than three times the defaults is a cliff and is named below the table.

      Examples:
        moonreel bench plugins
        moonreel bench plugins glow --defaults
        moonreel bench plugins --json
      """)

  @Argument(help: "The folder of the plugins.", completion: .directory)
  var folder: String

  @Argument(help: "Only plugins with one of these words in their names.")
  var words: [String] = []

  @Flag(help: "Measure the defaults alone.")
  var defaults = false

  @Option(
    help: ArgumentHelp(
      "How often each frame is drawn; the quickest counts (default 3).", valueName: "count"))
  var rounds: Int?

  @Option(help: ArgumentHelp("The size of the frames (default 1920x1080).", valueName: "size"))
  var size: SizeArgument?

  @OptionGroup var pictures: PicturesArguments

  @OptionGroup var plugins: PluginArguments

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    var bench = PluginBench()
    (bench.onlyDefaults, bench.pictures) = (defaults, pictures.files)
    if let rounds { bench.rounds = rounds }
    if let size { bench.size = try size.whole("--size") }
    let found = try plugins.plugins(in: folder, named: words, reading: pictures.files)
    var (rows, faults) = ([PluginBench.Row](), found.problems)
    let line = ProgressNote()
    for plugin in found.plugins {
      rows += try bench.rows(
        of: plugin, options: plugins.options(in: folder), note: { line.show($0) },
        fault: { faults.append($0) })
    }
    line.clear()
    let report = CostReport(rows: rows, faults: faults, size: bench.size)
    if json { try Terminal.print(report.json) } else { try Terminal.print(report.lines) }
    for fault in faults { Report.error(fault) }
    if !faults.isEmpty { throw CommandFailure(status: .script) }
  }
}

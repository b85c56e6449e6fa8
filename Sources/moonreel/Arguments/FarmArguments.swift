// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// Where the tasks of a film are run, and how many.
struct FarmArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "slurm, or local: this machine, by the same scripts.", valueName: "engine"))
  var engine: FarmEngine

  @Option(
    help: ArgumentHelp(
      "Into how many parts of consecutive spans the film is split (default 16).", valueName: "count"
    ))
  var spans: Int = 16

  @Option(
    help: ArgumentHelp(
      "The shared folder in which FILM.farm is made (default: the output's).", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp("Slurm's partition (default: the cluster's).", valueName: "name"))
  var partition: String?

  @Option(
    help: ArgumentHelp(
      "The most time that a task may take, as Slurm reads it: 30 (minutes), 2:00:00.",
      valueName: "limit"))
  var time: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A further word for sbatch, --engine-option=--account=film; repeat it for more.",
      valueName: "word"))
  var engineOption: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many tasks at once, with local (default: auto, one for two cores).", valueName: "count"))
  var jobs: JobsArgument?

  @Flag(
    inversion: .prefixedNo,
    help: "Wait for the film, and end the tasks with Ctrl-C (default), or return at once.")
  var follow = true

  @Flag(help: "Keep the folder when the film is joined.")
  var keep = false

  @Flag(help: "Print the scripts and commands; write and submit nothing.")
  var dryRun = false

  func validate() throws {
    switch engine {
    case .slurm:
      if jobs != nil {
        throw ValidationError(
          "-j is for --engine local: Slurm says itself how many tasks run at once (%, as in --engine-option=--array=1-64%8)."
        )
      }
    case .local:
      for (name, isGiven) in [
        ("--partition", partition != nil), ("--time", time != nil),
        ("--engine-option", !engineOption.isEmpty),
      ] where isGiven {
        throw ValidationError("\(name) is for --engine slurm: this machine has none.")
      }
    }
  }

  /// The engine that was named, with its options.
  var chosen: any RenderEngine {
    switch engine {
    case .slurm:
      return SlurmEngine(
        options: [partition.map { "--partition=" + $0 }, time.map { "--time=" + $0 }].compactMap {
          $0
        }
          + engineOption)
    case .local: return LocalEngine(count: jobs?.count ?? Cores.half)
    }
  }
}

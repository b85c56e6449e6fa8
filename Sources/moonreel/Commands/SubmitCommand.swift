// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia

/// `moonreel submit film.lua -o film.mp4 --engine slurm --spans 64`: a film that many machines render.
struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Render a film on many machines, through a batch system such as Slurm.",
    discussion: """
      The film is checked here and split into parts. Each part is a task of the engine, and one more joins them when all \
      are rendered: the file is the one that moonreel render --incremental writes. Scripts, spans and what the tasks say \
      lie in a folder beside the film, FILM.farm, or in --folder; the machines have to see it, the script and its files \
      under the same names. It goes when the film is joined. After a failure the same command goes on from what is there.

      The tasks are followed until the film is whole. Ctrl-C ends them; with --no-follow they go on by themselves.

      Examples:
        moonreel submit film.lua -o film.mp4 --engine slurm --spans 64
        moonreel submit film.lua -o film.mp4 --engine slurm --partition film --time 30 --threads 4
        moonreel submit film.lua -o film.mp4 --engine local --spans 8
        moonreel submit film.lua -o film.mp4 --engine slurm --dry-run
      """)

  @OptionGroup var script: ScriptArguments

  @OptionGroup var output: OutputArguments

  @OptionGroup(title: "Where it is rendered")
  var farm: FarmArguments

  @OptionGroup(title: "Rendering by spans")
  var spans: SpanArguments

  @OptionGroup var encoding: EncodingArguments

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup(title: "Limits of the film, for each task")
  var limits: ExportLimitArguments

  @OptionGroup var reporting: ReportingArguments

  func validate() throws {
    if output.path == "-" {
      throw ValidationError(
        "Other machines cannot write to this one's standard output: name a file with -o.")
    }
    if FramePattern(FilePath.name(of: output.path)) != nil {
      throw ValidationError(
        "Numbered pictures have no spans to share out: render them with moonreel render.")
    }
    try script.lock.refuse("render a film that is to be locked on one machine, by moonreel render")
  }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia

/// `moonreel render film.lua -o film.mp4`: the film that a script describes, as a file.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render the film that a script describes to a file.",
    discussion: """
      The kind of file follows from the name's ending: \(Container.endings { !$0.holdsOnePicture }), \
      or a pattern such as 'out/%04d.png' for numbered pictures (\(Container.endings(of: \.holdsOnePicture))). \
      '-' writes to standard output. The file appears under its name only when it is whole; until then whatever was \
      there stays.

      Examples:
        moonreel render film.lua -o film.mp4
        moonreel render promo.lua -o promo.mp4 --set headline=Hello
        moonreel render film.lua -o draft.mp4 --range 2..5 --scale 0.5
        moonreel render film.lua -o film.webm --json-progress
        moonreel render film.lua -o film.mp4 --stems stems
        moonreel render film.lua -o film.mp4 --incremental
        moonreel render trim.lua -o trim.mp4 --smart
        moonreel render film.lua -o film.mp4 -j 4
        moonreel render film.lua -o film.mp4 --also small.mp4:height=360 --also film.m4a
        moonreel render film.lua -o stream/film.m3u8 --renditions 1080p,720p,360p
      """)

  @OptionGroup var script: ScriptArguments

  @OptionGroup var output: OutputArguments

  @Option(
    help: ArgumentHelp(
      "Write the sound in parts into this folder, too: a WAV file for each bus, layer or track that goes into the mix.",
      valueName: "folder"), completion: .directory)
  var stems: String?

  @OptionGroup var encoding: EncodingArguments

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup(title: "Rendering by spans")
  var spans: SpanArguments

  @Option(
    help: ArgumentHelp(
      "Only fill the cache with one of several parts, such as 2/8: for processes side by side. No file is written.",
      valueName: "part/count"))
  var onlySpans: PartArgument?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Render the spans in so many processes at once, or auto: one for two cores. Implies --incremental.",
      valueName: "count"))
  var jobs: JobsArgument?

  /// What the processes of a batch are told: the folder of -o that the person named, below which names come of rows.
  @Option(help: ArgumentHelp(visibility: .hidden))
  var outputRoot: String?

  @OptionGroup(title: "Limits of the film")
  var limits: ExportLimitArguments

  @OptionGroup var reporting: ReportingArguments

  @Flag(help: "Afterwards, print what each stage and the script's lines cost on standard error.")
  var profile = false

  func validate() throws {
    if onlySpans != nil && stems != nil {
      throw ValidationError("--only-spans writes no file, and so no --stems.")
    }
    if onlySpans != nil && jobs != nil {
      throw ValidationError(
        "--only-spans is what -j has each of its processes do: leave one of them out.")
    }
    if jobs != nil { try script.lock.refuse("leave -j out") }
  }
}

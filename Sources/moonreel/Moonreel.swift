// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia
import MoonreelScript
import MoonreelText

/// The program: its name, its commands and the way out.
@main
struct Moonreel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moonreel",
    abstract: "Edits video from Lua scripts: a script describes a film, Moonreel renders it.",
    discussion: """
      First steps:
        moonreel render film.lua -o film.mp4           render a script to a file
        moonreel play film.lua                         watch it in the terminal
        moonreel frame film.lua --at 3.2 -o still.png  one picture of it
        moonreel check film.lua                        find its mistakes
        moonreel probe clip.mp4                        what a media file holds
        moonreel capture --camera 0 -o take.mkv        record a camera

      Exit codes:
      \(ExitStatus.table)
      """,
    version: MoonreelRelease.version,
    subcommands: [
      RenderCommand.self, BatchCommand.self, SubmitCommand.self, PlayCommand.self,
      StudioCommand.self, CaptureCommand.self, DevicesCommand.self, FrameCommand.self,
      ProbeCommand.self, FetchCommand.self, ParamsCommand.self, PlanCommand.self,
      ExportCommand.self, ImportCommand.self, ExplainCommand.self, CheckCommand.self,
      DiffCommand.self, NewCommand.self,
      TestCommand.self, GalleryCommand.self, BenchCommand.self, DocsCommand.self,
      PluginsCommand.self, StubsCommand.self,
    ])

  static func main() {
    Interruption.listen()
    Starvation.listen()
    ProcessMemory.returnLargeBlocks()
    TextLibraries.listen { sentence in
      if let sentence { Report.warning(String(cString: sentence)) }
    }
    do {
      guard !VersionReport.isWanted(CommandLine.arguments.dropFirst()) else {
        try Terminal.print(VersionReport.lines)
        return
      }
      try CommandText.check()
      let arguments = Array(CommandLine.arguments.dropFirst())
      try CommandNames.check(arguments)
      try TypedLine.check(arguments)
      var command = try parseAsRoot()
      try command.run()
      try LockArguments.write()
    } catch {
      leave(with: error)
    }
  }

  /// Says what `error` has to say, on the right stream, and ends the program with its code.
  private static func leave(with error: any Error) -> Never {
    switch error {
    case is OutputClosed, is CommandFailure: leave(ExitStatus(error))
    case let error as MoonreelError:
      let error = Interruption.explanation(of: error)
      if error.code != .cancelled || Interruption.takeLastWord() { Report.error(error) }
      leave(ExitStatus(error))
    case let usage as UsageError:
      Report.error(usage.error)
      leave(.usage)
    default:
      let text = parserText(for: error)
      guard exitCode(for: error) != .success else {
        do { try Terminal.print(text.textLines) } catch { leave(.brokenPipe) }
        leave(.done)
      }
      let sentence = text.hasPrefix("Error: ") ? text.dropFirst("Error: ".count) : text[...]
      let lines = sentence.textLines
      Terminal.remark(
        ["\(emphasized: "error:") \(lines[0])"] + lines.dropFirst().map { TerminalLine($0) })
      leave(.usage)
    }
  }

  /// What the parser of command lines says, in lines of its own. It quotes what was typed as it is.
  private static func parserText(for error: any Error) -> String {
    let words = CommandLine.arguments.dropFirst().flatMap { word in
      [word[...]] + word.split(separator: "=", maxSplits: 1).dropFirst()
    }
    return words.filter { $0.unicodeScalars.contains(where: \.isHidden) }.reduce(
      fullMessage(for: error)
    ) { $0.replacing($1, with: $1.visible()) }
  }

  private static func leave(_ status: ExitStatus) -> Never {
    exit(withError: status == .done ? nil : ExitCode(status.rawValue))
  }
}

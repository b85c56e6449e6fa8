// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import MoonreelCore
import MoonreelScript
import MoonreelStudio

/// `moonreel studio film.lua`: the film in a browser while it is written.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Watch a film in the browser while its script is written.",
    discussion: """
      Serves one page on this machine alone and opens it in the browser where there is one. Save \
      the script, a module or a file that it uses, and the page shows the same moment of the new \
      film. Mistakes stand over the last good picture until they are mended. Ctrl-C ends it.

      Examples:
        moonreel studio film.lua
        moonreel studio promo.lua --set headline=Hello --port 8000 --no-browser
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The port to listen at, 0 for any that is free (default: one that goes with the script).",
      valueName: "number"))
  var port: Int?

  @Flag(help: "Print the page's address and open no browser.")
  var noBrowser = false

  func validate() throws {
    guard port.map((0...65535).contains) ?? true else {
      throw ValidationError("A port is a number from 1 to 65535, or 0 for any that is free.")
    }
  }

  private var absolutePath: String {
    guard let folder = realpath(FilePath.folder(of: script.script), nil) else {
      return script.script
    }
    defer { free(folder) }
    return "\(String(cString: folder))/\(FilePath.name(of: script.script))"
  }

  func run() throws {
    let socket =
      try port.map { try ListeningSocket(port: $0) } ?? ListeningSocket(for: absolutePath)
    let folder = FilePath.folder(of: script.script)
    try script.closeSandbox(
      writing: ["\(folder)/export"] + script.access.allow.map { "\($0)/export" }, isServing: true)
    _ = try script.file(mode: .render)
    let studio = try StudioProgram(socket, path: script.script) { [script] _ in
      // Whether it can be said was asked before.
      (try? script.file(mode: .render)) ?? FilmFile(script.options(mode: .render))
    }
    try Terminal.print("The studio is at \(studio.address)")
    if !noBrowser { studio.openBrowser() }
    studio.run(until: Interruption.flag)
  }
}

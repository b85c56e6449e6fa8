// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import MoonreelCapture
import MoonreelCore
import MoonreelMedia
import MoonreelScript
import MoonreelStudio
import MoonreelText

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
        moonreel studio live.lua --allow-device camera --allow-device microphone
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

  @OptionGroup var devices: DeviceAccessArguments

  @OptionGroup var proxies: ProxyArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bytes on the disk that all proxies may take (default 10G).", valueName: "bytes"))
  var maxProxies: ByteCountArgument?

  private var absolutePath: String {
    guard let folder = realpath(FilePath.folder(of: script.script), nil) else {
      return script.script
    }
    defer { free(folder) }
    return "\(String(cString: folder))/\(FilePath.name(of: script.script))"
  }

  func run() throws {
    ProcessMemory.returnLargeBlocks(from: ProcessMemory.playingBlock)
    RasterMemory.keepLess()
    // What is wrong in it is the page's business; one that is not there is most likely misspelt.
    guard access(script.script, F_OK) == 0 else {
      throw MoonreelError(
        .fileAccess, "Cannot open '\(script.script)': there is no such file.")
    }
    let socket =
      try port.map { try ListeningSocket(port: $0) } ?? ListeningSocket(for: absolutePath)
    _ = try script.file(mode: .render)
    let isShown = !noBrowser && socket.openBrowser()
    let folder = FilePath.folder(of: script.script)
    // Nobody can connect to a display or a sound server from inside.
    let connections = DeviceConnections(devices.kinds.union([.synthetic]), staysOpen: true)
    try script.closeSandbox(
      writing: ["\(folder)/export"] + script.access.allow.map { "\($0)/export" }, isServing: true,
      usesCameras: devices.kinds.contains(.camera))
    let studio = try StudioProgram(
      socket, path: script.script,
      proxies: proxies.proxies(script.access, limit: maxProxies?.bytes), devices: connections
    ) { [script] _ in
      // Whether it can be said was asked before.
      (try? script.file(mode: .render)) ?? FilmFile(script.options(mode: .render))
    }
    try Terminal.print("The studio is at \(studio.address)")
    if !noBrowser, !isShown {
      Report.lines(["Nothing here opens a browser: open the address in one."])
    }
    studio.run(until: Interruption.flag)
    // Exports and proxies may be half made.
    PartialFiles.abandon()
  }
}

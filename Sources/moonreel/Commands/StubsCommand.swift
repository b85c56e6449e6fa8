// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import MoonreelAuthor
import MoonreelCore
import MoonreelScript

/// `moonreel stubs .`: what an editor needs to complete and check scripts.
struct StubsCommand: ParsableCommand {
  /// The folder below the one that is named.
  static let folderName = "moonreel-stubs"

  static let configuration = CommandConfiguration(
    commandName: "stubs",
    abstract: "Write what editors need to complete and check scripts.",
    discussion: """
      Writes the folder \(folderName) and .luarc.json into a folder of scripts. Editors with \
      lua-language-server or EmmyLua then know every function, option and preset. Run it again after \
      Moonreel was updated; a .luarc.json that is there already is left as it is.

      Example:
        moonreel stubs .
      """)

  @Argument(
    help: "The folder of the scripts; it is made where there is none.", completion: .directory)
  var folder: String

  func run() throws {
    let files = try ScriptStubs.files()
    let stubs = "\(folder)/\(Self.folderName)"
    try TextOutput.write(files, to: stubs)
    let settings = "\(folder)/.luarc.json"
    let isNew = access(settings, F_OK) != 0
    if isNew { try TextOutput.write([".luarc.json": Self.settings], to: folder) }
    try Terminal.print("\(files.count) stubs are in \(stubs)")
    guard !isNew else { return }
    Terminal.remark(
      "'\(settings)' was there already and is as it was; its \"workspace.library\" must name \"\(Self.folderName)\"."
    )
  }

  /// What lua-language-server and EmmyLua read: Lua's version, where the stubs are, and what scripts do not have.
  private static let settings = """
    {
      "runtime.version": "Lua 5.4",
      "runtime.builtin": { "io": "disable", "os": "disable", "debug": "disable" },
      "workspace.library": ["\(folderName)"],
      "workspace.checkThirdParty": false,
      "strict.arrayIndex": false
    }

    """
}

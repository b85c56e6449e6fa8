// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
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
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try Self.write(text, to: "\(stubs)/\(path)")
    }
    let settings = "\(folder)/.luarc.json"
    let isNew = access(settings, F_OK) != 0
    if isNew { try Self.write(Self.settings, to: settings) }
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

  /// Writes `text` and makes the folders above it.
  private static func write(_ text: String, to path: String) throws {
    do {
      try Folder.make(FilePath.folder(of: path), permissions: 0o777)
    } catch {
      throw failure("make the folder '\(error.folder)'", error.code)
    }
    guard let file = fopen(path, "w") else { throw failure("write '\(path)'", errno) }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0, isWritten else { throw failure("write '\(path)'", errno) }
  }

  private static func failure(_ what: String, _ code: Int32) -> MoonreelError {
    MoonreelError(
      .fileAccess,
      "Cannot \(what): \(String(cString: strerror(code))). Name a folder that can be written to.")
  }
}

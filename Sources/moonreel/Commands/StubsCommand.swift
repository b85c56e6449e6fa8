// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelMedia

/// `moonreel stubs .`: what an editor needs to complete and check scripts.
struct StubsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stubs",
    abstract: "Write what editors need to complete and check scripts.",
    discussion: """
      Writes the folder \(EditorFiles.stubFolder) and \(EditorFiles.settingsFile) into a folder of scripts. Editors with \
      lua-language-server or EmmyLua then know every function, option and preset. Run it again after \
      Moonreel was updated; a \(EditorFiles.settingsFile) that is there already is left as it is.

      Example:
        moonreel stubs .
      """)

  @Argument(
    help: "The folder of the scripts; it is made where there is none.", completion: .directory)
  var folder: String

  func run() throws {
    let stubs = try EditorFiles.stubs()
    try FileTree(files: stubs).add(to: folder)
    let settings = "\(folder)/\(EditorFiles.settingsFile)"
    let isNew = !OutputPlaces.isTaken(settings)
    if isNew {
      try FileTree(files: [EditorFiles.settingsFile: EditorFiles.settings]).add(to: folder)
    }
    try Terminal.print("\(stubs.count) stubs are in \(folder)/\(EditorFiles.stubFolder)")
    guard !isNew else { return }
    Report.lines([
      "'\(settings)' was there already and is as it was; its \"workspace.library\" must name "
        + "\"\(EditorFiles.stubFolder)\"."
    ])
  }
}

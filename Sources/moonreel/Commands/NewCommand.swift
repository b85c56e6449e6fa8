// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore
import MoonreelScript

/// `moonreel new effect lantern`: a folder with all that a plugin or a film begins with.
struct NewCommand: ParsableCommand {
  private static let kinds = NewKind.allCases.map(\.rawValue)

  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a plugin or a film: a folder with all that it needs.",
    discussion: """
      Makes a folder with a working effect, transition, title or template, its options, a film that shows it, tests, \
      the pictures that they compare with, a manifest, what LuaRocks needs to install it, and what editors need to \
      complete and check it; or with a film that takes parameters, and its tests. The README in it says how to go on.

      Examples:
        moonreel new effect lantern
        moonreel new transition plugins/soft-push
        moonreel new film holiday
      """)

  @Argument(
    help: "What to begin: effect, transition, title, template or film.",
    completion: .list(NewCommand.kinds))
  var kind: String

  @Argument(
    help: "The folder to make; its name is what films require: letters, digits, _ and -.")
  var name: String

  func run() throws {
    guard let kind = NewKind(rawValue: kind) else {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "There is nothing called '\(kind)' to begin\(NearestName.hint(kind, among: Self.kinds)): it is one of "
            + Self.kinds.joined(separator: ", ") + "."))
    }
    let folder = try UsageError.blamed { try NewFolder(kind: kind, path: name) }
    try folder.write()
    do {
      try folder.recordGoldens(ScriptOptions(path: FilePath.join(folder.path, "test.lua")))
    } catch let error as MoonreelError {
      Report.warning(
        "The pictures that its tests compare with could not be drawn: \(error.message) Draw them with "
          + "moonreel test --record missing.")
    }
    let steps = kind.isPackage ? Self.packageSteps : Self.filmSteps
    let width = steps.map(\.command.count).max() ?? 0
    let lines = steps.map { step in
      "  \(step.command)\(String(repeating: " ", count: width - step.command.count + 3))\(step.purpose)"
    }
    try Terminal.print(
      ["\(folder.path) holds a new \(kind.rawValue). Go on with:", "  cd \(folder.path)"] + lines)
  }

  private static let packageSteps = [
    (command: "moonreel play example.lua", purpose: "look at it"),
    (command: "moonreel test", purpose: "run its tests"),
    (command: "moonreel test --record failed", purpose: "after a change: draw its pictures anew"),
    (command: "luarocks make --local", purpose: "install it for all films"),
  ]
  private static let filmSteps = [
    (command: "moonreel studio film.lua", purpose: "see it while you write it"),
    (command: "moonreel test", purpose: "run its tests"),
    (command: "moonreel render film.lua -o film.mp4", purpose: "make it"),
  ]
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore

/// `moonreel new effect lantern`: a folder with all that a plugin or a film begins with.
struct NewCommand: ParsableCommand {
  private static let kinds = NewKind.allCases.map(\.rawValue)

  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a plugin or a film: a folder with all that it needs.",
    discussion: """
      Makes a folder with a working effect, transition, title or template, its options, a film that shows it, tests, \
      a manifest, what LuaRocks needs to install it, and what editors need to complete and check it; or with a film \
      that takes parameters. The README in it says how to go on.

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
    let steps = kind.isPackage ? Self.packageSteps : Self.filmSteps
    let width = steps.map(\.command.count).max() ?? 0
    let lines = steps.map { step in
      "  \(step.command)\(String(repeating: " ", count: width - step.command.count + 3))\(step.purpose)"
    }
    try Terminal.print(
      (["\(folder.path) holds a new \(kind.rawValue). Go on with:", "  cd \(folder.path)"] + lines)
        .joined(separator: "\n"))
  }

  private static let packageSteps = [
    (command: "moonreel play example.lua", purpose: "look at it"),
    (command: "moonreel test --record missing", purpose: "record the pictures that it draws"),
    (command: "moonreel test", purpose: "run its tests"),
    (command: "luarocks make --local", purpose: "install it for all films"),
  ]
  private static let filmSteps = [
    (command: "moonreel studio film.lua", purpose: "see it while you write it"),
    (command: "moonreel render film.lua -o film.mp4", purpose: "make it"),
  ]
}

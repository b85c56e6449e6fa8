// SPDX-License-Identifier: MIT

import ArgumentParser

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "check")
  @OptionGroup var script: ScriptArguments
  func run() throws {}
}

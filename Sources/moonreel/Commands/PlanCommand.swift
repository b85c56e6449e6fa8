// SPDX-License-Identifier: MIT

import ArgumentParser

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "plan")
  @OptionGroup var script: ScriptArguments
  func run() throws {}
}

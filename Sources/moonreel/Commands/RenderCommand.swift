// SPDX-License-Identifier: MIT

import ArgumentParser

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "render")
  @OptionGroup var script: ScriptArguments
  func run() throws {}
}

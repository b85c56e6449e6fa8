// SPDX-License-Identifier: MIT

import ArgumentParser

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "frame")
  @OptionGroup var script: ScriptArguments
  func run() throws {}
}

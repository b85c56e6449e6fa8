// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// `moonreel check film.lua`: a script's mistakes, without rendering.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find a script's mistakes without rendering: build the timeline and report.",
    discussion: """
      Parameters that the script requires and nobody gave take sample values. Every fault of the \
      instructions is listed with its time, and frame callbacks are called out of order to see \
      that they depend on nothing but their request.

      Examples:
        moonreel check film.lua
        moonreel check promo.lua --set headline=Hello && echo fine
      """)

  @OptionGroup var script: ScriptArguments

  func run() throws {
    throw MoonreelError(.internalError, "Cannot check yet.")
  }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelRender

/// What every command that draws pictures takes.
struct DrawingArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads that draw (default: one a core); the pictures are the same for any number.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      """
      draft, good or best: the care taken where pictures are scaled and turned \
      (default: the script's, or good).
      """, valueName: "quality"))
  var renderQuality: RenderQuality?
}

extension RenderQuality: ExpressibleByArgument {}

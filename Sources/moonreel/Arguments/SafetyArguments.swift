// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelSandbox

/// What keeps the machine from what a script or a file may do.
struct SafetyArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      required, auto or off: whether the kernel keeps the program to the files it needs; auto is \
      as much as this kernel can (default).
      """, valueName: "mode"))
  var sandbox: ProcessSandbox.Mode = .auto

  @Option(
    help: ArgumentHelp(
      "Memory for the whole program (default: three quarters of the machine's).",
      valueName: "bytes"))
  var maxMemory: ByteCountArgument?

  @Flag(help: "Say which parts of the sandbox this kernel does not support.")
  var verbose = false
}

extension ProcessSandbox.Mode: ExpressibleByArgument {}

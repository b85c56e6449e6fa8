// SPDX-License-Identifier: MIT

import ArgumentParser

/// Where a command writes to.
struct OutputArguments: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var path: String
}

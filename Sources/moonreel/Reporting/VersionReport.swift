// SPDX-License-Identifier: MIT

import MoonreelMedia
import MoonreelRender
import MoonreelSandbox
import MoonreelScript
import MoonreelVector

/// `moonreel --version --verbose`: what this program is made of, and what this machine lets it do.
enum VersionReport {
  /// Whether `arguments` ask for it.
  static func isWanted(_ arguments: some Collection<String>) -> Bool {
    Set(arguments) == ["--version", "--verbose"]
  }

  /// What is printed.
  static var lines: [String] {
    let libraries =
      MediaLibraries.versions + RenderLibraries.versions + DrawingLibraries.versions
      + ScriptLibraries.versions
    let width = libraries.map(\.name.count).max() ?? 0
    let lines = libraries.map { library in
      "  " + library.name + String(repeating: " ", count: width - library.name.count + 2)
        + library.version
    }
    return [
      "moonreel \(MoonreelRelease.version)", "sandbox: \(SandboxSupport.current)",
      "pixel loops: \(RenderLibraries.kernelLevel)", "libraries:",
    ] + lines
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// Generated calls of everything that a script can reach; the film that the script describes is drawn.
///
/// The input decides which calls ``ScriptWriter`` writes.
enum ScriptTarget: FuzzTarget {
  static let name = "script"
  static let shortRunCount = 400

  static func seeds() -> [[UInt8]] {
    (0..<24).map { seed in
      (0..<1200).map { UInt8(truncatingIfNeeded: SplitMix64.mixed(UInt64(seed * 10_000 + $0))) }
    }
  }

  static func take(_ input: [UInt8]) throws { try run(input) { _ in } }

  /// Takes `input`, and hands the type of each object that was made to `made`.
  static func run(_ input: [UInt8], made: @escaping @Sendable (String) -> Void) throws {
    var writer = ScriptWriter(input)
    var options = ScriptOptions(path: "generated.lua", text: writer.script())
    (options.memoryLimit, options.instructionLimit) = (32 << 20, 5_000_000)
    options.print = made
    let host = try ScriptHost(options: options)
    _ = try FuzzTargets.answer {
      try Drawn.film(try host.run().request, gate: FileGate(folders: []))
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// Compiled programs by structure: from one frame to the next only numbers change.
final class ProgramCache: Sendable {
  private struct Key: Hashable {
    var fingerprint: UInt64
    var instructions: [Instruction]
    var outputs: [Value]

    /// The fingerprint stands for the instructions; equality compares them.
    func hash(into hasher: inout Hasher) {
      hasher.combine(fingerprint)
      hasher.combine(outputs.first)
    }
  }

  private let programs = Locked<[Key: TileProgram]>([:])
  private static let limit = 256

  /// How many programs are held; for tests.
  var count: Int { programs.withLock { $0.count } }

  /// The program for `outputs` of what `builder` holds now.
  func program(for builder: ProgramBuilder, outputs: [Value]) -> TileProgram {
    let key = Key(
      fingerprint: builder.fingerprint, instructions: builder.instructions, outputs: outputs)
    if let program = programs.withLock({ $0[key] }) { return program }
    let program = ProgramCompiler.compile(builder.instructions, outputs: outputs)
    programs.withLock { programs in
      if programs.count >= Self.limit { programs.removeAll() }
      programs[key] = program
    }
    return program
  }
}

// SPDX-License-Identifier: MIT

import Synchronization

/// Compiled programs by structure: from one frame to the next only numbers change.
final class ProgramCache: Sendable {
  private struct Key: Hashable {
    var instructions: [Instruction]
    var outputs: [Value]
  }

  private let programs = Mutex<[Key: TileProgram]>([:])
  private static let limit = 256

  /// How many programs are held; for tests.
  var count: Int { programs.withLock { $0.count } }

  func program(for instructions: [Instruction], outputs: [Value]) -> TileProgram {
    let key = Key(instructions: instructions, outputs: outputs)
    if let program = programs.withLock({ $0[key] }) { return program }
    let program = ProgramCompiler.compile(instructions, outputs: outputs)
    programs.withLock { programs in
      if programs.count >= Self.limit { programs.removeAll() }
      programs[key] = program
    }
    return program
  }
}

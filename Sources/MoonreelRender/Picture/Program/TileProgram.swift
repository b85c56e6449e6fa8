// SPDX-License-Identifier: MIT

import CKernels

/// A compiled program without the numbers of a frame: kernels, registers, and when each step runs.
///
/// Registers `0..<vectorCount` hold a stretch of a row; those above hold one float each.
struct TileProgram: Sendable {
  /// One kernel call.
  struct Step: Sendable {
    var kernel: mr_op
    var out: [UInt32] = []
    var operands: [UInt32] = []
    /// Index of what it reads, or −1.
    var payload: Int32 = -1
    /// Of a chain, what it runs.
    var links: [ChainLink] = []
    /// The payloads of planes that are read at the same positions; their results follow.
    var others: [Int32] = []
    var kind = Kind.plain
    /// Of a guard and a loop, the steps that it runs.
    var body: [Step] = []

    /// It and what it runs, in order.
    var flattened: [Step] { [self] + body.flatMap(\.flattened) }
    /// How many steps it and what it runs are.
    var count: Int { body.reduce(1) { $0 + $1.count } }
    /// How deep guards and loops lie in one another.
    var depth: Int { body.isEmpty ? 0 : 1 + (body.map(\.depth).max() ?? 0) }
  }

  /// How a step runs.
  enum Kind: Hashable, Sendable {
    /// Its body runs only where the first operand is at least the second, or, where `holds` is false, is not.
    /// `scalars`: which of them are numbers for the stretch, as bits.
    case branching(holds: Bool, scalars: UInt32)
    case plain
    /// It writes a number for the whole stretch.
    case single
    /// Its body runs only where the operand is not 0; the outputs are the body's results, 0 elsewhere. `isScalar`:
    /// the operand is one number for the stretch.
    case guarding(isScalar: Bool)
    /// Its body runs again and again where the operand is at least ½, at most `limit` times.
    case looping(limit: Int, isScalar: Bool)
  }

  var frameSteps: [Step] = []
  var rowSteps: [Step] = []
  /// What is the same in all rows of a tile.
  var columnSteps: [Step] = []
  var pixelSteps: [Step] = []
  /// Scalar registers that hold literals.
  var literals: [(register: UInt32, number: Float)] = []
  /// Scalar registers that hold parameters, with the parameter's index.
  var params: [(register: UInt32, index: Int)] = []
  var vectorCount = 1
  /// The registers of `MR_ROW`, which mostly lie in rasters.
  var rowRegisters: Set<UInt32> = []
  var scalarCount = 0
  /// The registers with the results, in the order asked for; all of them vectors.
  var outputs: [UInt32] = []
  /// The payloads that the steps read.
  var usedPayloads: [Int32] = []

  /// How deep guards and loops lie in one another.
  var depth: Int { (frameSteps + rowSteps + pixelSteps).map(\.depth).max() ?? 0 }

  /// Pixels a tile: as many as keep the registers in the second cache's first half.
  var tileWidth: Int {
    let inCache = max(1, vectorCount - rowRegisters.count)
    // Whole stretches of 128 lanes are written.
    let fitting = (256 * 1024 / (inCache * MemoryLayout<Float>.stride)) & ~127
    return max(128, min(Int(MR_TILE_MAX), fitting))
  }
}

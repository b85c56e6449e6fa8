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
    /// How many of the following steps run only where the operand is not 0; the outputs are their
    /// results. 0 for plain steps.
    var span = 0
    /// Whether that operand is one number for the row.
    var isScalarGuard = false
  }

  var frameSteps: [Step] = []
  var rowSteps: [Step] = []
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

  /// Pixels a tile: as many as keep the registers in the second cache's first half.
  var tileWidth: Int {
    let inCache = max(1, vectorCount - rowRegisters.count)
    // Whole stretches of 128 lanes are written.
    let fitting = (256 * 1024 / (inCache * MemoryLayout<Float>.stride)) & ~127
    return max(128, min(Int(MR_TILE_MAX), fitting))
  }
}

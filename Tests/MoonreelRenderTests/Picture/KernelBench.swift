// SPDX-License-Identifier: MIT

import CKernels

/// Calls one kernel on registers between guard words.
final class KernelBench {
  static let guardBits: UInt32 = 0x7fc0_dead
  private let lanes = Int(MR_LANES)
  private let guards = 16
  private let memory: UnsafeMutablePointer<Float>
  private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let count: Int

  /// `count` registers, all holding guard words.
  init(registers count: Int) {
    self.count = count
    let total = count * (lanes + guards) + guards
    memory = .allocate(capacity: total)
    memory.initialize(repeating: Float(bitPattern: Self.guardBits), count: total)
    table = .allocate(capacity: count)
    for index in 0..<count { (table + index).initialize(to: memory + place(index)) }
  }

  deinit {
    memory.deallocate()
    table.deallocate()
  }

  private func place(_ index: Int) -> Int { guards + index * (lanes + guards) }

  subscript(register: Int) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(start: memory + place(register), count: lanes)
  }

  /// Runs `kernel`; returns whether the outputs kept their guard words: all of them where one lane, which may
  /// be a scalar, was asked for, else those that the last block of 64 lanes does not reach.
  func run(
    _ kernel: mr_kernel?, out: [UInt32], in operands: [UInt32], data: UnsafeRawPointer? = nil,
    x: Int = 0, y: Int = 0, width: Int
  ) -> Bool {
    runStep(kernel, out: out, in: operands, data, x: x, y: y, width: width)
    return areKept(out, from: width == 1 ? 1 : (width + 63) & ~63)
  }

  /// Runs a chain that writes `out`; returns whether what the last block of 128 lanes does not reach kept its
  /// guard words.
  func run(_ chain: mr_kernel?, _ links: [mr_link], out: UInt32, width: Int) -> Bool {
    links.withUnsafeBytes {
      runStep(chain, out: [], in: [], $0.baseAddress, x: 0, y: 0, width: width)
    }
    return areKept([out], from: (width + 127) & ~127)
  }

  private func runStep(
    _ kernel: mr_kernel?, out: [UInt32], in operands: [UInt32], _ data: UnsafeRawPointer?,
    x: Int, y: Int, width: Int
  ) {
    var step = mr_step()
    mr_set_step(&step, kernel, out, Int32(out.count), operands, Int32(operands.count), data)
    var tile = mr_tile(
      registers: UnsafePointer(table), x: Int64(x), y: Int64(y), count: Int32(width), vectors: 0,
      all: 0, spare: nil, own: UnsafePointer(table), first: 0, deadline: 0)
    mr_run_steps(&step, 1, &tile)
  }

  private func areKept(_ out: [UInt32], from end: Int) -> Bool {
    out.allSatisfy { index in
      let start = memory + place(Int(index))
      return (-guards..<0).allSatisfy { start[$0].bitPattern == Self.guardBits }
        && (end..<lanes + guards).allSatisfy { start[$0].bitPattern == Self.guardBits }
    }
  }

  /// The first `width` lanes of a register, as bits; every NaN counts as the same.
  func bits(_ register: Int, _ width: Int) -> [UInt32] {
    self[register].prefix(width).map { $0.isNaN ? 0x7fc0_0000 : $0.bitPattern }
  }
}

/// Every CPU level that runs here.
func kernelLevels() -> [UnsafePointer<mr_kernels>] {
  (0..<8).compactMap { mr_kernels_level(Int32($0)) }
}

/// The kernel of `op` in a table.
func kernel(_ kernels: UnsafePointer<mr_kernels>, _ op: mr_op) -> mr_kernel? {
  withUnsafeBytes(of: kernels.pointee.op) {
    $0.bindMemory(to: mr_kernel?.self)[Int(op.rawValue)]
  }
}

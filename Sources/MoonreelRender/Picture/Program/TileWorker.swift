// SPDX-License-Identifier: MIT

import CKernels

/// One thread's registers for a bound program.
final class TileWorker {
  private let bound: BoundProgram
  private let memory: UnsafeMutablePointer<Float>
  private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// The columns whose values are kept.
  private var columns: Range<Int>?
  /// How deep guards and loops lie in one another.
  private let depth: Int
  let scalarBase: UnsafeMutablePointer<Float>

  init(_ bound: BoundProgram) {
    self.bound = bound
    let program = bound.program
    let lanes = Self.lanes(program)
    let vectorFloats = program.vectorCount * lanes
    let inCache = (program.vectorCount - program.rowRegisters.count) * lanes
    let total = vectorFloats + program.scalarCount + 16
    memory = UnsafeMutableRawPointer.allocate(
      byteCount: total * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: total)
    scalarBase = memory + vectorFloats
    // Rows of rasters, whose registers come last, mostly need no memory: it is not touched before they do.
    memory.initialize(repeating: 0, count: inCache)
    scalarBase.initialize(repeating: 0, count: total - vectorFloats)
    scalarBase.update(from: bound.initialScalars, count: program.scalarCount)
    let count = program.vectorCount + program.scalarCount
    depth = program.depth
    table = .allocate(capacity: (2 + depth) * count)
    let rows = program.rowRegisters.sorted()
    let others = (0..<UInt32(program.vectorCount)).filter { !program.rowRegisters.contains($0) }
    for (place, register) in (others + rows).enumerated() {
      (table + Int(register)).initialize(to: memory + place * lanes)
    }
    for index in 0..<program.scalarCount {
      (table + program.vectorCount + index).initialize(to: scalarBase + index)
    }
    // A second table says where they lie for good; others are for guarded and repeated steps, whose vectors begin
    // further on.
    for copy in 1...(1 + depth) { (table + copy * count).initialize(from: table, count: count) }
  }

  deinit {
    memory.deallocate()
    table.deallocate()
  }

  /// A register's floats: the tile, a pixel on each side, what whole vectors write beyond, and no power of two
  /// between registers, which would put them all in the same cache sets.
  private static func lanes(_ program: TileProgram) -> Int {
    program.tileWidth + Int(MR_LANES_MORE)
  }

  func runFrameSteps() { run(bound.frameSteps, x: 0, y: 0, count: 1) }

  /// Computes pixels `x..<x + count` of row `y`; the results are then in `output(_:)`. What is the same in all rows is
  /// kept until other columns are asked for.
  func run(x: Int, y: Int, count: Int) {
    if !bound.columnSteps.isEmpty, columns != x..<x + count {
      run(bound.columnSteps, x: x, y: y, count: count)
      columns = x..<x + count
    }
    if !bound.rowSteps.isEmpty { run(bound.rowSteps, x: 0, y: y, count: 1) }
    run(bound.pixelSteps, x: x, y: y, count: count)
  }

  /// The register with result `index`.
  func output(_ index: Int) -> UnsafePointer<Float> {
    UnsafePointer(table[Int(bound.program.outputs[index])]!)
  }

  /// Computes result `index`, and all that have its register, at `lanes` from now on: room for a tile. A row of a
  /// raster is not brought there.
  func place(_ index: Int, at lanes: UnsafeMutablePointer<Float>) {
    table[Int(bound.program.outputs[index])] = lanes
  }

  private func run(_ steps: UnsafeBufferPointer<mr_step>, x: Int, y: Int, count: Int) {
    let program = bound.program
    let size = program.vectorCount + program.scalarCount
    var tile = mr_tile(
      registers: UnsafePointer(table), x: Int64(x), y: Int64(y), count: Int32(count),
      vectors: Int32(program.vectorCount), all: Int32(size), spare: table + 2 * size,
      own: UnsafePointer(table + size), first: 0, deadline: bound.clock.deadline)
    mr_run_steps(steps.baseAddress, steps.count, &tile)
  }
}

// SPDX-License-Identifier: MIT

import CKernels

/// One thread's memory while it writes a frame: registers, and the rows that chroma is halved from.
final class FrameTile {
  let worker: TileWorker
  let halved: RowBuffer
  /// The outputs that are chroma, each with the place of its register among those of chroma.
  private let chroma: [(output: Int, place: Int)]
  /// Three for each register of chroma.
  private let lines: [RowBuffer]
  /// For each output of chroma, the lines that its next row is made from.
  private let rows: UnsafeMutablePointer<UnsafePointer<Float>?>

  /// Where a line's first lane lies; pixel −1 may lie before it.
  private static let start = 16

  /// Room for the chroma of `outputs` on three lines; none where they are not halved.
  init(_ bound: BoundProgram, halving outputs: [FrameEncoder.Output]) {
    worker = TileWorker(bound)
    halved = RowBuffer(Int(MR_LANES))
    let indices = outputs.indices.filter { outputs[$0].component.isChroma }
    var registers: [UInt32] = []
    chroma = indices.map { output in
      let register = bound.program.outputs[output]
      if let place = registers.firstIndex(of: register) { return (output, place) }
      registers.append(register)
      return (output, registers.count - 1)
    }
    lines = (0..<3 * registers.count).map { _ in RowBuffer(Self.start + Int(MR_LANES) + 8) }
    rows = .allocate(capacity: max(1, 3 * chroma.count))
    rows.initialize(repeating: nil, count: max(1, 3 * chroma.count))
  }

  deinit { rows.deallocate() }

  /// Computes `count` pixels of row `y` from `x` on, chroma into line `line`.
  func run(x: Int, y: Int, count: Int, line: Int) {
    for (output, place) in chroma {
      worker.place(output, at: lines[3 * place + line].base + Self.start)
    }
    worker.run(x: x, y: y, count: count)
  }

  /// Makes `line`, whose lanes `lead..<lead + count` hold the pixels, the one at `place`, 0 to 2, of those that
  /// the next row of chroma is made from; its ends repeat, where no pixel lies before them.
  func show(line: Int, at place: Int, lead: Int, count: Int) {
    for (index, own) in chroma.enumerated() {
      let first = lines[3 * own.place + line].base + Self.start + lead
      if lead == 0 { first[-1] = first[0] }
      first[count] = first[count - 1]
      rows[3 * index + place] = UnsafePointer(first)
    }
  }

  /// Pixel 0 of the lines shown, in order; pixel −1 may be read.
  func rows(chroma: Int) -> UnsafePointer<UnsafePointer<Float>?> {
    UnsafePointer(rows + 3 * chroma)
  }
}

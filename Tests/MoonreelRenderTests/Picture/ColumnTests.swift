// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// What is the same in all rows of a column is computed once for a tile.
struct ColumnTests {
  private static let x = Ramp(base: 0.5, stepX: 1, stepY: 0)
  private static let y = Ramp(base: 0.5, stepX: 0, stepY: 1)
  private static let slope = Ramp(base: -3, stepX: 0.25, stepY: 0.5)

  /// What is computed of x, y and a number, and how many steps run once for all rows: the ramp, operations, and what
  /// spreads a number out.
  private static let bodies:
    [(name: String, body: @Sendable (ProgramBuilder, Value, Value, Value) -> [Value], columns: Int)] =
      [
        ("a column's own", { b, x, y, n in [b.mul(b.emit(.sine, b.mul(x, n)), y)] }, 3),
        ("nothing of a row", { b, _, y, n in [b.emit(.sine, b.mul(y, n))] }, 0),
        ("results stay where each row wants them", { b, x, _, n in [b.mul(x, n)] }, 1),
        (
          "a result of which another one is made",
          { b, x, y, n in
            let half = b.mul(x, n)
            return [half, b.add(half, y), b.mul(b.add(half, b.one), y)]
          }, 1
        ),
        ("what a row has a hand in", { b, x, y, n in [b.emit(.floor, b.add(b.mul(x, n), y))] }, 2),
        ("a slope", { b, _, y, n in [b.mul(b.ramp(slope), n)] }, 0),
        (
          "a choice",
          { b, x, y, n in
            let chosen = b.select(b.emit(.floor, x), n, b.emit(.squareRoot, x), b.mul(x, x))
            return [b.mul(chosen, y)]
          }, 6
        ),
        (
          "a sine with its cosine",
          { b, x, y, _ in
            [b.mul(b.emit(.sine, x), y), b.mul(b.emit(.cosine, x), y)]
          }, 2
        ),
        (
          "a loop that a number counts",
          { b, x, y, n in
            let loop = b.addLoops(1).lowerBound
            let count = b.carried(n, loop: loop, place: 0, limit: 9, rate: .frame)
            let sum = b.carried(b.zero, loop: loop, place: 1, limit: 9, rate: .frame)
            let (less, more) = (b.sub(count, b.one), b.add(sum, count))
            let left = b.after(count, less, activity: nil, rate: .frame)
            let end = b.after(sum, more, activity: left, rate: .frame)
            return [b.mul(b.mul(x, end), y)]
          }, 2
        ),
        (
          "a loop that goes round with columns",
          { b, x, y, n in
            let loop = b.addLoops(1).lowerBound
            let count = b.carried(n, loop: loop, place: 0, limit: 9, rate: .frame)
            let sum = b.carried(b.zero, loop: loop, place: 1, limit: 9, rate: .pixel)
            let (less, more) = (b.sub(count, b.one), b.add(sum, b.mul(b.mul(x, x), count)))
            let left = b.after(count, less, activity: nil, rate: .pixel)
            return [b.mul(b.after(sum, more, activity: left, rate: .pixel), y)]
          }, 2
        ),
      ]

  @Test("what runs once for all rows", arguments: bodies.indices)
  func runsOnce(_ index: Int) {
    let (name, body, wanted) = Self.bodies[index]
    let builder = ProgramBuilder()
    let outputs = body(builder, builder.ramp(Self.x), builder.ramp(Self.y), builder.param(3))
    for chained in [false, true] {
      let program = ProgramCompiler.compile(
        builder.instructions, outputs: outputs, chained: chained)
      let found = program.columnSteps.reduce(0) { $0 + max(1, $1.links.count - 1) }
      #expect(found == wanted, "\(name), chained \(chained)")
    }
    for kernels in kernelLevels() { #expect(isTheSame(builder, outputs, kernels), "\(name)") }
  }

  @Test("random programs give the same in every row and tile", arguments: 0..<60)
  func randomPrograms(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let builder = ProgramBuilder()
    var values = [builder.ramp(Self.x), builder.ramp(Self.y), builder.ramp(Self.slope)]
    values += [builder.param(0.25), builder.param(-1.5), builder.literal(2)]
    for _ in 0..<30 {
      let operation = ScalarOperation.all.randomElement(using: &random)!
      let operands = (0..<operation.operandCount).map { _ in values.randomElement(using: &random)! }
      values.append(builder.emit(operation, operands))
    }
    let outputs = (0..<4).map { _ in values.suffix(20).randomElement(using: &random)! }
    #expect(isTheSame(builder, outputs, mr_kernels_best()))
  }

  /// Whether `outputs` are what a program gives that computes everything in every row.
  private func isTheSame(
    _ builder: ProgramBuilder, _ outputs: [Value], _ kernels: UnsafePointer<mr_kernels>
  ) -> Bool {
    let instructions = builder.instructions.map { instruction in
      var instruction = instruction
      instruction.isColumnar = false
      return instruction
    }
    let plain = ProgramCompiler.compile(instructions, outputs: outputs)
    guard plain.columnSteps.isEmpty else { return false }
    let program = ProgramCompiler.compile(builder.instructions, outputs: outputs)
    return rows(program, builder, outputs, kernels) == rows(plain, builder, outputs, kernels)
  }

  /// Rows of tiles in turn: the same columns again and again, others, and the first ones once more.
  private func rows(
    _ program: TileProgram, _ builder: ProgramBuilder, _ outputs: [Value],
    _ kernels: UnsafePointer<mr_kernels>
  ) -> [UInt32] {
    let bound = BoundProgram(
      program, params: builder.params, payloads: builder.payloads, kernels: kernels)
    let worker = TileWorker(bound)
    let tiles = [(0, 0, 150), (0, 1, 150), (0, 2, 150), (149, 2, 40), (0, 3, 40), (0, 9, 150)]
    return tiles.flatMap { x, y, count in
      worker.run(x: x, y: y, count: count)
      return outputs.indices.flatMap { output in
        (0..<count).map { worker.output(output)[$0].bitPattern }
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// The sine and the cosine of one angle, computed together.
struct AngleTests {
  @Test("both are the bits of each alone, at every level", arguments: KernelTests.widths)
  func bits(_ width: Int) {
    for kernels in kernelLevels() {
      let bench = KernelBench(registers: 5)
      var random = Seeded(UInt64(width))
      for lane in bench[0].indices {
        bench[0][lane] = Float.random(in: lane % 3 == 0 ? -3e9...3e9 : -50...50, using: &random)
      }
      (bench[0][0], bench[0][1], bench[0][2]) = (0, .infinity, -.infinity)
      #expect(bench.run(kernel(kernels, MR_SIN_COS), out: [1, 2], in: [0], width: width))
      #expect(bench.run(kernel(kernels, MR_SIN), out: [3], in: [0], width: width))
      #expect(bench.run(kernel(kernels, MR_COS), out: [4], in: [0], width: width))
      #expect(bench.bits(1, width) == bench.bits(3, width))
      #expect(bench.bits(2, width) == bench.bits(4, width))
    }
  }

  /// What is computed of x, y and a number, as values of a program.
  private typealias Body =
    @Sendable (ProgramBuilder, _ x: Value, _ y: Value, _ number: Value) -> [Value]

  /// Programs, and the steps of theirs that compute sines and cosines, in order.
  private static let programs: [(name: String, body: Body, steps: [mr_op])] = [
    ("both", { b, x, _, _ in [b.emit(.sine, x), b.emit(.cosine, x)] }, [MR_SIN_COS]),
    ("the cosine first", { b, x, _, _ in [b.emit(.cosine, x), b.emit(.sine, x)] }, [MR_SIN_COS]),
    ("a sine alone", { b, x, _, _ in [b.emit(.sine, x)] }, [MR_SIN]),
    ("a cosine alone", { b, x, _, _ in [b.emit(.cosine, x)] }, [MR_COS]),
    (
      "a cosine that nobody needs",
      { b, x, _, _ in
        _ = b.emit(.cosine, x)
        return [b.emit(.sine, x)]
      }, [MR_SIN]
    ),
    (
      "two angles", { b, x, y, _ in [b.emit(.sine, x), b.emit(.cosine, b.add(x, y))] },
      [MR_SIN, MR_COS]
    ),
    (
      "two pairs",
      { b, x, y, _ in
        let other = b.mul(x, y)
        return [
          b.emit(.sine, x), b.emit(.cosine, other), b.emit(.sine, other), b.emit(.cosine, x),
        ]
      }, [MR_SIN_COS, MR_SIN_COS]
    ),
    (
      "an angle that is a cosine",
      { b, x, _, _ in
        let turned = b.emit(.cosine, x)
        return [b.emit(.sine, x), b.emit(.sine, turned), b.emit(.cosine, turned)]
      }, [MR_SIN_COS, MR_SIN_COS]
    ),
    (
      "each where a choice takes it",
      { b, x, y, number in
        let chosen = b.select(y, number, b.emit(.sine, x), b.emit(.cosine, x))
        return [b.mul(chosen, b.emit(.sine, x))]
      }, [MR_SIN_COS]
    ),
    ("of a number", { b, _, _, number in [b.emit(.sine, number), b.emit(.cosine, number)] }, []),
  ]

  @Test("the sine and the cosine of one angle are one step", arguments: programs.indices)
  func joined(_ index: Int) {
    let (name, body, wanted) = Self.programs[index]
    let builder = ProgramBuilder()
    let x = builder.ramp(Ramp(base: -3, stepX: 0.37, stepY: 0.01))
    let y = builder.ramp(Ramp(base: 2, stepX: -0.05, stepY: 0.21))
    let outputs = body(builder, x, y, builder.param(0.7))
    let program = ProgramCompiler.compile(builder.instructions, outputs: outputs)
    let found = program.pixelSteps.flatMap(\.flattened).map(\.kernel).filter {
      [MR_SIN, MR_COS, MR_SIN_COS].contains($0)
    }
    #expect(found == wanted, "\(name)")
    // Every value by a program of its own, in which there is nothing to join.
    let together = Self.row(builder, outputs)
    for (output, row) in zip(outputs, together) {
      #expect(Self.plainRow(output, builder) == row, "\(name)")
    }
  }

  private static let width = 60

  /// The bits of `outputs` in a row.
  private static func row(_ builder: ProgramBuilder, _ outputs: [Value]) -> [[UInt32]] {
    let program = ProgramCompiler.compile(builder.instructions, outputs: outputs)
    let bound = BoundProgram(
      program, params: builder.params, payloads: builder.payloads, kernels: mr_kernels_best())
    let worker = TileWorker(bound)
    worker.run(x: 4, y: 3, count: width)
    return outputs.indices.map { output in
      (0..<width).map { worker.output(output)[$0].bitPattern }
    }
  }

  /// The same of one value, where each instruction is drawn by a program that knows only its operands' numbers.
  private static func plainRow(_ value: Value, _ builder: ProgramBuilder) -> [UInt32] {
    let instruction = builder.instruction(value)
    let operation = ScalarOperation.all.first { Operation($0) == instruction.operation }
    guard let operation else { return row(builder, [value])[0] }
    let operands = instruction.operands.map { plainRow($0, builder) }
    return (0..<width).map { lane in
      let single = ProgramBuilder()
      let numbers = operands.map { single.param(Float(bitPattern: $0[lane])) }
      return row(single, [single.emit(operation, numbers)])[0][0]
    }
  }
}

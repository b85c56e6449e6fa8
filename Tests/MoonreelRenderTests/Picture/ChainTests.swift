// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Operations that run one after the other without their results being written.
struct ChainTests {
  private static let special: [Float] = [
    .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 0.5, .leastNonzeroMagnitude,
    -.leastNormalMagnitude,
    .greatestFiniteMagnitude, 255, 1e-3,
  ]

  /// Registers 0 to 3 with operands: anything, and equal ones now and then.
  private func fill(_ bench: KernelBench, _ random: inout Seeded) {
    for register in 0..<4 {
      for lane in bench[register].indices {
        let pick = Int.random(in: 0..<8, using: &random)
        bench[register][lane] =
          pick < 3
          ? Self.special.randomElement(using: &random)!
          : pick == 3 && register > 0 ? bench[0][lane] : .random(in: -2...2, using: &random)
      }
    }
  }

  @Test(
    "each link gives what its kernel gives, whichever operand it takes",
    arguments: KernelTests.loops)
  func links(_ form: KernelForm) throws {
    var random = Seeded(UInt64(form.kernel.rawValue))
    let operands = form.operands.map { UInt32($0) }
    let vectors = form.operands.filter { !form.takesScalar($0) }
    var taken = 0
    for level in kernelLevels() {
      for width in [2, 31, 64, 65, 128, 130, 1024, 1026] {
        let bench = KernelBench(registers: 6)
        fill(bench, &random)
        #expect(bench.run(kernel(level, form.kernel), out: [4], in: operands, width: width))
        for place in vectors {
          var link = try #require(ChainLink(form.kernel, operands, beginningWith: place))
          link.to = 5
          let links = [link.encoded, ChainLink.end.encoded]
          #expect(bench.run(kernel(level, MR_CHAIN), links, out: 5, width: width))
          #expect(bench.bits(5, width) == bench.bits(4, width), "\(place), width \(width)")
          taken += 1
        }
      }
    }
    #expect(taken >= 8 * vectors.count && !vectors.isEmpty)
  }

  @Test func scalarsAreSpreadOut() {
    for level in kernelLevels() {
      let bench = KernelBench(registers: 2)
      bench[0][0] = 0.25
      var splat = ChainLink.splat(0)
      splat.to = 1
      let links = [splat.encoded, ChainLink.end.encoded]
      #expect(bench.run(kernel(level, MR_CHAIN), links, out: 1, width: 200))
      #expect(bench[1].prefix(200).allSatisfy { $0 == 0.25 })
    }
  }

  /// The links of the only chain of a program: > for what begins with a register, ! for what is written.
  private func links(_ builder: ProgramBuilder, _ outputs: [Value]) throws -> String {
    let program = ProgramCompiler.compile(builder.instructions, outputs: outputs)
    let chains = program.pixelSteps.filter { $0.kernel == MR_CHAIN }
    #expect(chains.count == 1 && chains[0].links.last == .end)
    let names = [
      (MR_MUL_S, "mul_s"), (MR_ADD_S, "add_s"), (MR_MAD_SS, "mad_ss"), (MR_MAD_VS, "mad_vs"),
    ]
    func name(_ link: ChainLink) -> String {
      names.first { mr_link_id($0.0, 0) == link.operation }?.1 ?? "?"
    }
    return try #require(chains.first).links.dropLast().map {
      ($0.from == nil ? "" : ">") + name($0) + ($0.to == nil ? "" : "!")
    }.joined(separator: " ")
  }

  @Test func onlyWhatIsReadElsewhereIsWritten() throws {
    let builder = ProgramBuilder()
    let x = builder.ramp(Ramp(base: 0, stepX: 1, stepY: 1))
    let (s, t) = (builder.param(2), builder.param(3))
    let polynomial = builder.mad(builder.mad(builder.mad(x, s, t), x, s), x, t)
    #expect(try links(builder, [polynomial]) == ">mad_ss mad_vs mad_vs!")
    // Read twice: written once, and taken by the first of its readers.
    let half = builder.mul(x, s)
    let outputs = [builder.add(half, t), builder.mul(half, t)]
    #expect(try links(builder, outputs) == ">mul_s! add_s! >mul_s!")
  }

  @Test func whatAloneIsReadIsComputedRightBefore() throws {
    let builder = ProgramBuilder()
    let x = builder.ramp(Ramp(base: 0, stepX: 1, stepY: 1))
    let y = builder.ramp(Ramp(base: 1, stepX: 2, stepY: 1))
    let (s, t) = (builder.param(2), builder.param(3))
    // In turn: each chain would be interrupted by the other.
    let (a, b) = (builder.mul(x, s), builder.mul(y, s))
    let (c, d) = (builder.add(a, t), builder.add(b, t))
    #expect(try links(builder, [c, d]) == ">mul_s add_s! >mul_s add_s!")
  }

  @Test("random graphs give the same with and without chains", arguments: 0..<60)
  func randomGraphs(_ seed: Int) throws {
    var graph = RandomGraph(seed: UInt64(seed))
    let lowering = Lowering(
      region: PixelRect(size: PixelSize(24, 18)), scale: 1, space: ColorSpace(.srgb))
    let value = try lowering.lower(graph.image(depth: 6))
    let builder = lowering.grids[0].builder
    let counts = [true, false].map { chained in
      ProgramCompiler.compile(
        builder.instructions, outputs: value.components, chained: chained)
    }
    // No more registers than without, but for one.
    #expect(counts[0].vectorCount <= counts[1].vectorCount + 1)
    #expect(counts[0].pixelSteps.count <= counts[1].pixelSteps.count)
  }
}

// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// What the compiler makes of instructions.
struct ProgramTests {
  @Test func constantsAreFolded() {
    let builder = ProgramBuilder()
    let x = builder.ramp(Ramp(base: 0, stepX: 1, stepY: 0))
    let (two, three) = (builder.literal(2), builder.literal(3))
    #expect(builder.number(builder.add(two, three)) == 5)
    #expect(builder.number(builder.mul(two, three)) == 6)
    #expect(builder.mul(x, builder.one) == x && builder.add(builder.zero, x) == x)
    #expect(builder.mul(x, builder.zero) == builder.zero)
    #expect(builder.mad(x, builder.zero, three) == three)
    #expect(builder.sub(x, builder.zero) == x && builder.div(x, builder.one) == x)
  }

  @Test func equalInstructionsAreOne() {
    let builder = ProgramBuilder()
    let x = builder.ramp(Ramp(base: 0, stepX: 1, stepY: 0))
    let y = builder.ramp(Ramp(base: 1, stepX: 1, stepY: 0))
    #expect(builder.add(x, y) == builder.add(x, y))
    #expect(builder.ramp(Ramp(base: 0, stepX: 1, stepY: 0)) == x)
    #expect(builder.param(1) != builder.param(1))
  }

  @Test func workGoesWhereItIsSeldomest() {
    let builder = ProgramBuilder()
    let x = builder.ramp(Ramp(base: 0, stepX: 1, stepY: 1))
    let y = builder.ramp(Ramp(base: 0, stepX: 0, stepY: 1))
    let (s, t) = (builder.param(2), builder.param(3))
    let perFrame = builder.mul(s, t)
    let perRow = builder.mul(y, perFrame)
    let unused = builder.mul(x, x)
    let sum = builder.mad(x, perFrame, perRow)
    let program = ProgramCompiler.compile(builder.instructions, outputs: [sum])
    #expect(builder.rate(unused) == .pixel)
    #expect(program.frameSteps.count == 1)
    #expect(program.rowSteps.count == 2)
    // The ramp, and one step that multiplies by the frame's number and adds the row's.
    #expect(program.pixelSteps.count == 2)
    #expect(program.pixelSteps.last?.kernel == MR_MAD_SS)
  }

  @Test func registersAreUsedAgain() {
    let builder = ProgramBuilder()
    var sum = builder.ramp(Ramp(base: 0, stepX: 1, stepY: 1))
    for index in 1...200 {
      sum = builder.add(sum, builder.ramp(Ramp(base: Double(index), stepX: 1, stepY: 1)))
    }
    let program = ProgramCompiler.compile(builder.instructions, outputs: [sum])
    #expect(program.vectorCount == 3)
    #expect(program.tileWidth == 1024)
    let bound = BoundProgram(
      program, params: builder.params, payloads: builder.payloads, kernels: mr_kernels_best())
    let worker = TileWorker(bound)
    worker.run(x: 10, y: 0, count: 3)
    #expect(worker.output(0)[2] == Float(201 * 12 + 200 * 201 / 2))
  }

  @Test func aResultNeverSharesItsRegisterWithAnOperand() {
    for seed in 0..<20 {
      var graph = RandomGraph(seed: UInt64(seed))
      let lowering = Lowering(
        region: PixelRect(size: PixelSize(24, 18)), scale: 1, space: ColorSpace(.srgb))
      guard let value = try? lowering.lower(graph.image(depth: 5)) else {
        Issue.record("seed \(seed) cannot be lowered")
        continue
      }
      let program = ProgramCompiler.compile(
        lowering.grids[0].builder.instructions, outputs: value.components)
      for step in program.pixelSteps where step.body.isEmpty {
        #expect(Set(step.out).isDisjoint(with: step.operands))
        #expect(step.out.allSatisfy { $0 < program.vectorCount })
      }
    }
  }

  /// The first rows of the first grid of `image`, drawn by a program with or without guards and chains.
  private func rows(_ lowering: Lowering, _ outputs: [Value], guarded: Bool, chained: Bool = true)
    -> [[Float]]
  {
    let builder = lowering.grids[0].builder
    let program = ProgramCompiler.compile(
      builder.instructions, outputs: outputs, guarded: guarded, chained: chained)
    let bound = BoundProgram(
      program, params: builder.params, payloads: builder.payloads, kernels: mr_kernels_best())
    let worker = TileWorker(bound)
    return (0..<40).map { y in
      worker.run(x: 0, y: y, count: 150)
      return outputs.indices.flatMap {
        Array(UnsafeBufferPointer(start: worker.output($0), count: 150))
      }
    }
  }

  @Test func layersRunWhereTheyAreSeen() throws {
    var (guards, merges) = (0, 0)
    for seed in 0..<40 {
      var random = Seeded(UInt64(seed))
      var image = Image(frame: .random(.yuv420(), 150, 40, seed: UInt64(seed)))
      for index in 0..<Int.random(in: 1...4, using: &random) {
        let map = AffineTransform(scaleX: 1.3, y: 1.1)
          .followed(by: .init(rotationDegrees: .random(in: -90...90, using: &random)))
          .followed(
            by: .init(
              translationX: .random(in: -40...150, using: &random),
              y: .random(in: -20...40, using: &random)))
        var layer = Image(frame: .random(.yuv420(), 30, 20, seed: random.next()))
          .transformed(by: map, sampling: .bilinear).saturation(0.5)
        if index % 2 == 0 { layer = layer.opacity(0.7) }
        if Bool.random(using: &random) {
          layer = layer.cropped(to: Rect(x: 20.5, y: 3, width: 70, height: 22.25))
        }
        image =
          Bool.random(using: &random) ? layer.over(image) : image.dissolved(to: layer, amount: 0.3)
      }
      let lowering = Lowering(
        region: PixelRect(size: PixelSize(150, 40)), scale: 1, space: ColorSpace(.srgb))
      let value = try lowering.lower(image)
      for outputs in [value.components, value.colors] {
        let steps = ProgramCompiler.compile(
          lowering.grids[0].builder.instructions, outputs: outputs
        ).pixelSteps
        guards += steps.count { !$0.body.isEmpty }
        merges += steps.flatMap(\.flattened).count { $0.kernel == MR_OVER }
        let wanted = rows(lowering, outputs, guarded: false, chained: false)
        for (guarded, chained) in [(true, true), (true, false), (false, true)] {
          #expect(
            rows(lowering, outputs, guarded: guarded, chained: chained) == wanted,
            "seed \(seed), guarded \(guarded), chained \(chained)")
        }
      }
    }
    #expect(guards > 80 && merges > 80, "\(guards) and \(merges)")
  }

  @Test func onlyNumbersChangeFromFrameToFrame() throws {
    let renderer = PictureRenderer(threadCount: 1)
    let target = FrameTarget(size: PixelSize(32, 18), format: .yuv420(), color: .bt709)
    var prints: Set<String> = []
    for index in 0..<10 {
      let share = Float(index + 1) / 12
      let image = Image(frame: .random(.yuv420(), 20, 10, seed: UInt64(index)))
        .transformed(by: .init(rotationDegrees: Double(index) + 3)).saturation(share).opacity(share)
        .over(Image(color: Color(Double(share), 0.51, 0.26)))
      prints.insert(try renderer.render(image, to: target).fingerprint)
    }
    #expect(prints.count == 10)
    #expect(renderer.programCount <= 2)
  }

  @Test func pointwisePicturesNeedNoRaster() throws {
    let lowering = Lowering(
      region: PixelRect(size: PixelSize(64, 36)), scale: 1, space: ColorSpace(.srgb))
    let frame = Image(frame: .random(.yuv420(), 64, 36, seed: 1))
    let turned = frame.transformed(by: .init(rotationDegrees: 10), sampling: .bilinear)
    _ = try lowering.lower(
      turned.saturation(0.5).over(frame.gamma(2)).dissolved(to: Image(color: .white), amount: 0.2))
    #expect(lowering.passes.isEmpty)
  }

  @Test("a frame that is reduced and turned in many places is reduced once")
  func reductionsAreShared() throws {
    let frame = Image(frame: .random(.yuv420(), 96, 54, seed: 3))
    func turned(_ degrees: Double, _ x: Double, scale: Double = 0.3) -> Image {
      frame.transformed(by: .init(scaleX: scale, y: scale), sampling: .bilinear)
        .transformed(by: .init(rotationDegrees: degrees), sampling: .bilinear)
        .transformed(by: .init(translationX: x, y: 20))
    }
    func passes(_ image: Image) throws -> Int {
      let lowering = Lowering(
        region: PixelRect(size: PixelSize(160, 90)), scale: 1, space: ColorSpace(.srgb))
      _ = try lowering.lower(image)
      return lowering.passes.count
    }
    // One for each plane; the last hangs over the edge a little.
    #expect(try passes(turned(9, 20)) == 3)
    let three = turned(9, 20).over(turned(-9, 60)).over(turned(9, 133))
    #expect(try passes(three) == 3)
    #expect(try passes(turned(9, 20).over(turned(9, 60, scale: 0.25))) == 6, "another size")
  }

  @Test func rastersHoldOnlyWhatIsNeeded() throws {
    let lowering = Lowering(
      region: PixelRect(size: PixelSize(64, 36)), scale: 1, space: ColorSpace(.srgb))
    let wide = Image(.noise(seed: 1)).gaussianBlurred(sigma: 2)
    _ = try lowering.lower(wide.cropped(to: Rect(x: 0, y: 0, width: 64, height: 36)))
    #expect(lowering.passes.map(\.output.rect.width) == [64 + 16, 64])
    let small = Image(color: .white).cropped(to: Rect(x: 10, y: 10, width: 8, height: 4))
    let other = Lowering(
      region: PixelRect(size: PixelSize(4000, 3000)), scale: 1, space: ColorSpace(.srgb))
    _ = try other.lower(small.gaussianBlurred(sigma: 1))
    // The input has a transparent pixel on each side, and so has the result.
    #expect(other.passes.map(\.output.rect.width) == [8 + 2, 8 + 2 * 5])
  }
}

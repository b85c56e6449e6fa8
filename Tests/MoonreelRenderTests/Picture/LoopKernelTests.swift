// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import PlainKernels
import Testing

@testable import MoonreelRender

/// Kernels that go round, compared with the same steps pixel by pixel.
struct LoopKernelTests {
  private static let size = PixelSize(150, 40)

  /// How often the number z of the Mandelbrot set stays small, for each pixel.
  private let escape = PixelKernel("escape", inputs: 1, extent: .everywhere) { k in
    let (cx, cy) = (k.x * 0.02 - 2, k.y * 0.05 - 1)
    let zero = k.literal(0)
    let end = k.loop(limit: 64, [k.literal(1), zero, zero, zero]) { z in
      let (x, y) = (z[1] * z[1] - z[2] * z[2] + cx, z[1] * z[2] * 2 + cy)
      let goesOn = k.literal(4).atLeast(x * x + y * y, k.literal(1), else: zero)
      return [goesOn, x, y, z[3] + 1]
    }
    return KernelPixel(end[3] * (1 / 64), end[1], end[2], k.literal(1))
  }

  /// A sum over rounds that all pixels make, whose count is a number, with values that change places.
  private let turns = PixelKernel("turns", inputs: 1, numbers: 1, extent: .everywhere) { k in
    let pixel = k.input(0)
    let start = [k.number(0), k.literal(0), pixel.red, pixel.green]
    let end = k.loop(limit: 100, start) { v in
      [v[0] - 1, v[1] + v[2] * v[0], v[3], v[2]]
    }
    return KernelPixel(end[1], end[2], end[3], end[0])
  }

  /// Loops in one another: the inner one goes round as often as the outer one has, the outer one until a pixel's sum
  /// is large enough.
  private let nested = PixelKernel("nested", inputs: 1, extent: .everywhere) { k in
    let step = k.input(0).red + 0.01
    let one = k.literal(1)
    let end = k.loop(limit: 9, [one, k.literal(0), k.literal(0)]) { outer in
      let inner = k.loop(limit: 9, [outer[1], outer[2]]) { inner in
        [inner[0] - 1, inner[1] + step * inner[0]]
      }
      let isDone = k.literal(0)
      return [inner[1].atLeast(4, isDone, else: one), outer[1] + 1, inner[1] + k.x * 0.001]
    }
    return KernelPixel(end[2], end[1], end[0], step)
  }

  /// A loop whose rounds depend on the row, and one on nothing but numbers.
  private let even = PixelKernel("even", inputs: 1, numbers: 1, extent: .everywhere) { k in
    func sum(_ count: KernelTerm, _ step: KernelTerm) -> KernelTerm {
      k.loop(limit: 50, [count, k.literal(0)]) { [$0[0] - 1, $0[1] + step * $0[0]] }[1]
    }
    let rows = sum(k.y * 0.5, k.number(0))
    let frame = sum(k.number(0) * 3, k.number(0))
    return KernelPixel(rows, frame, sum(k.y, k.x), sum(frame, rows))
  }

  /// Choices in one another, in a loop and around one, with values that both sides share.
  private let choices = PixelKernel("choices", inputs: 1, numbers: 1, extent: .everywhere) { k in
    let red = k.input(0).red
    func costly(_ a: KernelTerm) -> KernelTerm {
      (((a.floor * 3 + red).fraction * a + a.squareRoot - red * 2) * (a + 1) + a * 0.25).fraction
    }
    let shared = costly(k.x * 0.1)
    let inner = red.atLeast(0.3, costly(shared + red), else: costly(k.y + 7) + shared)
    let outer = k.x.atLeast(70, inner, else: costly(k.x * 3))
    let before = costly(red + 5)
    let late = (k.y * 0.2).fraction.atLeast(0.5, before, else: costly(red * 9))
    let end = k.loop(limit: 12, [red * 12, outer]) { v in
      let step = v[0].atLeast(6, costly(v[1] * 0.01), else: costly(v[0]) - late)
      return [v[0] - 1, v[1] * 0.5 + step]
    }
    let uniform = k.number(0).atLeast(0.5, costly(end[1] * 0.1), else: costly(end[1] * 0.2))
    return KernelPixel(uniform, outer, late, end[1])
  }

  /// A choice that is made in stretches, of every width and at every distance, and one in it.
  private let stretches = PixelKernel("stretches", inputs: 1, numbers: 2, extent: .everywhere) {
    k in
    let red = k.input(0).red
    func costly(_ a: KernelTerm) -> KernelTerm {
      (((a * 3 + red).fraction * a + a.squareRoot - red * 2) * (a + 1) + a * 0.25).fraction
    }
    let place = (k.x + k.y * 7) * (1 / 700)
    let inside = (place.fraction * 700 - k.number(0)).absolute
    let inner = (k.x * 0.004).fraction.atLeast(0.5, costly(k.x * 0.5), else: costly(k.x * 0.25))
    let outer = k.number(1).atLeast(inside, inner, else: costly(k.x * 0.125) + red)
    return KernelPixel(outer, inside, inner * outer, k.literal(1))
  }

  private func rows(
    _ image: Image, guarded: Bool, chained: Bool, _ kernels: UnsafePointer<mr_kernels>
  ) throws -> [[Float]] {
    try rows(image, Self.size, guarded: guarded, chained: chained, kernels)
  }

  private func rows(
    _ image: Image, _ size: PixelSize, guarded: Bool, chained: Bool,
    _ kernels: UnsafePointer<mr_kernels>
  ) throws -> [[Float]] {
    let lowering = Lowering(region: PixelRect(size: size), scale: 1, space: ColorSpace(.srgb))
    let outputs = try lowering.lower(image).components
    let builder = lowering.grids[0].builder
    let program = ProgramCompiler.compile(
      builder.instructions, outputs: outputs, guarded: guarded, chained: chained)
    let bound = BoundProgram(
      program, params: builder.params, payloads: builder.payloads, kernels: kernels)
    let worker = TileWorker(bound)
    return (0..<size.height).map { y in
      worker.run(x: 0, y: y, count: size.width)
      return outputs.indices.flatMap {
        Array(UnsafeBufferPointer(start: worker.output($0), count: size.width))
      }
    }
  }

  /// An opaque gray picture; what is made of numbers alone would be drawn by itself.
  private static let gray = Image(
    frame: .floats(size.width, size.height) { x, y in
      SIMD4(level(x, y), level(x, y), level(x, y), 1)
    })

  private static func level(_ x: Int, _ y: Int) -> Float { Float((x * 7 + y * 13) % 32) / 32 }

  /// What the kernel makes of the gray picture, step by step.
  private func plain(_ kernel: PixelKernel, _ numbers: [Float]) -> [[Float]] {
    (0..<Self.size.height).map { y in
      let pixels = (0..<Self.size.width).map { x in
        KernelWalk<Float>(kernel: kernel).result { operation, a in
          switch operation {
          case .input(_, let component): component == 3 ? 1 : Self.level(x, y)
          case .number(let index): numbers[index]
          case .literal(let number): number
          case .x: Float(x) + 0.5
          case .y: Float(y) + 0.5
          case .computed(let operation): ScalarFormula.value(operation, a)
          case .sample, .carried, .after: .nan
          }
        }
      }
      return (0..<4).flatMap { part in pixels.map { $0[part] } }
    }
  }

  @Test func loopsGoRoundForEachPixel() throws {
    let cases: [(PixelKernel, [Float])] = [
      (escape, []), (turns, [7]), (turns, [0]), (turns, [250]), (nested, []), (even, [1]),
      (even, [0]), (even, [6]), (choices, [0]), (choices, [1]),
    ]
    for (kernel, numbers) in cases {
      let wanted = plain(kernel, numbers)
      let image = Image.applying(kernel, to: [Self.gray], numbers: numbers)
      for kernels in kernelLevels() {
        for (guarded, chained) in [(true, true), (true, false), (false, true), (false, false)] {
          let found = try rows(image, guarded: guarded, chained: chained, kernels)
          #expect(
            found == wanted,
            "\(kernel.name) \(numbers), guarded \(guarded), chained \(chained)")
        }
      }
    }
  }

  @Test("what is chosen in stretches is computed in them", arguments: [0, 1, 15, 60, 130, 400])
  func stretches(_ width: Int) throws {
    let size = PixelSize(1000, 12)
    let picture = Image(
      frame: .floats(size.width, size.height) { x, y in
        SIMD4(Self.level(x, y), Self.level(x, y), Self.level(x, y), 1)
      })
    for distance: Float in [0, 70, 350, 690] {
      let image = Image.applying(
        stretches, to: [picture], numbers: [distance, Float(width)])
      for kernels in kernelLevels() {
        let wanted = try rows(image, size, guarded: false, chained: false, kernels)
        for chained in [false, true] {
          let found = try rows(image, size, guarded: true, chained: chained, kernels)
          #expect(found == wanted, "\(distance), chained \(chained)")
        }
      }
    }
  }

  @Test func whatIsChosenNowhereIsNotComputed() throws {
    let lowering = Lowering(
      region: PixelRect(size: Self.size), scale: 1, space: ColorSpace(.srgb))
    let value = try lowering.lower(Image.applying(choices, to: [Self.gray], numbers: [1]))
    let program = ProgramCompiler.compile(
      lowering.grids[0].builder.instructions, outputs: value.components)
    func branches(_ steps: [TileProgram.Step]) -> Int {
      steps.reduce(0) { sum, step in
        var own = 0
        if case .branching = step.kind { own = 1 }
        return sum + own + branches(step.body)
      }
    }
    // Both sides of four choices at the top, one of them with another in it, and of one in the loop.
    #expect(branches(program.pixelSteps) == 10)
    #expect(program.depth == 2)
  }

  @Test func whatDoesNotChangeIsComputedBeforeTheLoop() throws {
    let kernel = PixelKernel("still", inputs: 1, extent: .everywhere) { k in
      let end = k.loop(limit: 20, [k.literal(20), k.literal(0)]) { v in
        [v[0] - 1, v[1] + (k.x * k.y).sine * v[0]]
      }
      return KernelPixel(end[1], end[1], end[1], k.literal(1))
    }
    let lowering = Lowering(
      region: PixelRect(size: Self.size), scale: 1, space: ColorSpace(.srgb))
    let value = try lowering.lower(Image.applying(kernel, to: [Self.gray]))
    let program = ProgramCompiler.compile(
      lowering.grids[0].builder.instructions, outputs: value.components)
    let loop = try #require(program.pixelSteps.first { !$0.body.isEmpty })
    #expect(loop.kind == .looping(limit: 20, isScalar: true))
    #expect(!loop.body.contains { $0.kernel == MR_SIN })
    #expect(program.pixelSteps.contains { $0.kernel == MR_SIN })
  }

  @Test func loopsOfNumbersAloneRunOnceInAFrame() throws {
    let lowering = Lowering(
      region: PixelRect(size: Self.size), scale: 1, space: ColorSpace(.srgb))
    let value = try lowering.lower(Image.applying(even, to: [Self.gray], numbers: [2]))
    let program = ProgramCompiler.compile(
      lowering.grids[0].builder.instructions, outputs: value.components)
    #expect(program.frameSteps.count { !$0.body.isEmpty } == 1)
    #expect(program.rowSteps.count { !$0.body.isEmpty } == 2)
    #expect(program.pixelSteps.count { !$0.body.isEmpty } == 1)
  }
}

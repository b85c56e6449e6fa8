// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import PlainKernels
import Testing

@testable import MoonreelRender

struct PixelKernelTests {
  @Test(arguments: ScalarOperation.costly)
  func functionsAreWithinTwoUnits(_ operation: ScalarOperation) {
    for kernels in kernelLevels() {
      let bench = KernelBench(registers: 3)
      var random = Seeded(7)
      for lane in 0..<1024 {
        bench[1][lane] = Float.random(in: ScalarFormula.range(operation), using: &random)
        bench[2][lane] = Float.random(in: -3...3, using: &random)
      }
      let isKept = bench.run(kernel(kernels, operation.kernel), out: [0], in: [1, 2], width: 1000)
      #expect(isKept)
      for lane in 0..<1000 {
        let (a, b) = (bench[1][lane], bench[2][lane])
        let exact = ScalarFormula.value(operation, [Double(a), Double(b)])
        // Flushed or not, what lies below the normal numbers is as good as zero.
        let unit = max(Float(abs(exact)).ulp, Float.leastNormalMagnitude)
        #expect(
          abs(Double(bench[0][lane]) - exact) <= 2 * Double(unit), "\(operation.name)(\(a), \(b))")
      }
    }
  }

  /// In double precision errors are so small that the float is the nearest one, or as good as that.
  @Test("what is computed in double precision is rounded once", arguments: ScalarOperation.costly)
  func rounding(_ operation: ScalarOperation) {
    let reach =
      operation == .sine || operation == .cosine ? -60...60 : ScalarFormula.range(operation)
    for kernels in kernelLevels() {
      let bench = KernelBench(registers: 3)
      var random = Seeded(11)
      for round in 0..<40 {
        for lane in 0..<1024 {
          let near = Float.random(in: 0.5...2, using: &random)
          bench[1][lane] =
            round % 4 == 3 && reach.contains(near) ? near : .random(in: reach, using: &random)
          bench[2][lane] = Float.random(in: -9...9, using: &random)
        }
        _ = bench.run(kernel(kernels, operation.kernel), out: [0], in: [1, 2], width: 1024)
        for lane in 0..<1024 {
          let (a, b) = (bench[1][lane], bench[2][lane])
          let exact = ScalarFormula.value(operation, [Double(a), Double(b)])
          guard abs(exact) >= Double(Float.leastNormalMagnitude) else { continue }
          let error = abs(Double(bench[0][lane]) - exact) / Double(Float(abs(exact)).ulp)
          #expect(error <= 0.502, "\(operation.name)(\(a), \(b))")
        }
      }
    }
  }

  @Test func anglesHoldAtTheirEnds() {
    let points: [(Float, Float, Double)] = [
      (0, 0, 0), (0, 1, 0), (1, 0, .pi / 2), (-1, 0, -.pi / 2), (0, -1, .pi), (1, 1, .pi / 4),
      (-1, -1, -3 * .pi / 4),
    ]
    for kernels in kernelLevels() {
      let bench = KernelBench(registers: 3)
      for (lane, point) in points.enumerated() {
        (bench[1][lane], bench[2][lane]) = (point.0, point.1)
      }
      _ = bench.run(kernel(kernels, MR_ATAN2), out: [0], in: [1, 2], width: points.count)
      for (lane, point) in points.enumerated() {
        #expect(abs(Double(bench[0][lane]) - point.2) < 1e-6)
      }
    }
  }

  @Test func levelsGiveTheSameBits() throws {
    let base = try #require(mr_kernels_level(0))
    for operation in ScalarOperation.costly {
      for width in KernelTests.widths {
        var wanted: [UInt32]?
        for kernels in [base] + kernelLevels() {
          let bench = KernelBench(registers: 3)
          var random = Seeded(UInt64(width))
          let special: [Float] = [
            0, -0.0, .nan, .infinity, -.infinity, 1e30, -1e30, .leastNonzeroMagnitude,
          ]
          for lane in bench[1].indices {
            bench[1][lane] =
              lane % 7 == 6 ? special[lane / 7 % 8] : Float.random(in: -9...9, using: &random)
            bench[2][lane] = Float.random(in: -9...9, using: &random)
          }
          #expect(bench.run(kernel(kernels, operation.kernel), out: [0], in: [1, 2], width: width))
          let bits = bench.bits(0, width)
          #expect(wanted == nil || wanted == bits, "\(operation.name) \(width)")
          wanted = bits
        }
      }
    }
  }

  private static let swirl = PixelKernel("swirl", inputs: 2, numbers: 2) { kernel in
    let (first, second) = (kernel.input(0).straight, kernel.input(1))
    let wave = ((kernel.x * kernel.number(0)).sine + (kernel.y * 0.7).cosine) * 0.25 + 0.5
    let angle = (kernel.y - 4.2).arcTangent(over: kernel.x - 3.7).absolute * 0.3
    let share = wave.smoothstep(kernel.literal(0.1), kernel.number(1))
    let red = first.red.power(1.5).mixed(with: second.red, by: share)
    let green = (first.green.maximum(0.01).log2 * 0.5).exp2.minimum(angle)
    let blue = first.blue.squareRoot.atLeast(0.4321, second.blue, else: angle / (wave + 1))
    return KernelPixel(red, green, blue, first.alpha.maximum(second.alpha))
  }

  @Test func kernelsAreTheirStepsOneByOne() throws {
    let renderer = PictureRenderer(threadCount: 2)
    for seed in 0..<8 {
      let first = Image(frame: .random(.rgba, 13, 9, .srgb, seed: UInt64(seed)))
      let second = Image(frame: .random(.yuv444(), 20, 18, tags(.bt709), seed: 99))
      let image = first.applying(Self.swirl, to: second, numbers: [0.3, 0.9])
        .transformed(by: AffineTransform(translationX: Double(seed), y: 1))
      let frame = try renderer.render(image, to: .float(24, 18))
      for y in 0..<18 {
        for x in 0..<24 {
          let wanted = SlowPainter().color(image, .identity, x, y)
          for (plane, part) in [(0, 1), (1, 2), (2, 0), (3, 3)] {
            let error = abs(Double(frame.float(plane, x, y)) - wanted[part])
            #expect(error < 1e-4, "seed \(seed) at \(x),\(y)")
          }
        }
      }
    }
  }

  @Test func extentsFollowTheInputs() {
    func image(_ rect: Rect?) -> Image {
      let color = Image(color: .white)
      return rect.map { color.cropped(to: $0) } ?? color
    }
    let first = image(Rect(x: 0, y: 0, width: 10, height: 4))
    let second = image(Rect(x: 5, y: 0, width: 10, height: 4))
    func extent(_ extent: PixelKernel.Extent, _ first: Image, _ second: Image) -> Rect? {
      let kernel = PixelKernel("first", inputs: 2, extent: extent) { $0.input(0) }
      return first.applying(kernel, to: second).extent
    }
    #expect(extent(.union, first, second) == Rect(x: 0, y: 0, width: 15, height: 4))
    #expect(extent(.intersection, first, second) == Rect(x: 5, y: 0, width: 5, height: 4))
    #expect(extent(.intersection, image(nil), second) == second.extent)
    #expect(extent(.input(1), first, second) == second.extent)
    #expect(extent(.union, first, image(nil)) == nil)
    #expect(extent(.everywhere, first, second) == nil)
  }

  @Test func oneProgramServesAllNumbers() throws {
    let renderer = PictureRenderer(threadCount: 1)
    let gain = PixelKernel("gain", inputs: 1, numbers: 1) { kernel in
      kernel.input(0).mapColors { $0 * kernel.number(0) }
    }
    let frame = FrameBuffer.random(.rgb24, 8, 8, .srgb, seed: 4)
    for factor: Float in [0, 0.25, 1, 2] {
      _ = try renderer.render(
        Image(frame: frame).applying(gain, numbers: [factor]), to: .rgb(8, 8))
    }
    #expect(renderer.programCount == 1)
  }

  @Test func aWrongCountIsAnError() {
    let kernel = PixelKernel("two", inputs: 2, numbers: 1) { $0.input(0) }
    let image = Image(.kernel(kernel, inputs: [Image(color: .white)], numbers: []))
    #expect(throws: MoonreelError.self) {
      try PictureRenderer(threadCount: 1).render(image, to: .rgb(4, 4))
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import PlainKernels
import Testing

@testable import MoonreelRender

/// What is known of a kernel's values before any pixel is drawn.
struct KernelRangesTests {
  /// A kernel of one picture and three numbers at random; its result is what the last four operations compute.
  private static func random(_ seed: UInt64) -> PixelKernel {
    var random = Seeded(seed)
    return PixelKernel("random", inputs: 1, numbers: 3) { kernel in
      let pixel = kernel.input(0)
      var terms = [
        kernel.x, kernel.y, kernel.number(0), kernel.number(1), kernel.number(2), pixel.red,
        pixel.green, pixel.alpha, kernel.literal(1), kernel.literal(3), kernel.literal(-0.5),
      ]
      func term() -> KernelTerm { terms.randomElement(using: &random)! }
      for _ in 0..<24 {
        let (a, b, share) = (term(), term(), term().applying(.clamp))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: terms.append(a * (1 - share) + b * share)
        case 1: terms.append((1 - share).applying(.blend, to: a, share, b))
        case 2: terms.append(share * share * (3 - kernel.literal(2) * share))
        case 3: terms.append(a.fraction)
        case 4: terms.append(a.atLeast(b, share, else: term()))
        case 5: terms.append(a * a)
        default:
          let operation = ScalarOperation.all.randomElement(using: &random)!
          terms.append(a.applying(operation, to: (1..<operation.operandCount).map { _ in term() }))
        }
      }
      let last = terms.suffix(4).map { $0 }
      return KernelPixel(last[0], last[1], last[2], last[3])
    }
  }

  @Test("values lie where they are said to", arguments: 0..<400)
  func values(_ seed: Int) {
    let kernel = Self.random(UInt64(seed))
    var random = Seeded(UInt64(seed) + 1000)
    let numbers = (0..<3).map { _ in Float.random(in: -2...2, using: &random) }
    let ranges = KernelRanges(kernel, numbers, x: -4...20, y: 0...9)
    for _ in 0..<30 {
      let point = (
        Double.random(in: -4...20, using: &random), Double.random(in: 0...9, using: &random)
      )
      let pixel = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
      let values = KernelWalk<Double>(kernel: kernel).result { operation, a in
        switch operation {
        case .input(_, let component): pixel[component]
        case .number(let index): Double(numbers[index])
        case .literal(let number): Double(number)
        case .x: point.0
        case .y: point.1
        case .computed(let operation): ScalarFormula.value(operation, a)
        case .sample, .carried, .after: .nan
        }
      }
      for (step, value) in zip(kernel.result, values) where value.isFinite {
        guard let range = ranges[step] else { continue }
        let slack = 1e-4 * max(1, abs(range.lowerBound), abs(range.upperBound))
        let isInside = value >= range.lowerBound - slack && value <= range.upperBound + slack
        #expect(isInside, "seed \(seed), step \(step): \(value) in \(range)")
      }
    }
  }

  @Test("a mix of shares is a share, and choices between numbers are made beforehand")
  func shares() {
    let kernel = PixelKernel("mix", inputs: 2, numbers: 1) { kernel in
      let (a, b, number) = (kernel.input(0).red, kernel.input(1).red, kernel.number(0))
      let mixed = a * (1 - number) + b * number
      let lit = a * 1.5
      return KernelPixel(
        mixed, lit, number.atLeast(0.5, a, else: b), number.atLeast(kernel.x, a, else: b))
    }
    func ranges(_ number: Float) -> KernelRanges {
      KernelRanges(kernel, [number], x: 0...10, y: 0...10)
    }
    for number: Float in [0, 0.25, 1] {
      #expect(ranges(number).isShare(kernel.result[0]), "\(number)")
      #expect(!ranges(number).isShare(kernel.result[1]), "\(number)")
    }
    #expect(!ranges(1.5).isShare(kernel.result[0]))
    let choices = kernel.result.suffix(2).map { kernel.steps[$0].operands }
    for (number, wanted): (Float, Bool?) in [(0.4, false), (0.6, true), (0.5, nil)] {
      #expect(ranges(number).isAtLeast(choices[0][0], choices[0][1]) == wanted, "\(number)")
    }
    #expect(ranges(0.5).isAtLeast(choices[1][0], choices[1][1]) == nil)
    #expect(ranges(11).isAtLeast(choices[1][0], choices[1][1]) == true)
  }
}

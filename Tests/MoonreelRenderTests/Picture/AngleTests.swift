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
}

// SPDX-License-Identifier: MIT

import MoonreelModel
import Testing

@testable import MoonreelRender

/// Axes that are kept are those that would be made.
@Suite struct ResampleAxisCacheTests {
  private func made(_ key: ResampleAxisCache.Key) -> ResampleAxis {
    ResampleAxis(
      pixels: key.pixels, scale: key.scale, offset: key.offset, length: key.length,
      sampling: key.sampling)
  }

  @Test("more axes than are kept, each asked for twice and in turn")
  func same() {
    let cache = ResampleAxisCache()
    let keys: [ResampleAxisCache.Key] = (0..<24).map { index in
      let scale: Double = index % 3 == 0 ? 1 : 0.4 + Double(index) / 7
      let sampling: Image.Sampling = index % 2 == 0 ? .bicubic : .lanczos
      return ResampleAxisCache.Key(
        pixels: -2..<(30 + index), scale: scale, offset: Double(index) / 5, length: 40,
        sampling: sampling)
    }
    let twice: [ResampleAxisCache.Key] = keys.flatMap { [$0, $0] }
    for key in [keys, keys.reversed(), twice].joined() {
      let (found, wanted) = (cache.axis(key), made(key))
      #expect(found.first == wanted.first && found.weights == wanted.weights)
      #expect(found.steadyStep == wanted.steadyStep && found.taps == wanted.taps)
      #expect(found.lowest == Int(wanted.first.min() ?? 0))
      #expect(found.highest == Int(wanted.first.max() ?? 0) + wanted.taps - 1)
    }
  }

  @Test("moves by parts of a pixel and halvings have one set of weights")
  func steady() {
    func step(_ scale: Double, _ offset: Double) -> Int32? {
      let axis = ResampleAxis(
        pixels: 0..<64, scale: scale, offset: offset, length: 200, sampling: .bicubic)
      return axis.steadyStep
    }
    #expect(step(1, 0.25) == 1 && step(2, 0.5) == 2 && step(1.5, 0) == nil)
  }

  @Test("taps that no pixel has a weight for are not there")
  func idleTaps() {
    for (scale, offset) in [(1.0, 0.25), (2, 0.5), (2, -3.3), (3, 0.1), (4, 17.9)] {
      let axis = ResampleAxis(
        pixels: 0..<64, scale: scale, offset: offset, length: 300, sampling: .bicubic)
      #expect((Int(4 * scale) - 1...Int(4 * scale)).contains(axis.taps))
      #expect(axis.weights.count == 64 * axis.taps)
      let ends = [axis.weights.prefix(64), axis.weights.suffix(64)]
      #expect(ends.allSatisfy { end in end.contains { $0 != 0 } })
      // The first sample with a weight is the first whose centre lies less than the radius away.
      let centre = scale * 0.5 + offset
      #expect(Int(axis.first[0]) == Int((centre - 2 * scale - 0.5).rounded(.down)) + 1)
    }
  }
}

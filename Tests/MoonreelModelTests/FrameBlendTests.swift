// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }
private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }

@Suite struct FrameBlendTests {
  /// Frame numbers, at ten a second from second 2 on, with their shares in hundredths.
  private func shares(_ range: TimeRange) throws -> [[Int]] {
    FrameBlend(over: range, rate: try FrameRate(10), from: t(2)).parts.map {
      [Int((($0.sourceTime - t(2)).seconds * 10).rounded(.down)), Int(($0.share * 100).rounded())]
    }
  }

  @Test("shares are how long each frame is there")
  func shares() throws {
    #expect(try shares(r(2, 2.1)) == [[0, 100]])
    #expect(try shares(r(2.025, 2.125)) == [[0, 75], [1, 25]])
    #expect(try shares(r(2.19, 2.29)) == [[1, 10], [2, 90]])
    #expect(try shares(r(2.05, 2.45)) == [[0, 13], [1, 25], [2, 25], [3, 25], [4, 13]])
  }

  @Test("hurried sources are sampled, with shares that add up to 1")
  func manyFrames() throws {
    let parts = FrameBlend(over: r(2, 12), rate: try FrameRate(10), from: t(2)).parts
    #expect(parts.count <= 17 && parts.count >= 8)
    #expect(abs(parts.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.sourceTime < $1.sourceTime })
  }
}

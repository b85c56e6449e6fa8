// SPDX-License-Identifier: MIT

import MoonreelCore

/// Finds the beats of a sound whose tempo is known: the chain of moments at which the most sets in and that lie about a
/// period apart (D. Ellis, "Beat Tracking by Dynamic Programming", 2007).
struct BeatChain {
  let curve: OnsetCurve
  /// Values from beat to beat.
  let period: Double
  let cancellation: CancellationFlag

  /// What a distance costs that is not the period: this times the square of the logarithm of their ratio.
  private static let tightness = 100.0

  /// The beats, between values, and how clearly each is heard.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func beats() throws -> [(place: Double, confidence: Double)] {
    let strengths = curve.smooth
    let chain = try chain(strengths)
    let heard = chain.map { strengths[$0] }.sorted()
    guard let median = heard.isEmpty ? nil : heard[heard.count / 2], median > 0 else { return [] }
    // Beats before the music begins and after it ends are none.
    let isHeard = { (index: Int) in strengths[index] >= 0.25 * median }
    guard let first = chain.firstIndex(where: isHeard), let last = chain.lastIndex(where: isHeard)
    else { return [] }
    return chain[first...last].map { index in
      (curve.top(strengths, near: index), Double(min(1, strengths[index] / median)))
    }
  }

  private func chain(_ strengths: [Float]) throws -> [Int] {
    let distances = max(1, Int(period / 2))...Int(period * 2)
    let costs = distances.map { distance in
      let ratio = PortableMath.log(Double(distance) / period)
      return Float(Self.tightness * ratio * ratio)
    }
    var scores = strengths
    var before = [Int32](repeating: -1, count: strengths.count)
    for index in strengths.indices {
      if index % 65_536 == 0 { try cancellation.check() }
      var (best, from) = (Float(0), -1)
      for offset in 0..<costs.count {
        let earlier = index - distances.lowerBound - offset
        guard earlier >= 0 else { break }
        let score = scores[earlier] - costs[offset]
        if score > best { (best, from) = (score, earlier) }
      }
      if from >= 0 {
        scores[index] += best
        before[index] = Int32(from)
      }
    }
    let tail = max(0, strengths.count - Int(period))..<strengths.count
    guard var place = tail.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var chain = [place]
    while before[place] >= 0 {
      place = Int(before[place])
      chain.append(place)
    }
    return chain.reversed()
  }
}

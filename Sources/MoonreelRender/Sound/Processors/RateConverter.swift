// SPDX-License-Identifier: MIT

import MoonreelCore

/// Brings samples that come bit by bit to another rate. A sample is ready as soon as all that it follows from is known; its
/// sample *n* is at the time of sample *n*.
struct RateConverter {
  private let piece: TapePiece
  /// Samples in, one place in, for each out.
  private let step: Rational
  private let reach: Int64
  private var planes: [[Float]]
  private var start: Int64
  private var position: Int64 = 0

  /// A converter of `channelCount` planes, before whose first sample there is silence.
  init(from oldRate: Int, to newRate: Int, channelCount: Int) {
    piece = .conversion(from: oldRate, to: newRate)
    step = Rational(Int64(oldRate), Int64(newRate))
    reach = Int64(piece.table.taps / 2)
    start = -reach
    planes = Array(repeating: [Float](repeating: 0, count: Int(reach)), count: channelCount)
  }

  /// Takes samples, one plane a channel; all that are ready by them.
  mutating func convert(_ more: [[Float]]) -> [[Float]] {
    for channel in planes.indices { planes[channel] += more[channel] }
    let known = max(0, start + Int64(planes.first?.count ?? 0) - reach)
    // The samples whose place lies before sample `known`.
    let end = (known * step.denominator + step.numerator - 1) / step.numerator
    let count = Int(max(0, end - position))
    var result = planes.map { _ in [Float](repeating: 0, count: count) }
    guard count > 0 else { return result }
    var walk = piece.path.walk(at: position)
    walk.index -= start
    for channel in planes.indices {
      piece.table.interpolate(
        planes[channel], from: 0, along: walk, into: &result[channel], at: 0, count)
    }
    position = end
    let stale = Int(max(0, piece.path.walk(at: end).index - reach - start))
    for channel in planes.indices { planes[channel].removeFirst(stale) }
    start += Int64(stale)
    return result
  }
}

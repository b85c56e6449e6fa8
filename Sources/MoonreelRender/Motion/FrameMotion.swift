// SPDX-License-Identifier: MIT

import MoonreelCore

/// A point of one frame, and where it lies in the next.
struct PointPair {
  var from: Point
  var to: Point
}

/// How the view moves from one frame to the next: what most points of the picture do.
///
/// Corners of the first frame are followed into the second and back; those that come back to where they were count. The
/// map is the one that most of them agree on (a random sample consensus, whose numbers always are the same), fitted to
/// these. So what moves inside of the picture does not count while it is the smaller part.
package struct FrameMotion: Sendable {
  /// The map from the first frame to the second, in pixels of the upright frame at square pixels, about its middle.
  package let map: Similarity
  /// Whether the points agree on it; where not, it moves nothing.
  package let isSure: Bool
  /// How much the frames differ after the best move of the whole, 0…1.
  package let difference: Double

  /// What lies between two frames of one track; `upright` maps pixels of its frames to pixels of what is shown, about its
  /// middle.
  package init(from first: LumaPyramid, to second: LumaPyramid, upright: AffineTransform) {
    guard first.levels[0].size == second.levels[0].size, first.factor == second.factor else {
      (map, isSure, difference) = (.identity, false, 1)
      return
    }
    let tracker = PointTracker(first, second)
    difference = tracker.difference / 255
    let (pairs, cornerCount) = tracker.pairs()
    let scale = Double(first.factor)
    let placed = pairs.map { pair in
      PointPair(
        from: upright.apply(to: Point(pair.from.x * scale, pair.from.y * scale)),
        to: upright.apply(to: Point(pair.to.x * scale, pair.to.y * scale)))
    }
    let agreement = Consensus(placed, tolerance: scale)
    isSure =
      agreement.count >= Self.fewestPoints
      && Double(agreement.count) >= Double(cornerCount) * Self.leastShare
    map = isSure ? agreement.map : .identity
  }

  private static let fewestPoints = 6
  /// Of all corners so many have to agree.
  private static let leastShare = 0.25
}

/// The map on which most pairs agree.
private struct Consensus {
  private(set) var map = Similarity.identity
  private(set) var count = 0

  private static let trialCount = 120
  private static let roundCount = 4

  /// - Parameter tolerance: how far beside its place a point may lie, in pixels.
  init(_ pairs: [PointPair], tolerance: Double) {
    guard pairs.count > 1 else { return }
    let limit = tolerance * tolerance
    for trial in 0..<Self.trialCount {
      let number = SplitMix64.mixed(UInt64(trial))
      let first = Int(number & 0xffff_ffff) % pairs.count
      let second = (first + 1 + Int(number >> 32) % (pairs.count - 1)) % pairs.count
      guard let map = Similarity(fitting: [pairs[first], pairs[second]]) else { continue }
      let agreeing = pairs.reduce(0) { $0 + (map.squaredError($1) <= limit ? 1 : 0) }
      if agreeing > count { (self.map, count) = (map, agreeing) }
    }
    for _ in 0..<Self.roundCount {
      let agreeing = pairs.filter { map.squaredError($0) <= limit }
      guard agreeing.count >= count, let map = Similarity(fitting: agreeing) else { return }
      (self.map, count) = (map, agreeing.count)
    }
  }
}

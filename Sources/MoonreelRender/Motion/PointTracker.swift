// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Follows the corners of one picture into another.
struct PointTracker {
  private let first: LumaPyramid
  private let second: LumaPyramid
  /// The move of the whole picture, in pixels of the smallest level.
  private let shift: (x: Int32, y: Int32)
  /// How much the smallest levels differ after that, in steps of luma.
  let difference: Double

  /// One corner is looked for in each square of so many pixels of the first level.
  private static let cell = 32
  /// Corners are looked for so many pixels apart.
  private static let step = 8
  /// The least that a corner's patch has to say; see `mr_motion_texture`.
  private static let leastTexture = 8.0
  /// The least beside the best of all, as a share.
  private static let leastShare = 0.02
  /// How far beside its place a point may lie after it was followed there and back, in pixels of the first level.
  private static let mostError = 0.5
  /// How far the whole picture is moved at most, as a share of its longer side.
  private static let reach = 1.0 / 6

  init(_ first: LumaPyramid, _ second: LumaPyramid) {
    precondition(
      first.levels[0].size == second.levels[0].size && first.factor == second.factor,
      "frames of one size")
    (self.first, self.second) = (first, second)
    var (x, y): (Int32, Int32) = (0, 0)
    var (from, to) = (first.levels[first.levels.count - 1], second.levels[second.levels.count - 1])
    let longest = Double(max(from.size.width, from.size.height))
    let reach = Int32(limiting: (longest * Self.reach).rounded())
    difference = withExtendedLifetime((from, to)) {
      var (a, b) = (from.luma, to.luma)
      return mr_motion_search(&a, &b, reach, &x, &y)
    }
    shift = (x, y)
  }
}

// MARK: Following

extension PointTracker {
  /// The corners of the first picture that are found in the second and again in the first, in pixels of the first level;
  /// and how many were looked for.
  func pairs() -> (found: [PointPair], cornerCount: Int) {
    let corners = corners()
    let found = corners.compactMap { corner -> PointPair? in
      let start = (x: Double(shift.x), y: Double(shift.y))
      guard let there = follow(corner, from: first, to: second, start) else { return nil }
      let reached = Point((corner.x + there.x).rounded(), (corner.y + there.y).rounded())
      guard let back = follow(reached, from: second, to: first, (-start.x, -start.y)) else {
        return nil
      }
      let (x, y) = (there.x + back.x, there.y + back.y)
      guard x * x + y * y <= Self.mostError * Self.mostError else { return nil }
      return PointPair(from: corner, to: Point(corner.x + there.x, corner.y + there.y))
    }
    return (found, corners.count)
  }

  /// How far away the patch around `point` of the first level lies in another picture; `nil` where it is not found.
  ///
  /// - Parameter start: a guess, in pixels of the smallest level.
  private func follow(
    _ point: Point, from: LumaPyramid, to: LumaPyramid, _ start: (x: Double, y: Double)
  ) -> Point? {
    var (dx, dy) = start
    for level in from.levels.indices.reversed() {
      if level + 1 < from.levels.count { (dx, dy) = (2 * dx, 2 * dy) }
      let scale = 1 / Double(1 << level)
      let half = Double(MR_PATCH) / 2
      let (x, y) = ((point.x * scale - half).rounded(), (point.y * scale - half).rounded())
      let (a, b) = (from.levels[level], to.levels[level])
      let isFound = withExtendedLifetime((a, b)) {
        var (from, to) = (a.luma, b.luma)
        return mr_motion_align(&from, &to, Int32(limiting: x), Int32(limiting: y), &dx, &dy) != 0
      }
      guard isFound || level > 0 else { return nil }
    }
    return Point(dx, dy)
  }

  /// The middle of the best patch of each cell.
  private func corners() -> [Point] {
    let level = first.levels[0]
    let half = Double(MR_PATCH) / 2
    var (best, greatest): ([(texture: Double, point: Point)], Double) = ([], 0)
    withExtendedLifetime(level) {
      var luma = level.luma
      for top in stride(from: 0, to: level.size.height, by: Self.cell) {
        for left in stride(from: 0, to: level.size.width, by: Self.cell) {
          var (most, place) = (0.0, Point.zero)
          for y in stride(from: top, to: top + Self.cell, by: Self.step) {
            for x in stride(from: left, to: left + Self.cell, by: Self.step) {
              let texture = mr_motion_texture(&luma, Int32(x), Int32(y))
              if texture > most {
                (most, place) = (texture, Point(Double(x) + half, Double(y) + half))
              }
            }
          }
          greatest = max(greatest, most)
          best.append((most, place))
        }
      }
    }
    let least = max(Self.leastTexture, greatest * Self.leastShare)
    return best.filter { $0.texture >= least }.map(\.point)
  }
}

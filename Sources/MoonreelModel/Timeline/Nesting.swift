// SPDX-License-Identifier: MIT

import MoonreelCore

/// How deep timelines lie in one another, and how many segments they come to when taken apart.
///
/// Each segment keeps its own, so that asking costs nothing: forty timelines that each hold the one
/// before twice would otherwise take 2⁴⁰ steps to look through.
package struct Nesting: Hashable, Sendable {
  /// Timelines inside timelines; 0 where there are none.
  var depth = 0
  /// Segments, those of nested timelines counted as often as they are shown.
  var segmentCount = 1

  /// How deep timelines may lie in one another. Only tracks take segments, and they check: so what draws, mixes
  /// or examines a timeline may go down without counting.
  private static let depthLimit = 32
  /// How many segments they may come to.
  static let segmentCountLimit = 1_000_000

  init(_ source: SegmentSource?) {
    guard let timeline = source?.nestedTimeline else { return }
    for track in timeline.tracks {
      for segment in track.segments {
        depth = max(depth, segment.nesting.depth)
        segmentCount = min(segmentCount + segment.nesting.segmentCount, Self.segmentCountLimit + 1)
      }
    }
    depth += 1
  }

  /// Refuses timelines nested too deep or too often.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`).
  func check(_ what: @autoclosure () -> String) throws {
    try Self.check(depth: depth, "Cannot \(what())")
    guard segmentCount <= Self.segmentCountLimit else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot \(what()): with all that it holds it comes to more than \(Self.segmentCountLimit) "
          + "segments.")
    }
  }

  /// Refuses `depth` timelines in one another where that is too deep.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`): what was tried, and why it cannot be.
  package static func check(depth: Int, _ attempt: @autoclosure () -> String) throws {
    guard depth > depthLimit else { return }
    throw MoonreelError(
      .limitExceeded,
      "\(attempt()): timelines may lie \(depthLimit) deep in one another, not deeper.")
  }
}

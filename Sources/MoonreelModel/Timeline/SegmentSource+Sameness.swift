// SPDX-License-Identifier: MIT

import MoonreelCore

extension SegmentSource {
  /// Whether both are known to be one and the same: a stream of the same file; a source that is equal, or the same object;
  /// copies of a pre-composition; timelines with the same segments on their tracks of sound.
  func isSame(as other: SegmentSource) -> Bool {
    switch (self, other) {
    case (.asset(let own), .asset(let other)): own == other
    case (.composed(let own), .composed(let other)): own.identity === other.identity
    case (.timeline(let own), .timeline(let other)): own.sounds(like: other)
    case (.custom(let own), .custom(let other)): Self.areSame(own, other)
    case (.asset, _), (.composed, _), (.timeline, _), (.custom, _): false
    }
  }

  private static func areSame(_ own: any Source, _ other: any Source) -> Bool {
    if let own = own as? any Equatable { return own.equals(other) }
    return type(of: own) is AnyClass && type(of: other) is AnyClass
      && (own as AnyObject) === (other as AnyObject)
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}

extension Timeline {
  /// Whether its tracks of sound have the same segments as those of `other`.
  fileprivate func sounds(like other: Timeline) -> Bool {
    let (own, other) = (tracks(.audio), other.tracks(.audio))
    return own.count == other.count
      && zip(own, other).allSatisfy { own, other in
        own.isEnabled == other.isEnabled && own.preferredVolume == other.preferredVolume
          && own.segments.count == other.segments.count
          && zip(own.segments, other.segments).allSatisfy { $0.plays(like: $1) }
      }
  }
}

extension Segment {
  fileprivate func plays(like other: Segment) -> Bool {
    guard targetRange == other.targetRange, isReversed == other.isReversed, curve == other.curve,
      timing.isSameLine(as: other.timing)
    else { return false }
    guard let source, let otherSource = other.source else { return isEmpty && other.isEmpty }
    return source.isSame(as: otherSource)
  }
}

extension [Segment] {
  /// The stretches over which sound goes on without a cut.
  package var soundRanges: [TimeRange] {
    var ranges: [TimeRange] = []
    var before: Segment?
    for segment in self where segment.source != nil {
      if before?.goesOn(in: segment) == true, let last = ranges.popLast() {
        ranges.append(last.union(segment.targetRange))
      } else {
        ranges.append(segment.targetRange)
      }
      before = segment
    }
    return ranges
  }
}

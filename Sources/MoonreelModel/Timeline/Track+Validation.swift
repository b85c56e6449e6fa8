// SPDX-License-Identifier: MIT

import MoonreelCore

extension Track {
  /// Everything that is wrong with `segments`, in order; empty where they make a valid track.
  public static func faults(in segments: [Segment], mediaType: MediaType) -> [Fault] {
    var faults: [Fault] = []
    var end = Time.zero
    for (index, segment) in segments.enumerated() {
      let range = segment.targetRange
      func note(_ kind: Fault.Kind, _ sentence: String) {
        faults.append(Fault(kind, range, "Segment \(index + 1) at \(range.text) \(sentence)"))
      }
      if range.isEmpty { note(.invalidRange, "has no length.") }
      if range.start > end {
        note(
          .gap,
          index == 0
            ? "leaves a hole: the first segment begins at zero."
            : "leaves a hole: the one before ends at \(end.text).")
      } else if range.start < end {
        note(
          .overlap,
          index == 0
            ? "begins before zero." : "overlaps the one before, which ends at \(end.text).")
      }
      end = max(end, range.end)
      guard let source = segment.source else { continue }
      if !source.carries(mediaType) {
        note(.invalidValue, "shows '\(source.name)', which carries no \(mediaType.rawValue).")
      } else if let error = Self.sourceError(segment, source) {
        note(.invalidRange, "is not possible: \(error.message)")
      }
    }
    return faults
  }

  /// Checks that the segments begin at zero, are contiguous, have a length and lie inside their sources.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) that names every fault.
  public func validateSegments() throws {
    try Fault.throwIfAny(
      Track.faults(in: segments, mediaType: mediaType), "Track \(id) is not valid")
  }

  /// Replaces all segments.
  ///
  /// - Throws: `MoonreelError`: `invalidTimeline` that names every fault, `limitExceeded` where timelines lie too
  ///   deep in one another; the track is then as before.
  public mutating func setSegments(_ new: [Segment]) throws {
    for segment in new { try segment.nesting.check(segment.attempt) }
    try Fault.throwIfAny(
      Track.faults(in: new, mediaType: mediaType), "Cannot set the segments of track \(id)")
    var numbered = new
    numberInsertions(&numbered)
    segments = numbered
  }

  private static func sourceError(_ segment: Segment, _ source: SegmentSource) -> MoonreelError? {
    let range = segment.sourceRange
    guard !range.isEmpty else {
      return MoonreelError(.invalidTimeline, "its source range has no length.")
    }
    do {
      try source.check(range, what: segment.attempt)
      return nil
    } catch let error as MoonreelError {
      return error
    } catch {
      return MoonreelError(.invalidTimeline, "\(error)")
    }
  }
}

extension Segment {
  /// What it tries, for messages.
  fileprivate var attempt: String { "show \(sourceRange.text) of '\(source?.name ?? "nothing")'" }
}

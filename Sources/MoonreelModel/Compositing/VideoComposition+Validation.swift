// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoComposition {
  /// Everything that keeps this composition from rendering `range` of `timeline`; empty where it can
  /// (`isValid(for:timeRange:validationDelegate:)`). First what concerns the whole, then holes and
  /// overlaps in order of time, then each instruction's own faults.
  ///
  /// - Parameter range: what is to be rendered; `nil`: the whole timeline.
  public func faults(for timeline: Timeline, range: TimeRange? = nil) -> [Fault] {
    let range = range ?? TimeRange(start: .zero, duration: timeline.duration)
    return valueFaults(timeline) + coverageFaults(range)
      + instructions.enumerated().flatMap { index, instruction in
        instructionFaults(instruction, number: index + 1, timeline).map { fault in
          var fault = fault
          fault.instructionIndex = index
          return fault
        }
      }
  }

  /// Checks that this composition can render `range` of `timeline`.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) that names every fault.
  public func validate(for timeline: Timeline, range: TimeRange? = nil) throws {
    try Fault.throwIfAny(
      faults(for: timeline, range: range), "The video composition is not valid")
  }

  private func valueFaults(_ timeline: Timeline) -> [Fault] {
    var faults: [Fault] = []
    if renderSize.width < 1 || renderSize.height < 1 || renderSize.width > 65_536
      || renderSize.height > 65_536
    {
      faults.append(
        Fault(.invalidValue, nil, "The render size cannot be \(renderSize): use 1 to 65536 pixels.")
      )
    }
    if !renderScale.isFinite || renderScale <= 0 || renderScale > 64 {
      faults.append(
        Fault(.invalidValue, nil, "The render scale cannot be \(renderScale): use 0 to 64."))
    }
    if let track = sourceTrackIDForFrameTiming {
      faults += trackFaults(track, .video, nil, "The frame timing", timeline)
    }
    for track in sourceMetadataTrackIDs {
      faults += trackFaults(track, .metadata, nil, "The source metadata", timeline)
    }
    return faults
  }

  /// Holes, overlaps and disorder.
  private func coverageFaults(_ range: TimeRange) -> [Fault] {
    var faults: [Fault] = []
    func gap(_ from: Time, _ to: Time) {
      let hole = TimeRange(start: from, end: to)
      faults.append(Fault(.gap, hole, "No instruction covers \(hole.text)."))
    }
    guard let first = instructions.first else {
      if !range.isEmpty { gap(range.start, range.end) }
      return faults
    }
    if first.timeRange.start > range.start {
      gap(range.start, min(first.timeRange.start, range.end))
    }
    var end = first.timeRange.start
    for (index, instruction) in instructions.enumerated() {
      let own = instruction.timeRange
      if own.isEmpty {
        faults.append(
          Fault(.invalidRange, own, "Instruction \(index + 1) at \(own.start.text) has no length."))
      }
      if own.start > end { gap(end, own.start) }
      if own.start < end {
        faults.append(
          Fault(
            .overlap, own,
            "Instruction \(index + 1) over \(own.text) begins before the one before it ends, at "
              + "\(end.text)."))
      }
      end = max(end, own.end)
    }
    if end < range.end { gap(max(end, range.start), range.end) }
    return faults
  }

  private func instructionFaults(
    _ instruction: VideoInstruction, number: Int, _ timeline: Timeline
  ) -> [Fault] {
    let range = instruction.timeRange
    let who = "Instruction \(number) over \(range.text)"
    var faults: [Fault] = []
    if instruction.compositor != nil, !instruction.layerInstructions.isEmpty {
      faults.append(
        Fault(.invalidValue, range, "\(who) has both a compositor and layers: give one of them."))
    }
    let background = instruction.backgroundColor
    let parts = [background.red, background.green, background.blue, background.alpha]
    if !parts.allSatisfy(\.isFinite) {
      faults.append(Fault(.invalidValue, range, "\(who) has a background that is not a colour."))
    }
    for layer in instruction.layerInstructions {
      faults += trackFaults(layer.trackID, .video, range, who, timeline)
      faults += layer.faults(who)
    }
    for track in instruction.requiredTrackIDs ?? [] {
      faults += trackFaults(track, .video, range, who, timeline)
    }
    if let track = instruction.passthroughTrackID {
      faults += trackFaults(track, .video, range, who, timeline)
    }
    for track in instruction.requiredMetadataTrackIDs {
      faults += trackFaults(track, .metadata, range, who, timeline)
    }
    return faults
  }

  private func trackFaults(
    _ id: TrackID, _ type: MediaType, _ range: TimeRange?, _ who: String, _ timeline: Timeline
  ) -> [Fault] {
    guard let track = timeline[id] else {
      return [
        Fault(.unknownTrack, range, "\(who) names track \(id), which the timeline does not have.")
      ]
    }
    guard track.mediaType != type else { return [] }
    return [
      Fault(
        .unknownTrack, range,
        "\(who) names track \(id), which carries \(track.mediaType.rawValue), not \(type.rawValue)."
      )
    ]
  }
}

extension LayerInstruction {
  /// Overlapping ramps and values that cannot be drawn.
  func faults(_ who: String) -> [Fault] {
    let own =
      transforms.faults("transform")
      + opacities.faults("opacity") { $0 >= 0 && $0 <= 1 }
      + crops.faults("crop") { $0.hasArea }
    return own.map { Fault($0.kind, $0.timeRange, "\(who), track \(trackID): \($0.message)") }
  }
}

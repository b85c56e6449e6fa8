// SPDX-License-Identifier: MIT

import MoonreelCore

/// Time remapping that asks for moments which the source does not have: its first or last frame is held.
///
/// Layers that run, and segments of tracks, are refused when they are made.
struct SourceRangeRule: Lint.Rule {
  func findings(in subject: LintSubject) throws -> [Finding] {
    guard let stack = subject.stack else { return [] }
    return try subject.pictureLayers.compactMap { index in
      let layer = stack.layers[index]
      guard let remap = layer.timing.remap, let video = layer.source.video,
        let available = video.availableRange, !available.isEmpty
      else { return nil }
      return try finding(layer, remap, video.name, available, subject)
    }
  }

  private func finding(
    _ layer: Layer, _ remap: Animated<Double>, _ name: String, _ available: TimeRange,
    _ subject: LintSubject
  ) throws -> Finding? {
    var (first, last, farthest) = (Time?.none, Time.zero, Time.zero)
    for time in subject.sampleTimes(in: subject.shownRange(of: layer)) {
      let wanted = try Time(seconds: try remap.value(at: layer.localTime(time)))
      guard wanted < available.start || wanted > available.end else { continue }
      func distance(_ wanted: Time) -> Time {
        max(available.start - wanted, wanted - available.end)
      }
      if first == nil || distance(wanted) > distance(farthest) { farthest = wanted }
      (first, last) = (first ?? time, time)
    }
    guard let first else { return nil }
    let end =
      farthest < available.start
      ? "begins at \(available.start.text)" : "ends at \(available.end.text)"
    let held = farthest < available.start ? "first" : "last"
    return Finding(
      .sourceRange, TimeRange(start: first, end: last), place: layer.place,
      "\(layer.label.sentenceStart) asks for \(farthest.text) of '\(name)', which \(end): from "
        + "\(first.text) to \(last.text) its \(held) frame stands still. Keep 'time_remap' inside it."
    )
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// Something that is on screen for a while: a layer, or a segment of a track.
struct ShownItem {
  /// What findings call it.
  let label: String
  let place: String?
  let range: TimeRange
  /// Which lies above which.
  let order: (Int, Int)

  func isAbove(_ other: ShownItem) -> Bool { order > other.order }

  func isBelow(_ other: ShownItem) -> Bool { order < other.order }
}

/// A stretch in which nothing is shown, and what is shown before and after it.
struct Hole {
  let range: TimeRange
  let before: ShownItem
  let after: ShownItem

  /// The line that can close it.
  var place: String? { after.place ?? before.place }
}

extension LintSubject {
  /// What is on screen, in order of time; `nil` where a function draws, and what it shows is not known.
  var shownItems: [ShownItem]? {
    let items = stack.map(layerItems) ?? segmentItems
    return items?.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
  }

  private func layerItems(_ stack: LayerStack) -> [ShownItem]? {
    guard stack.compositor == nil else { return nil }
    return pictureLayers.map { index in
      let layer = stack.layers[index]
      return ShownItem(
        label: layer.label, place: layer.place, range: shownRange(of: layer),
        order: (layer.level, index))
    }.filter { !$0.range.isEmpty }
  }

  /// The segments of the tracks that instructions name.
  private var segmentItems: [ShownItem]? {
    let video = film.videoComposition
    let draws = video.compositor != nil || video.instructions.contains { $0.compositor != nil }
    guard !draws else { return nil }
    let named = Set(
      video.instructions.flatMap { instruction in
        instruction.layerInstructions.map(\.trackID)
          + (instruction.passthroughTrackID.map { [$0] } ?? [])
      })
    let tracks = film.timeline.tracks(.video).filter { named.contains($0.id) && $0.isEnabled }
    return tracks.enumerated().flatMap { order, track in
      track.segments.filter { !$0.isEmpty }.enumerated().map { index, segment in
        ShownItem(
          label: "\(segment.label) on track \(track.id)", place: segment.place,
          range: segment.targetRange.intersection(range), order: (order, index))
      }
    }.filter { !$0.range.isEmpty }
  }

  /// The stretches between `items`, which are in order of time, that none of them covers.
  func holes(between items: [ShownItem]) -> [Hole] {
    guard var last = items.first else { return [] }
    var holes: [Hole] = []
    for item in items.dropFirst() {
      if item.range.start > last.range.end {
        let range = TimeRange(start: last.range.end, end: item.range.start)
        holes.append(Hole(range: range, before: last, after: item))
      }
      if item.range.end > last.range.end { last = item }
    }
    return holes
  }
}

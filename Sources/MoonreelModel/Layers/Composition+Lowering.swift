// SPDX-License-Identifier: MIT

import MoonreelCore

extension Composition {
  /// The tracks, instructions and volumes that show this composition.
  ///
  /// Layers that do not meet share tracks (first fit, back to back included); every sound has a track of
  /// its own. There is one instruction between any two moments at which a layer begins or ends.
  ///
  /// - Parameter isNested: whether it will be a layer of another composition: what lies below shows where
  ///   it has neither background nor picture.
  /// - Throws: `MoonreelError` (`invalidTimeline`) for the first fault of ``validate()``, or a layer that
  ///   wants more of its source than there is.
  public func lowered(isNested: Bool = false) throws -> ComposedTimeline {
    var composition = self
    if !isNested { composition.background = background ?? .black }
    return try composition.composed()
  }

  private func composed() throws -> ComposedTimeline {
    try validate()
    var timeline = Timeline()
    timeline.frameRate = frameRate
    timeline.naturalSize = size
    let whole = TimeRange(start: .zero, duration: duration)
    let shown = shownLayers(in: whole)
    let tracks = try addPictures(of: shown, to: &timeline, in: whole)
    let transitions = allTransitions
    let mix = try addSound(to: &timeline, in: whole, transitions)
    if shown.isEmpty { try timeline.extendFirstTrack(to: whole.end) }
    for track in captionTracks { try timeline.addCaptions(track, until: whole.end) }
    for track in metadataTracks { try timeline.addMetadata(track, until: whole.end) }
    var video = VideoComposition(renderSize: size, frameRate: frameRate)
    (video.color, video.workingSpace, video.seed) = (color, workingSpace, seed)
    (video.filter, video.owner, video.place) = (filter, owner, place)
    let stack = LayerStack(self, tracks: tracks, shown: shown, transitions)
    video.instructions = instructions(stack, shown, in: whole)
    return ComposedTimeline(
      timeline: timeline, videoComposition: video, audioMix: mix, duration: whole.duration)
  }

  /// The layers that are drawn, or whose pictures or places others need, by their position.
  private func shownLayers(in whole: TimeRange) -> [Int] {
    let inPlay = Set(layersInPlay.map(\.id))
    let mattes = Set(layers.filter { inPlay.contains($0.id) }.compactMap(\.matte?.layer))
    return layers.indices.filter { index in
      let layer = layers[index]
      return (inPlay.contains(layer.id) || mattes.contains(layer.id)) && layer.source.isVisual
        && layer.timeRange.overlaps(whole)
    }
  }

  /// Adds tracks for the pictures of `shown` layers.
  ///
  /// - Returns: the tracks by the layers' positions.
  private func addPictures(
    of shown: [Int], to timeline: inout Timeline, in whole: TimeRange
  ) throws -> [Int: TrackID] {
    let moving = shown.filter { layers[$0].source.video != nil }
    let allocation = TrackAllocation(moving.map { layers[$0].timeRange })
    var tracks = (0..<max(allocation.count, shown.isEmpty ? 0 : 1)).map { _ in
      (id: timeline.addTrack(.video), segments: [Segment]())
    }
    var found: [Int: TrackID] = [:]
    let pairs = zip(moving, allocation.tracks).sorted {
      (layers[$0.0].timeRange.start, $0.0) < (layers[$1.0].timeRange.start, $1.0)
    }
    for (index, track) in pairs {
      let segments = try layers[index].videoSegments(frameRate: frameRate, in: whole)
      tracks[track].segments.append(after: layers[index].timeRange.start, segments)
      found[index] = tracks[track].id
    }
    for index in tracks.indices {
      if index == 0 { tracks[0].segments.extend(to: whole.end) }
      let segments = tracks[index].segments
      try timeline.updateTrack(tracks[index].id) { try $0.setSegments(segments) }
    }
    return found
  }

  /// One instruction between any two moments at which something begins or ends.
  private func instructions(
    _ stack: LayerStack, _ shown: [Int], in whole: TimeRange
  ) -> [VideoInstruction] {
    guard !whole.isEmpty else { return [] }
    let cuts = cutTimes(shown, in: whole)
    var starting = shown.sorted { layers[$0].timeRange.start < layers[$1].timeRange.start }[...]
    var active: [Int] = []
    return zip(cuts, cuts.dropFirst()).map { start, end in
      active.removeAll { layers[$0].timeRange.end <= start }
      while let next = starting.first, layers[next].timeRange.start <= start {
        active.append(next)
        starting.removeFirst()
      }
      let drawn = active.sorted { (layers[$0].level, $0) < (layers[$1].level, $1) }
      return instruction(over: TimeRange(start: start, end: end), stack, drawn)
    }
  }

  private func instruction(over range: TimeRange, _ stack: LayerStack, _ drawn: [Int])
    -> VideoInstruction
  {
    var instruction = VideoInstruction(timeRange: range)
    instruction.backgroundColor = background ?? .transparent
    instruction.compositor = LayerCompositor(stack: stack, layers: drawn)
    instruction.requiredTrackIDs = Set(drawn.compactMap { stack.tracks[$0] }).sorted()
    return instruction
  }

  private func cutTimes(_ shown: [Int], in whole: TimeRange) -> [Time] {
    var times: Set<Time> = [whole.start, whole.end]
    for index in shown {
      let range = layers[index].timeRange
      for time in [range.start, range.end] where whole.contains(time) { times.insert(time) }
    }
    return times.sorted()
  }
}

extension Timeline {
  /// Lets a film without pictures last as long as it is meant to, also where its sounds end earlier.
  fileprivate mutating func extendFirstTrack(to end: Time) throws {
    guard let track = tracks.first else { return }
    var segments = track.segments
    segments.extend(to: end)
    try updateTrack(track.id) { try $0.setSegments(segments) }
  }
}

extension [Segment] {
  /// Adds `segments`, the first of which begins at `start`, after a gap where one is needed.
  mutating func append(after start: Time, _ segments: [Segment]) {
    let begin = Swift.max(start, .zero)
    extend(to: begin)
    append(contentsOf: segments)
  }

  /// Adds a gap up to `end`, where the last segment ends earlier.
  mutating func extend(to end: Time) {
    let last = self.last?.targetRange.end ?? .zero
    if last < end { append(Segment(empty: TimeRange(start: last, end: end))) }
  }
}

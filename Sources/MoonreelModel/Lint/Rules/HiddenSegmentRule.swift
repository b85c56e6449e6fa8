// SPDX-License-Identifier: MIT

import MoonreelCore

/// Segments of video tracks of which nothing can be seen: no instruction names their track, their opacity is
/// 0, or a segment of a track above hides them.
///
/// Only what is certain counts as hiding, as for layers: pictures without alpha, still over the whole frame,
/// at full opacity and uncropped. Where a compositor draws, nothing is judged.
struct HiddenSegmentRule: Lint.Rule {
  /// A segment by its track and where it begins.
  private struct Key: Hashable {
    let track: TrackID
    let start: Time
  }

  func findings(in subject: LintSubject) -> [Finding] {
    let video = subject.film.videoComposition
    guard subject.stack == nil else { return [] }
    if let finding = allDisabled(subject) { return [finding] }
    guard video.compositor == nil,
      video.instructions.allSatisfy({ $0.compositor == nil })
    else { return [] }
    let tracks = subject.film.timeline.tracks(.video).filter(\.isEnabled)
    var (reasons, visible) = ([Key: String](), Set<Key>())
    let named = Dictionary(uniqueKeysWithValues: tracks.map { ($0.id, $0) })
    for instruction in video.instructions {
      let moment = InstructionLook(instruction, subject, named)
      for track in tracks {
        for segment in moment.segments(of: track) {
          let key = Key(track: track.id, start: segment.targetRange.start)
          if let reason = moment.reason(segment, track) {
            reasons[key] = reason
          } else {
            visible.insert(key)
          }
        }
      }
    }
    return tracks.flatMap { track in
      track.segments.compactMap { segment in
        let key = Key(track: track.id, start: segment.targetRange.start)
        guard !visible.contains(key), let reason = reasons[key] else { return nil }
        return Finding(
          .neverVisible, segment.targetRange, place: segment.place,
          "\(segment.label) on track \(track.id) is never visible: \(reason)")
      }
    }
  }
}

extension HiddenSegmentRule {
  /// The finding where every track that has something to show or play is disabled.
  private func allDisabled(_ subject: LintSubject) -> Finding? {
    let tracks = subject.film.timeline.tracks.filter { track in
      [.video, .audio].contains(track.mediaType) && track.segments.contains { !$0.isEmpty }
    }
    guard let first = tracks.first, !tracks.contains(where: \.isEnabled) else { return nil }
    let who = tracks.count == 1 ? "Track \(first.id) is" : "All \(tracks.count) tracks are"
    return Finding(
      .neverVisible, nil, place: first.segments.first { !$0.isEmpty }?.place,
      "\(who) disabled, so nothing is shown or heard; set 'enabled' to true.")
  }
}

/// What an instruction shows of segments.
private struct InstructionLook {
  let instruction: VideoInstruction
  let subject: LintSubject
  /// The tracks that are shown at all.
  let tracks: [TrackID: Track]
  /// The part of its time that is shown.
  let range: TimeRange

  init(_ instruction: VideoInstruction, _ subject: LintSubject, _ tracks: [TrackID: Track]) {
    (self.instruction, self.subject, self.tracks) = (instruction, subject, tracks)
    range = instruction.timeRange.intersection(subject.range)
  }

  /// The segments of `track` that have a frame while the instruction is in force.
  func segments(of track: Track) -> [Segment] {
    track.segments(in: range).filter { segment in
      let part = segment.targetRange.intersection(range)
      return !segment.isEmpty && subject.frames(in: part).count > 0
    }
  }

  /// Why nothing of `segment` can be seen; `nil` where something may.
  func reason(_ segment: Segment, _ track: Track) -> String? {
    guard instruction.passthroughTrackID == nil else {
      return instruction.passthroughTrackID == track.id ? nil : "instructions pass other tracks on."
    }
    let layers = instruction.layerInstructions
    guard let position = layers.firstIndex(where: { $0.trackID == track.id }) else {
      return "no instruction names its track while it is there."
    }
    let part = segment.targetRange.intersection(range)
    if layers[position].isConstant(0, in: part) { return "its opacity is 0 all the time." }
    if layers[position].leavesNothing(of: segment, in: part) {
      return "its crop leaves nothing of it."
    }
    let cover = layers[..<position].lazy.compactMap { layer in hider(layer, in: part) }.first
    return cover.map { "\($0) above hides it." }
  }

  /// What `layer` shows over the whole frame for all of `part`; `nil` where that is not certain.
  private func hider(_ layer: LayerInstruction, in part: TimeRange) -> String? {
    guard let track = tracks[layer.trackID], let segment = track.segment(at: part.start),
      segment.targetRange.contains(part),
      case .asset(let source) = segment.source, source.video?.hasAlpha == false,
      let natural = source.video?.naturalSize, layer.isConstant(1, in: part),
      layer.crops.isEmpty, layer.transforms.ramps.allSatisfy({ $0.timeRange.isEmpty })
    else { return nil }
    let places = layer.transforms.ramps.filter { part.contains($0.timeRange.start) }
    let map = layer.transform(at: part.start) ?? track.uprightTransform(of: segment)
    let box = map.boundingBox(of: Rect(origin: .zero, size: natural.size))
    let canvas = Rect(origin: .zero, size: subject.film.videoComposition.renderSize.size)
    guard places.allSatisfy({ $0.timeRange.start == part.start }), map.keepsRectangles,
      box.contains(canvas)
    else { return nil }
    return "\(segment.label) on track \(track.id)"
  }
}

extension LayerInstruction {
  /// Whether crops that stay as they are leave nothing of `segment` for all of `range`.
  fileprivate func leavesNothing(of segment: Segment, in range: TimeRange) -> Bool {
    guard let size = segment.source?.naturalSize?.size, !crops.isEmpty else { return false }
    let frame = Rect(origin: .zero, size: size)
    let whole = RelativeRect(
      pixels: Rect(x: 0, y: 0, width: 0, height: 0), shares: Rect(x: 0, y: 0, width: 1, height: 1))
    return crops.ramps(in: range, initial: whole).allSatisfy { ramp in
      ramp.start == ramp.end && ramp.start.resolved(in: size).intersection(frame).isEmpty
    }
  }

  /// Whether the opacity is `value` for all of `range`.
  fileprivate func isConstant(_ value: Double, in range: TimeRange) -> Bool {
    opacities.ramps(in: range, initial: 1).allSatisfy { $0.start == value && $0.end == value }
  }
}

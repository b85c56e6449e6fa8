// SPDX-License-Identifier: MIT

import MoonreelCore

/// What of a cut makes no layer of a film, whatever kind of file it came from: a clause each.
struct CutOmissions {
  private var omissions = Omissions()
  private var markerCount = 0

  /// Looks through all of `timeline`.
  init(_ timeline: Editorial.Timeline) {
    let whole = timeline.tracks
    noteWhole(whole.properties, lasting: whole.wholeDuration, "the timeline")
    for child in whole.children { visit(child, isTrack: true) }
    guard markerCount > 0 else { return }
    omissions.note("markers of clips, tracks and timelines inside are left out: \(markerCount)")
  }

  /// The clauses.
  var all: [String] { omissions.all }

  /// - Parameter isTrack: whether `element` lies in a stack, where a track is no item of another.
  private mutating func visit(_ element: Editorial.Element, isTrack: Bool) {
    switch element {
    case .gap, .transition: break
    case .clip(let clip):
      noteItem(clip.properties, "clip '\(clip.properties.name)'")
    case .stack(let stack):
      noteItem(stack.properties, "timeline '\(stack.properties.name)'")
      for child in stack.children { visit(child, isTrack: true) }
    case .track(let track):
      let subject = "track '\(track.properties.name)'"
      if isTrack {
        noteWhole(track.properties, lasting: track.wholeDuration, subject)
        markerCount += track.properties.markers.count
      } else {
        noteItem(track.properties, subject)
      }
      noteTransitions(track, subject)
      for child in track.children { visit(child, isTrack: false) }
    }
  }

  /// What becomes a layer keeps its speed, and what Moonreel itself said of its looks.
  private mutating func noteItem(_ properties: Editorial.Properties, _ subject: String) {
    markerCount += properties.markers.count
    let own = properties.metadata.own
    for effect in properties.effects where effect.isEnabled {
      switch effect.kind {
      case .linearTimeWarp, .freezeFrame: break
      case .timeEffect:
        if own?["options"]?["time_remap"] == nil { note(effect, subject) }
      case .other:
        let isKnown =
          own != nil && Dialect.allCases.contains { effect.metadata[$0.metadataName] != nil }
        if !isKnown { note(effect, subject) }
      }
    }
  }

  /// Of tracks, and of the whole, only what lies in them is shown.
  private mutating func noteWhole(
    _ properties: Editorial.Properties, lasting duration: Time, _ subject: String
  ) {
    for effect in properties.effects where effect.isEnabled { note(effect, subject) }
    guard let range = properties.sourceRange,
      range != TimeRange(start: .zero, duration: duration)
    else { return }
    omissions.note("\(subject): the part of it that the cut uses is left out, and all is shown")
  }

  private mutating func note(_ effect: Editorial.Effect, _ subject: String) {
    let name = effect.effectName.isEmpty ? "without a name" : "'\(effect.effectName)'"
    omissions.note("\(subject): its effect \(name) is left out")
  }

  /// Names transitions that lie beside nothing that they could change.
  private mutating func noteTransitions(_ track: Editorial.Track, _ subject: String) {
    for (index, child) in track.children.enumerated() {
      guard case .transition(let transition) = child else { continue }
      let beside = [index - 1, index + 1].filter(track.children.indices.contains)
      let isBesideItem = beside.contains { place in
        switch track.children[place] {
        case .clip, .stack, .track: true
        case .gap, .transition: false
        }
      }
      if !isBesideItem {
        omissions.note("\(subject): the transition '\(transition.name)' is beside no clip")
      }
    }
  }
}

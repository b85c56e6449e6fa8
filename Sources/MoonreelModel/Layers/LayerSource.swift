// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a layer shows and plays.
public enum LayerSource: Sendable {
  /// Pictures, sound, or both: streams of a file, generators, timelines, image sequences.
  case media(video: SegmentSource?, audio: SegmentSource?)
  /// One picture, of its extent's size, or of the composition's where it has no edges.
  case image(Image)
  /// Another composition: a pre-composition with its own time, size and rate.
  case composition(ComposedTimeline)
  /// Nothing of its own: its effects change what lies below, and other layers may have it as parent.
  case adjustment
}

extension LayerSource {
  /// What its pictures come from, where a track has to bring them.
  package var video: SegmentSource? {
    switch self {
    case .media(let video, _): video
    case .composition(let composed): .composed(composed)
    case .image, .adjustment: nil
    }
  }

  /// What its sound comes from.
  package var audio: SegmentSource? {
    switch self {
    case .media(_, let audio): audio
    case .composition(let composed):
      composed.timeline.tracks(.audio).isEmpty ? nil : .composed(composed)
    case .image, .adjustment: nil
    }
  }

  /// Whether it shows something, or changes what others show.
  package var isVisual: Bool {
    if case .media(nil, _) = self { false } else { true }
  }

  /// Whether it has nothing of its own to show or play.
  public var isAdjustment: Bool {
    if case .adjustment = self { true } else { false }
  }

  /// The stretch of the source that exists; `nil` where it lasts as long as wanted.
  public var availableRange: TimeRange? {
    switch self {
    case .media(let video, let audio):
      guard let video else { return audio?.availableRange }
      guard let range = video.availableRange else { return nil }
      return range
    case .composition(let composed): return TimeRange(start: .zero, duration: composed.duration)
    case .image, .adjustment: return nil
    }
  }

  /// What a layer shows that shows this until `end` of its clock.
  func shown(until end: Time) -> LayerSource {
    guard case .media(.custom(let source)?, let audio) = self else { return self }
    return .media(video: .custom(source.shown(until: end)), audio: audio)
  }
}

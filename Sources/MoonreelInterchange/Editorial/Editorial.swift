// SPDX-License-Identifier: MIT

import MoonreelCore

/// A cut as editing programs hand it to each other: the model of OpenTimelineIO, with exact times.
///
/// Tracks hold clips and gaps one after the other; where each lies follows from what comes before it. A transition
/// stands between two of them and lasts from its in offset before their cut to its out offset after it, so both
/// have to have that much more of their media.
public enum Editorial {
  /// The most elements of one timeline.
  static let mostElements = 100_000

  /// A whole cut.
  public struct Timeline: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// The rate that its times are counted at.
    public var rate: FrameRate
    /// The timecode of its first frame, as a time.
    public var startTime: Time
    /// Its tracks from the bottom up, and the markers of the whole.
    public var tracks: Stack
    /// What programs keep with it, by their names.
    public var metadata: Metadata
    /// What the file that it was read from has beside it, and what is left out; a clause each.
    public var omissions: [String] = []

    /// A timeline of `tracks`.
    public init(
      name: String, rate: FrameRate, startTime: Time = .zero, tracks: Stack = Stack(),
      metadata: Metadata = Metadata()
    ) {
      (self.name, self.rate, self.startTime) = (name, rate, startTime)
      (self.tracks, self.metadata) = (tracks, metadata)
    }
  }

  /// What clips, gaps, tracks and stacks have in common.
  public struct Properties: Sendable, Hashable {
    /// What it is called.
    public var name = ""
    /// What of it is shown, on its own clock (of a clip: its media's timecode); its duration is how long it lasts in
    /// the track whatever its speed. `nil`: all.
    public var sourceRange: TimeRange?
    /// What changes it, in order.
    public var effects: [Effect] = []
    /// Marked moments on its own clock.
    public var markers: [Marker] = []
    /// Whether it takes part.
    public var isEnabled = true
    /// What programs keep with it.
    public var metadata = Metadata()

    /// Properties that say nothing.
    public init(name: String = "", sourceRange: TimeRange? = nil) {
      (self.name, self.sourceRange) = (name, sourceRange)
    }
  }

  /// What stands in a track, or lies in a stack.
  public indirect enum Element: Sendable, Hashable {
    case clip(Clip)
    /// Nothing, for a while.
    case gap(Properties)
    case transition(Transition)
    case track(Track)
    case stack(Stack)
  }

  /// Elements that lie over each other, the lowest first.
  public struct Stack: Sendable, Hashable {
    /// Its name, range, effects and markers.
    public var properties = Properties()
    /// The elements, the lowest first.
    public var children: [Element] = []

    /// A stack of `children`.
    public init(_ children: [Element] = []) { self.children = children }
  }

  /// Elements one after the other.
  public struct Track: Sendable, Hashable {
    /// What a track carries.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case video = "Video"
      case audio = "Audio"
    }

    /// Its name, range, effects and markers.
    public var properties: Properties
    /// What it carries.
    public var kind: Kind
    /// The elements in order.
    public var children: [Element]

    /// A track called `name`.
    public init(_ name: String, kind: Kind, _ children: [Element] = []) {
      (properties, self.kind, self.children) = (Properties(name: name), kind, children)
    }
  }

  /// A stretch of media.
  public struct Clip: Sendable, Hashable {
    /// Its name, range, effects and markers.
    public var properties: Properties
    /// Where its pictures or its sound come from.
    public var media: MediaReference

    /// A clip of `media`.
    public init(_ properties: Properties, _ media: MediaReference) {
      (self.properties, self.media) = (properties, media)
    }
  }

  /// How one element gives way to the next.
  public struct Transition: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// How long it goes on before the cut.
    public var inOffset: Time
    /// How long it goes on after the cut.
    public var outOffset: Time
    /// Whether it is a plain dissolve; others look different in every program.
    public var isDissolve: Bool
    /// What programs keep with it.
    public var metadata = Metadata()

    /// A transition over the stretch from `inOffset` before to `outOffset` after the cut.
    public init(name: String, inOffset: Time, outOffset: Time, isDissolve: Bool) {
      (self.name, self.inOffset, self.outOffset) = (name, inOffset, outOffset)
      self.isDissolve = isDissolve
    }
  }
}

extension Editorial.Element {
  /// How long it lasts in its track; zero for transitions, which lie over the cut.
  public var duration: Time {
    switch self {
    case .clip(let clip):
      (clip.properties.sourceRange ?? clip.media.availableRange)?.duration ?? .zero
    case .gap(let properties): properties.sourceRange?.duration ?? .zero
    case .transition: .zero
    case .track(let track): track.properties.sourceRange?.duration ?? track.wholeDuration
    case .stack(let stack): stack.properties.sourceRange?.duration ?? stack.wholeDuration
    }
  }
}

extension Editorial.Track {
  /// Whether it holds nothing but gaps.
  var isEmpty: Bool {
    children.allSatisfy { if case .gap = $0 { true } else { false } }
  }

  /// How long its children last together.
  public var wholeDuration: Time { children.reduce(.zero) { $0 + $1.duration } }
}

extension Editorial.Stack {
  /// How long the longest of its children lasts.
  public var wholeDuration: Time { children.map(\.duration).max() ?? .zero }
}

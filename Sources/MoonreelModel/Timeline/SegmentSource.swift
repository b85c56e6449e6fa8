// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where a segment's media comes from.
public enum SegmentSource: Sendable {
  /// A stream of a file.
  case asset(AssetTrack)
  /// Another timeline, its tracks of the same media type composed or mixed into one.
  case timeline(Timeline)
  /// A pre-composition: a timeline that is drawn and mixed in its own way.
  indirect case composed(ComposedTimeline)
  /// Something that makes pictures or sound by itself.
  case custom(any Source)
}

extension SegmentSource {
  /// The stretch of the source that exists; `nil` where it lasts as long as wanted (still images,
  /// endless generators).
  public var availableRange: TimeRange? {
    switch self {
    case .asset(let track): track.video?.isStillImage == true ? nil : track.timeRange
    case .timeline(let timeline): TimeRange(start: .zero, duration: timeline.duration)
    case .composed(let composed): TimeRange(start: .zero, duration: composed.duration)
    case .custom(let source): source.duration.map { TimeRange(start: .zero, duration: $0) }
    }
  }

  /// Whether it is one picture.
  public var isStill: Bool {
    switch self {
    case .asset(let track): track.video?.isStillImage == true
    case .custom(let source): source.isStill
    case .timeline, .composed: false
    }
  }

  /// How long a still is shown where nobody says how long: three seconds.
  public static let stillDuration = Time(wholeSeconds: 3)

  /// All of it, a still for ``stillDuration``; `nil` where it lasts as long as wanted.
  public var usualRange: TimeRange? {
    availableRange ?? (isStill ? TimeRange(start: .zero, duration: Self.stillDuration) : nil)
  }

  /// Whether it can be placed on a track of `mediaType`.
  public func carries(_ mediaType: MediaType) -> Bool {
    switch self {
    case .asset(let track): track.mediaType == mediaType
    case .timeline(let timeline): !timeline.tracks(mediaType).isEmpty
    case .composed(let composed):
      mediaType == .video || !composed.timeline.tracks(mediaType).isEmpty
    case .custom(let source): source.mediaType == mediaType
    }
  }

  /// Width and height of its pictures at square pixels before orientation; `nil` where it has none.
  public var naturalSize: PixelSize? {
    switch self {
    case .asset(let track): track.video?.naturalSize
    case .timeline(let timeline): timeline.tracks(.video).isEmpty ? nil : timeline.naturalSize
    case .composed(let composed): composed.videoComposition.renderSize
    case .custom(let source): source.mediaType == .video ? source.naturalSize : nil
    }
  }

  /// The map that turns its pictures upright.
  public var preferredTransform: AffineTransform {
    guard case .asset(let track) = self else { return .identity }
    return track.video?.preferredTransform ?? .identity
  }

  /// Its frames a second, where known.
  public var frameRate: FrameRate? {
    switch self {
    case .asset(let track):
      track.video?.isStillImage == true ? nil : track.video?.nominalFrameRate
    case .timeline(let timeline): timeline.frameRate
    case .composed(let composed): composed.videoComposition.frameRate
    case .custom(let source): source.frameRate
    }
  }

  /// The timeline that it holds; `nil` where it holds none.
  public var nestedTimeline: Timeline? {
    switch self {
    case .timeline(let timeline): timeline
    case .composed(let composed): composed.timeline
    case .asset, .custom: nil
    }
  }

  /// Its language, where tagged.
  var languageCode: String? {
    guard case .asset(let track) = self else { return nil }
    return track.languageCode
  }

  /// What plans and messages call it: the file's name and stream, `timeline`, or the generator's kind.
  public var name: String {
    switch self {
    case .asset(let track):
      let file = track.path.split(separator: "/").last.map(String.init) ?? track.path
      return "\(file)#\(track.streamIndex)"
    case .timeline: return "timeline"
    case .composed: return "composition"
    case .custom(let source):
      if let name = (source as? any NamedSource)?.givenName { return name }
      return Self.words(of: "\(type(of: source))")
    }
  }

  /// A generator's type as people say it: "TestCardSource" is a test card.
  private static func words(of type: String) -> String {
    switch type {
    case "LuaSource": return "custom source"
    case "DrawnSource": return "picture"
    default: break
    }
    let name = type.hasSuffix("Source") ? String(type.dropLast(6)) : type
    guard !name.allSatisfy(\.isUppercase) else { return name }
    return name.reduce("") { $0 + ($1.isUppercase && !$0.isEmpty ? " " : "") + $1.lowercased() }
  }
}

/// A source that may have been given a name.
public protocol NamedSource: Source {
  /// What plans and timelines call it; `nil`: what it is.
  var givenName: String? { get }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// Layers over time in one picture: size, rate, background, and what lies where when.
///
/// A composition is lowered to a timeline, a video composition and an audio mix (``lowered()``); as the
/// source of a layer it is a pre-composition. It lasts until the end of its last visual layer unless
/// ``chosenDuration`` says otherwise; sound is cut there.
///
/// For example:
///
///     var show = Composition(size: PixelSize(1920, 1080), frameRate: try FrameRate(30))
///     let title = show.add(Layer(.image(picture), over: try TimeRange(seconds: 1, 4)))
///     let film = try show.lowered()
public struct Composition: Sendable {
  /// Width and height in pixels; all coordinates are given in it.
  public var size: PixelSize
  /// Frames a second.
  public var frameRate: FrameRate
  /// What lies behind all layers; `nil`: black for a film, nothing for a pre-composition.
  public var background: Color?
  /// How long it lasts; `nil`: until its last visual layer ends, or, without any, its last layer.
  public var chosenDuration: Time?
  /// The layers in the order they were added; their identifiers are their positions, from 1.
  public private(set) var layers: [Layer] = []
  /// How layers that overlap give way to each other.
  public var transitions: [LayerTransition] = []
  /// How layers of one level give way to each other where they overlap at their ends and nothing else is
  /// said; `nil`: they do not.
  public var automaticTransition: LayerTransition?
  /// How movement is blurred; `nil`: not at all.
  public var motionBlur: MotionBlur?
  /// The colour space that sources are converted to and the output is tagged with.
  public var color: ColorTags = .bt709
  /// Whether layers are mixed as signals or as light.
  public var workingSpace = WorkingSpace.gamma
  /// The seed of everything random.
  public var seed: UInt64 = 0
  /// Changes every composed picture; `nil`: nothing does.
  public var filter: (any Effect)?
  /// How the whole sounds.
  public var audio = CompositionAudio()
  /// Where sounds of layers come together on their way.
  public var buses: [SoundBus] = []
  /// Captions that are written beside pictures and sound, cut where the film ends.
  public var captionTracks: [CaptionTrack] = []
  /// Timed metadata that is written beside pictures and sound, cut where the film ends.
  public var metadataTracks: [MetadataTrack] = []
  /// Draws the frames from the pictures of the layers, instead of laying them over each other.
  public var compositor: (any LayerStackCompositor)?
  /// Where a script made it, `"promo.lua:12"`, for messages; `nil`: unknown.
  public var place: String?
  /// Kept alive as long as the composition is drawn: the host of a script.
  public var owner: (any AnyObject & Sendable)?

  /// A composition without layers.
  public init(size: PixelSize, frameRate: FrameRate) {
    (self.size, self.frameRate) = (size, frameRate)
  }

  /// Puts `layer` on top of those of its level.
  ///
  /// - Returns: its identifier.
  @discardableResult public mutating func add(_ layer: Layer) -> LayerID {
    var layer = layer
    layer.id = LayerID(layers.count + 1)
    layers.append(layer)
    return layer.id
  }

  /// The layer `id`.
  ///
  /// - Precondition: the composition has it.
  public subscript(id: LayerID) -> Layer {
    get { layers[id.rawValue - 1] }
    set {
      layers[id.rawValue - 1] = newValue
      layers[id.rawValue - 1].id = id
    }
  }

  /// Whether it has a layer `id`.
  public func contains(_ id: LayerID) -> Bool {
    (1...max(1, layers.count)).contains(id.rawValue) && !layers.isEmpty
  }

  /// How long it lasts.
  public var duration: Time {
    if let chosenDuration { return chosenDuration }
    let visual = layersInPlay.filter(\.source.isVisual).map(\.timeRange.end).max()
    return visual ?? layersInPlay.map(\.timeRange.end).max() ?? .zero
  }

  /// What a layer that shows it can know before everything has been added: size, rate and duration.
  public var outline: ComposedTimeline {
    ComposedTimeline(
      timeline: Timeline(),
      videoComposition: VideoComposition(renderSize: size, frameRate: frameRate),
      audioMix: AudioMix(), duration: duration)
  }

  /// The transitions that were said and those that are automatic.
  var allTransitions: [LayerTransition] {
    guard let automaticTransition else { return transitions }
    let known = Set(transitions.flatMap { [[$0.from, $0.to], [$0.to, $0.from]] })
    var all = transitions
    for level in Dictionary(grouping: layersInPlay.filter(\.source.isVisual), by: \.level).values {
      let ordered = level.sorted { ($0.timeRange.start, $0.id) < ($1.timeRange.start, $1.id) }
      for (from, to) in zip(ordered, ordered.dropFirst()) {
        let overlap = from.timeRange.intersection(to.timeRange)
        guard !overlap.isEmpty, from.timeRange.start < to.timeRange.start,
          from.timeRange.end < to.timeRange.end, !known.contains([from.id, to.id])
        else { continue }
        var transition = automaticTransition
        (transition.from, transition.to) = (from.id, to.id)
        all.append(transition)
      }
    }
    return all.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// The layers that take part.
  var layersInPlay: [Layer] { layers.inPlay.map { layers[$0] } }
}

extension [Layer] {
  /// The positions of those that take part: that are enabled, or where some of these are solo, those.
  var inPlay: [Int] {
    let enabled = indices.filter { self[$0].isEnabled }
    let solo = enabled.filter { self[$0].isSolo }
    return solo.isEmpty ? enabled : solo
  }
}

/// How movement is blurred: each frame is the mean of several moments while a shutter is open.
public struct MotionBlur: Hashable, Sendable {
  /// How long the shutter is open, in degrees of a frame: 180 is half of it.
  public var shutterAngle: Double
  /// How many moments.
  public var sampleCount: Int

  /// A shutter that opens with the frame.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) unless the angle is above 0 and at most 720 degrees and
  ///   there are 2 to 64 samples.
  public init(shutterAngle: Double = 180, sampleCount: Int = 8) throws {
    guard shutterAngle > 0, shutterAngle <= 720, (2...64).contains(sampleCount) else {
      throw MoonreelError(
        .invalidArgument,
        "motion blur needs a shutter angle above 0 and up to 720 degrees and 2 to 64 samples, got "
          + "\(shutterAngle) and \(sampleCount)")
    }
    (self.shutterAngle, self.sampleCount) = (shutterAngle, sampleCount)
  }
}

/// Draws a composition's frames from the pictures of its layers.
public protocol LayerStackCompositor: Sendable {
  /// The picture of one frame; pure.
  ///
  /// - Throws: any error; the export stops and reports it with the frame's time.
  func image(for stack: LayerPictures, at context: FrameContext) throws -> Image
}

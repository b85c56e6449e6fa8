// SPDX-License-Identifier: MIT

import MoonreelCore

/// The identifier of a layer within its composition, at least 1, in the order they were added.
public struct LayerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number.
  public let rawValue: Int

  /// The identifier `rawValue`.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Whether `lhs` was added first.
  public static func < (lhs: LayerID, rhs: LayerID) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The number.
  public var description: String { "\(rawValue)" }
}

/// One thing on screen: a source over a stretch of time, with where and how it lies there.
///
/// Its own clock begins at 0 where it begins, or began before its head was trimmed; keyframes, effects and
/// expressions are told that time.
public struct Layer: Sendable {
  /// Its identifier; set when it is added.
  public internal(set) var id = LayerID(0)
  /// What messages call it; `nil`: its number.
  public var name: String?
  /// What it shows and plays.
  public var source: LayerSource
  /// When, on the composition's clock.
  public var timeRange: TimeRange
  /// The time on its own clock at which it begins: how much its head was trimmed.
  public var clockOffset = Time.zero
  /// Which stretch of the source is shown, and how fast.
  public var timing: LayerTiming
  /// Which layer lies above which: the higher level, then the later added.
  public var level = 0
  /// How the picture is fitted into the composition.
  public var fit = FitMode.contain
  /// Where fitting fastens it.
  public var gravity = Gravity.center
  /// What of the upright picture is shown, before fitting; `nil`: all.
  public var crop: Animated<RelativeRect>?
  /// Where and how the box lies.
  public var transform = LayerTransform()
  /// 0…1.
  public var opacity = Animated.constant(1.0)
  /// How it is mixed with what lies below.
  public var blendMode = BlendMode.normal
  /// Mixes it with what lies below in place of ``blendMode``; `nil`: the blend mode.
  public var blending: LayerBlending?
  /// How its pixels are found when it is scaled or turned.
  public var sampling = Image.Sampling.bicubic
  /// What is kept of it, a picture in its box's coordinates; `nil`: all.
  public var mask: LayerMask?
  /// Another layer whose picture says what is kept of this one; `nil`: none.
  public var matte: LayerMatte?
  /// The layer that it moves with; `nil`: none.
  public var parent: LayerID?
  /// What changes its picture, in order.
  public var effects: [LayerEffect] = []
  /// Draws it over what lies below, instead of its blend mode; `nil`: the blend mode.
  public var compositor: LayerCompositing?
  /// How it sounds.
  public var audio = LayerAudio()
  /// Whether it takes part.
  public var isEnabled = true
  /// Whether only it, and others like it, take part.
  public var isSolo = false
  /// Whether its movement is blurred, where the composition's motion blur is on.
  public var hasMotionBlur = true
  /// Where the script made it, `"promo.lua:12"`, for messages; `nil`: unknown.
  public var place: String?
  /// Where the script made what it shows; `nil`: unknown.
  package var sourcePlace: String?
  /// By property, what whoever set it gave, for giving it back as it was; nothing is drawn from it.
  public var givenValues: [String: any Sendable] = [:]

  /// A layer that shows `source` over `timeRange` as `timing` says.
  ///
  /// A source that runs is told when it will be over; later trims do not move that, as they do not move
  /// keyframes.
  public init(_ source: LayerSource, over timeRange: TimeRange, timing: LayerTiming = .init()) {
    (self.source, self.timeRange, self.timing) = (source, timeRange, timing)
    show(source, over: timeRange, timing: timing)
  }

  /// Shows `source` over `timeRange` as `timing` says; the rest stays as it is.
  public mutating func show(
    _ source: LayerSource, over timeRange: TimeRange, timing: LayerTiming
  ) {
    let runs = timing.frozenTime == nil && timing.remap == nil
    let end = timing.sourceRange(lasting: timeRange.duration).end
    self.source = runs ? source.shown(until: end) : source
    (self.timeRange, self.timing) = (timeRange, timing)
  }

  /// What messages call it.
  public var label: String { name.map { "layer '\($0)'" } ?? "layer \(id)" }

  /// `time` of the composition on the layer's own clock.
  public func localTime(_ time: Time) -> Time { time - timeRange.start + clockOffset }

  /// `time` of the layer's own clock on the composition's.
  public func compositionTime(_ time: Time) -> Time { time - clockOffset + timeRange.start }
}

/// Draws a layer over what lies below: the layer's picture in its place, and the picture below; pure.
public typealias LayerCompositing = @Sendable (Image, Image, FrameContext) throws -> Image

/// A way of mixing a layer with what lies below that is no blend mode.
public struct LayerBlending: Sendable {
  /// What messages and plans call it.
  public var name: String
  /// The mixture of the layer's picture in its place and the picture below; pure.
  public var mix: LayerCompositing

  /// The mixture that `mix` makes.
  public init(_ name: String, mix: @escaping LayerCompositing) {
    (self.name, self.mix) = (name, mix)
  }
}

/// Another layer that says what is kept of a layer (a track matte). It is not drawn itself.
public struct LayerMatte: Sendable {
  /// The layer that is read, where it lies.
  public var layer: LayerID
  /// What of it is read.
  public var channel: Image.MatteChannel
  /// Whether the rest is kept instead.
  public var isInverted: Bool

  /// A matte of the alpha, or of another channel, of `layer`.
  public init(_ layer: LayerID, channel: Image.MatteChannel = .alpha, isInverted: Bool = false) {
    (self.layer, self.channel, self.isInverted) = (layer, channel, isInverted)
  }
}

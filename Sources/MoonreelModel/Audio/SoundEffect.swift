// SPDX-License-Identifier: MIT

import MoonreelCore

/// What sound effects work on: a stretch of samples with all that is known of its place.
public struct SoundBlock: Sendable {
  /// One plane a channel, full scale ±1; what an effect leaves here is its result.
  public var channels: [[Float]]
  /// The planes of each side chain, in the effect's order.
  public var sideChains: [[[Float]]]
  /// The first sample, counted from the effect's start.
  public var position: Int64
  /// The first sample, counted on the clock of the mix; negative where an effect looks ahead.
  public var mixPosition: Int64
  /// The time of the first sample on the clock of what the effect is applied to: a layer's, else the mix's.
  public var localTime: Time

  /// A block; on the mix's clock it begins at `mixPosition`, at `position` unless that is said.
  public init(
    channels: [[Float]], sideChains: [[[Float]]] = [], position: Int64, mixPosition: Int64? = nil,
    localTime: Time = .zero
  ) {
    (self.channels, self.sideChains, self.position) = (channels, sideChains, position)
    (self.mixPosition, self.localTime) = (mixPosition ?? position, localTime)
  }

  /// Samples of a channel.
  public var frameCount: Int { channels.first?.count ?? 0 }
}

/// What the sound that an effect gets is like.
public struct SoundFormat: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: Int
  /// The loudspeakers.
  public var layout: ChannelLayout

  /// A format.
  public init(sampleRate: Int, layout: ChannelLayout) {
    (self.sampleRate, self.layout) = (sampleRate, layout)
  }
}

/// An effect at work on one sound, with what it remembers (`MTAudioProcessingTap`).
///
/// It gets the sound from its start on, in blocks of ``blockLength`` samples without gaps, whatever part of the film is
/// asked for; so its result depends on the film alone. One thread at a time.
public protocol SoundProcessor: AnyObject {
  /// Changes `block` in place.
  ///
  /// - Throws: any error; the mix stops with it.
  func process(_ block: inout SoundBlock) throws

  /// By how many samples its result comes late, where that is known only once it is made; `nil`, the default: by the
  /// effect's ``SoundEffect/latency``.
  var latency: Int? { get }
}

extension SoundProcessor {
  /// That of the effect.
  public var latency: Int? { nil }

  /// Samples of a block.
  public static var blockLength: Int { SoundEffect.blockLength }
}

/// A change to the sound of a layer, a track, a bus or a whole mix.
public struct SoundEffect: Sendable {
  /// How an effect computes.
  public enum Method: Sendable {
    /// By a kernel, with its numbers on the clock of what it is applied to.
    case kernel(SoundKernel, numbers: [Animated<Double>])
    /// By code: `make` is asked whenever the sound is played from its start.
    case processor(make: @Sendable (SoundFormat) throws -> any SoundProcessor)
    /// By code that is steered by numbers on the clock of what it is applied to.
    case steered(
      numbers: [Animated<Double>],
      make: @Sendable (SoundFormat, @escaping Steering) throws -> any SoundProcessor)
  }

  /// The value of the number `index` at the effect's sample `position`.
  public typealias Steering = (_ index: Int, _ position: Int64) throws -> Double

  /// What messages and plans call it.
  public var name: String
  /// Whether it is applied.
  public var isEnabled = true
  /// When it is applied, on the clock of what it is applied to; `nil`: always. It goes in and out within 5 ms.
  public var timeRange: TimeRange?
  /// How long it sounds on after its sound has ended.
  public var tail = Time.zero
  /// By how much its result comes late, which is made up for: how far it looks ahead.
  public var latency = Time.zero
  /// How it computes.
  public var method: Method { didSet { origin = Origin() } }
  /// Whether code that begins anew where a layer was split does what it would have gone on doing: because it remembers nothing, or
  /// adds up what it makes of both. Of no effect on kernels.
  public var takesOver = false
  /// The sounds that steer it besides its own.
  public var sideChains: [SoundReference] = []
  /// When, on the mix's clock, the clock of what it is applied to says zero.
  public var clockStart = Time.zero

  /// Tells what was made at once from what was made alike: copies have one.
  private final class Origin: Sendable {}
  private var origin = Origin()

  /// Samples of a block: a power of two, so that the kernels' control points lie on its borders.
  public static let blockLength = 512

  /// An effect that is always applied.
  public init(_ name: String, _ method: Method, tail: Time = .zero, latency: Time = .zero) {
    (self.name, self.method, self.tail, self.latency) = (name, method, tail, latency)
  }

  /// Whether `next`, through which the same sound goes on, is known to do the same at all times; `sharesClock`: numbers that move
  /// say the same of both.
  func goesOn(in next: SoundEffect, sharesClock: Bool) -> Bool {
    guard isEnabled == next.isEnabled, sideChains == next.sideChains, timeRange == next.timeRange,
      sharesClock || timeRange == nil
    else { return false }
    let isCopy = origin === next.origin && sharesClock
    guard case .kernel(let kernel, let numbers) = method else { return isCopy && takesOver }
    guard !isCopy, case .kernel(let nextKernel, let nextNumbers) = next.method else {
      return isCopy
    }
    return kernel === nextKernel && numbers.count == nextNumbers.count
      && zip(numbers, nextNumbers).allSatisfy { $0.constant != nil && $0.constant == $1.constant }
  }
}

extension SoundEffect {
  /// The effect on a clock on which its own zero is `begin`, and `track` in place of layers.
  func placed(at begin: Time, _ track: (LayerID) -> TrackID?) -> SoundEffect {
    var placed = self
    placed.clockStart = begin
    placed.timeRange = timeRange.map { TimeRange(start: $0.start + begin, duration: $0.duration) }
    switch method {
    case .kernel(let kernel, let numbers):
      placed.method = .kernel(kernel, numbers: numbers.map { $0.placed(at: begin) })
    case .steered(let numbers, let make):
      placed.method = .steered(numbers: numbers.map { $0.placed(at: begin) }, make: make)
    case .processor: break
    }
    placed.sideChains = sideChains.map { reference in
      if case .layer(let id) = reference, let track = track(id) { .track(track) } else { reference }
    }
    return placed
  }
}

extension Animated {
  /// The value on a clock on which its own zero is `begin`.
  func placed(at begin: Time) -> Animated {
    if begin == .zero || constant != nil { return self }
    switch self {
    case .constant: return self
    case .keyframes(let animation): return .keyframes(animation.shifted(by: begin))
    case .expression: return .expression { try value(at: $0 - begin) }
    }
  }
}

/// A sound of a mix that another is steered by.
public enum SoundReference: Hashable, Sendable {
  /// A layer of the same composition; it becomes its track.
  case layer(LayerID)
  /// A track, with its effects and volume.
  case track(TrackID)
  /// A bus, with its effects and volume.
  case bus(SoundBusID)
}

/// Tells one bus of a mix from another.
public struct SoundBusID: Hashable, Sendable {
  /// Its number.
  public var value: Int

  /// The bus with this number.
  public init(_ value: Int) { self.value = value }
}

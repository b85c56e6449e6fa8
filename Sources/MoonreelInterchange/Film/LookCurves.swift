// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A number over the frames of a clip: one value, or keys with straight lines between.
struct LookCurve: Sendable {
  /// Frames from the clip's beginning in the track, negative before a cut inside a transition, and values.
  var keys: [(frame: Int64, value: Double)]

  /// The value where it never changes.
  var constant: Double? {
    guard let first = keys.first?.value, keys.allSatisfy({ abs($0.value - first) < 1e-9 }) else {
      return nil
    }
    return first
  }

  /// The value at the beginning.
  var start: Double { keys.first?.value ?? 0 }

  init(keys: [(frame: Int64, value: Double)]) { self.keys = keys }

  /// The values of `value`, which moves as `parts` do, over the frames of `layer`, counted from `start`.
  ///
  /// - Throws: what `value` throws; `MoonreelError` (`limitExceeded`) for more than 20,000 frames.
  init(
    of layer: Layer, from start: Time, rate: FrameRate, moving parts: [any KeyTimes],
    _ value: (Time) throws -> Double
  ) throws {
    self = try KeyFrames(layer, from: start, rate: rate, limit: LookCurves.mostKeys).curve(
      parts, value)
  }

  func map(_ change: (Double) -> Double) -> LookCurve {
    LookCurve(keys: keys.map { ($0.frame, change($0.value)) })
  }
}

/// How a layer lies in its composition, in numbers that editing programs have names for.
struct LookCurves: Sendable {
  /// The centre of its box, in pixels of the composition.
  var centerX: LookCurve
  var centerY: LookCurve
  /// Factors beside that which fits it inside the composition.
  var zoomX: LookCurve
  var zoomY: LookCurve
  /// Degrees, clockwise.
  var rotation: LookCurve
  /// 0…1.
  var opacity: LookCurve
  /// What is cut off at each side, as a share of it: left, right, top, bottom; `nil`: nothing.
  var crop: [LookCurve]?
  /// Pixels of the composition per pixel of the media at a zoom of 1.
  var fittingScale: Double
  /// The size of the picture itself.
  var naturalSize: Size

  /// The most keys of a number that moves in another way than straight.
  fileprivate static let mostKeys: Int64 = 20_000

  /// The curves of `layer`, whose clip begins at `start` of the composition and whose keys are counted from there.
  ///
  /// - Throws: what an expression throws; `MoonreelError` (`limitExceeded`) for more than 20,000 frames.
  init(_ layer: Layer, from start: Time, in size: Size, rate: FrameRate) throws {
    let natural = layer.naturalSize ?? size
    naturalSize = natural
    let whole = Rect(origin: .zero, size: natural)
    func content(_ time: Time) throws -> Rect {
      try layer.crop?.value(at: time).resolved(in: natural).intersection(whole) ?? whole
    }
    func box(_ time: Time) throws -> Rect {
      let content = try content(time)
      return layer.fit.transform(from: content, into: size, gravity: layer.gravity).boundingBox(
        of: content)
    }
    func map(_ time: Time) throws -> (box: Rect, map: AffineTransform) {
      let box = try box(time)
      return (box, try layer.transform.map(at: time, box: box, in: size))
    }
    func center(_ time: Time) throws -> Point {
      let (box, map) = try map(time)
      return map.apply(to: Point(box.size.width / 2, box.size.height / 2))
    }
    let frames = try KeyFrames(layer, from: start, rate: rate, limit: Self.mostKeys)
    let transform = layer.transform
    let places = Self.parts(
      transform.x, transform.y, transform.anchorX, transform.anchorY, transform.scaleX,
      transform.scaleY,
      transform.rotation, transform.pathProgress, layer.crop)
    centerX = try frames.curve(places) { try center($0).x }
    centerY = try frames.curve(places) { try center($0).y }
    let contain = FitMode.contain.transform(from: whole, into: size).a
    fittingScale = contain
    zoomX = try frames.curve(Self.parts(transform.scaleX, layer.crop)) { time in
      let content = try content(time)
      let fitted = layer.fit.transform(from: content, into: size, gravity: layer.gravity).a
      return try transform.scaleX.value(at: time) * fitted / contain
    }
    zoomY = try frames.curve(Self.parts(transform.scaleY, layer.crop)) { time in
      let content = try content(time)
      let fitted = layer.fit.transform(from: content, into: size, gravity: layer.gravity).d
      return try transform.scaleY.value(at: time) * fitted / contain
    }
    rotation = try frames.curve([transform.rotation]) { try transform.rotation.value(at: $0) }
    opacity = try frames.curve([layer.opacity]) { min(1, max(0, try layer.opacity.value(at: $0))) }
    crop = try layer.crop.map { crop in
      let sides: [(Rect) -> Double] = [
        { $0.minX / natural.width }, { ($0.minX + $0.size.width) / natural.width },
        { $0.minY / natural.height }, { ($0.minY + $0.size.height) / natural.height },
      ]
      return try sides.enumerated().map { index, side in
        try frames.curve([crop]) { time in
          let share = side(try content(time))
          return min(1, max(0, index % 2 == 0 ? share : 1 - share))
        }
      }
    }
  }

  private static func parts(_ parts: (any KeyTimes)?...) -> [any KeyTimes] {
    parts.compactMap { $0 }
  }

  /// Whether it lies where fitting puts it, whole and opaque.
  var isPlain: Bool {
    crop == nil && opacity.constant == 1 && zoomX.constant == 1 && zoomY.constant == 1
      && rotation.constant == 0
  }
}

/// Finds the frames at which a number needs a key.
private struct KeyFrames {
  let layer: Layer
  let start: Time
  let rate: FrameRate
  let limit: Int64
  /// The first and the last frame of the layer, counted from where the clip begins.
  let range: ClosedRange<Int64>

  init(_ layer: Layer, from start: Time, rate: FrameRate, limit: Int64) throws {
    (self.layer, self.start, self.rate, self.limit) = (layer, start, rate, limit)
    let first = rate.frame(at: layer.timeRange.start) - rate.frame(at: start)
    let last = rate.frame(at: layer.timeRange.end - Time(flicks: 1)) - rate.frame(at: start)
    // holds: the upper end is the lower one at least.
    range = first...max(first, last)
  }

  /// The values of `value`, which moves as `parts` do, on the layer's clock.
  func curve(_ parts: [any KeyTimes], _ value: (Time) throws -> Double) throws -> LookCurve {
    func key(_ frame: Int64) throws -> (Int64, Double) {
      let time = rate.time(ofFrame: frame + rate.frame(at: start))
      let within = min(max(time, layer.timeRange.start), layer.timeRange.end)
      return (frame, try value(layer.localTime(within)))
    }
    if parts.allSatisfy(\.isStill) { return LookCurve(keys: [try key(range.lowerBound)]) }
    var wanted: Set<Int64> = [range.lowerBound, range.upperBound]
    if let times = straightTimes(of: parts) {
      for time in times {
        let frame = rate.frame(at: layer.compositionTime(time)) - rate.frame(at: start)
        if range.contains(frame) { wanted.insert(frame) }
      }
    } else {
      guard Int64(range.count) <= limit else {
        throw MoonreelError(
          .limitExceeded,
          "Cannot export \(layer.label): it moves in curves over \(range.count) frames, and at most \(limit) are "
            + "written. Make it shorter.")
      }
      wanted.formUnion(range)
    }
    return LookCurve(keys: try wanted.sorted().map { try key($0) })
  }

  /// The times of all keys, where all that moves goes in straight lines.
  private func straightTimes(of parts: [any KeyTimes]) -> [Time]? {
    let moving = parts.filter { !$0.isStill }
    // Two numbers that move at once make a curve of what follows from both.
    guard moving.count == 1 else { return nil }
    return moving[0].straightKeyTimes
  }
}

/// When something that may move has keys.
protocol KeyTimes {
  var isStill: Bool { get }
  /// The times of its keys; `nil` where it does not go straight between them.
  var straightKeyTimes: [Time]? { get }
}

extension Animated: KeyTimes {
  var isStill: Bool { constant != nil }

  var straightKeyTimes: [Time]? {
    guard case .keyframes(let animation) = self, animation.repeatMode == .none else { return nil }
    let isStraight = animation.keys.enumerated().allSatisfy { index, key in
      guard index > 0 else { return true }
      let isJump = animation.keys[index - 1].time == key.time
      if case .linear = key.timing { return key.path == .linear && !isJump }
      return false
    }
    return isStraight ? animation.keys.map(\.time) : nil
  }
}

extension Layer {
  /// The size of its upright picture; `nil` where it has none of its own.
  var naturalSize: Size? {
    switch source {
    case .media(let video?, _):
      guard let size = video.naturalSize else { return nil }
      return video.preferredTransform.boundingBox(of: Rect(origin: .zero, size: size.size)).size
    case .composition(let composed): return composed.videoComposition.renderSize.size
    case .image(let image): return image.extent?.size
    case .media, .adjustment: return nil
    }
  }
}

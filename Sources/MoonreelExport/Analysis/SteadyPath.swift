// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender

/// What makes the camera's path smooth: how each frame of a film is moved, turned and scaled.
///
/// A frame goes to where its neighbours see the same things in the mean, those within ``Look/smoothing`` seconds, the near ones
/// more than the far ones (Matsushita and others 2006). At the ends of a shot the path goes on as it came, so that an even
/// pan stays one up to its last frame.
public struct SteadyPath: Sendable {
  /// How the path is smoothed.
  public struct Look: Hashable, Sendable {
    /// Seconds before and after a frame that are looked at.
    public var smoothing = 1.0
    /// Whether the picture is turned.
    public var turns = true
    /// Whether the picture is scaled from frame to frame.
    public var scales = true
    /// By how much a shot is enlarged at most so that no edges show; where that does not do, it is smoothed less.
    public var mostZoom = 1.3

    /// One second, turned and scaled, enlarged by at most 1.3.
    public init() {}
  }

  /// How one frame is moved: about its middle it is scaled and turned, and then moved.
  public struct Step: Sendable {
    /// From which time on the frame is shown, on the asset's clock.
    public var time: Time
    /// Pixels of the upright frame, right and down.
    public var move: Point
    /// Degrees, clockwise.
    public var degrees: Double
    /// The factor by which it is scaled, without ``zoom``.
    public var scale: Double
    /// The factor by which its whole shot, with its moves, is enlarged about the middle so that no edges show.
    public var zoom: Double
  }

  /// One for each frame.
  public let steps: [Step]

  /// The path that makes `motion` smooth.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  public init(_ motion: CameraMotion, _ look: Look, cancellation: CancellationFlag) throws {
    var steps: [Step] = []
    for shot in motion.shots {
      let path = ShotPath(Array(motion.frames[shot]), size: motion.size.size)
      steps += try path.steadied(look, cancellation)
    }
    self.steps = steps
  }
}

/// The frames of one shot.
private struct ShotPath {
  private let frames: [CameraMotion.Frame]
  private let size: Size
  private let seconds: [Double]
  /// Degrees and the logarithm of the scale from the first frame on.
  private var degrees: [Double] = []
  private var growth: [Double] = []

  /// How much less a shot is smoothed with each trial, and how often that is tried.
  private static let (easing, trialCount) = (0.75, 12)

  init(_ frames: [CameraMotion.Frame], size: Size) {
    (self.frames, self.size) = (frames, size)
    seconds = frames.map(\.time.seconds)
    var (angle, logarithm) = (0.0, 0.0)
    for (index, frame) in frames.enumerated() {
      if index > 0 {
        angle += frame.degrees
        logarithm += PortableMath.log(frame.scale)
      }
      degrees.append(angle)
      growth.append(logarithm)
    }
  }

  /// The steps that need no more than the greatest zoom.
  func steadied(_ look: SteadyPath.Look, _ cancellation: CancellationFlag) throws
    -> [SteadyPath.Step]
  {
    var smoothing = look.smoothing
    for _ in 0..<Self.trialCount {
      var steps: [SteadyPath.Step] = []
      for index in frames.indices {
        if index % 1024 == 0 { try cancellation.check() }
        steps.append(step(index, look, smoothing))
      }
      let zoom = steps.reduce(1) { max($0, self.zoom($1)) }
      if zoom <= look.mostZoom { return steps.map { $0.zoomed(by: zoom) } }
      smoothing *= Self.easing
    }
    return frames.map { .init(time: $0.time, move: .zero, degrees: 0, scale: 1, zoom: 1) }
  }

  private func step(_ index: Int, _ look: SteadyPath.Look, _ smoothing: Double) -> SteadyPath.Step {
    let mean = mean(around: index, within: smoothing)
    return SteadyPath.Step(
      time: frames[index].time, move: mean.move, degrees: look.turns ? mean.degrees : 0,
      scale: look.scales ? PortableMath.exp(mean.growth) : 1, zoom: 1)
  }
}

// MARK: Neighbours

extension ShotPath {
  /// Sums over neighbours, each with its weight.
  private struct Mean {
    var move = Point.zero
    var degrees = 0.0
    var growth = 0.0
    var weight = 0.0

    mutating func add(_ weight: Double, _ move: Point, _ degrees: Double, _ growth: Double) {
      self.move.x += weight * move.x
      self.move.y += weight * move.y
      self.degrees += weight * degrees
      self.growth += weight * growth
      self.weight += weight
    }
  }

  /// Where the frame's neighbours see in the mean what it has in its middle, and how they see it turned and grown.
  private func mean(around index: Int, within smoothing: Double) -> Mean {
    var mean = Mean()
    let most = min(index, frames.count - 1 - index) + frames.count - 1
    var (ahead, behind) = (Similarity.identity, Similarity.identity)
    let here = time(index)
    for distance in stride(from: 1, through: most, by: 1) {
      let (later, earlier) = (index + distance, index - distance)
      let (after, before) = (time(later) - here, here - time(earlier))
      guard min(after, before) < smoothing else { break }
      ahead = ahead.followed(by: map(to: later))
      behind = behind.followed(by: map(to: earlier + 1).inverted)
      let widths = (time(later) - time(later - 1), time(earlier + 1) - time(earlier))
      if distance == 1 { mean.weight = (widths.0 + widths.1) / 2 }
      mean.add(
        widths.0 * Self.bell(after / smoothing), Point(ahead.tx, ahead.ty),
        value(degrees, later) - degrees[index], value(growth, later) - growth[index])
      mean.add(
        widths.1 * Self.bell(before / smoothing), Point(behind.tx, behind.ty),
        value(degrees, earlier) - degrees[index], value(growth, earlier) - growth[index])
    }
    guard mean.weight > 0 else { return Mean() }
    let share = 1 / mean.weight
    return Mean(
      move: Point(mean.move.x * share, mean.move.y * share), degrees: mean.degrees * share,
      growth: mean.growth * share, weight: 1)
  }

  /// A weight that falls from 1 at 0 to 0 at 1: near to a Gaussian whose deviation is three eighths.
  private static func bell(_ x: Double) -> Double {
    let rest = max(0, 1 - x * x)
    return rest * rest * rest
  }

  // Beyond its ends the shot goes on as it came: what lies `n` frames behind the last is the last frame's mirror image of
  // what lies `n` frames before it.

  private func time(_ index: Int) -> Double { value(seconds, index) }

  private func value(_ values: [Double], _ index: Int) -> Double {
    let last = values.count - 1
    if index < 0 { return 2 * values[0] - values[-index] }
    return index > last ? 2 * values[last] - values[2 * last - index] : values[index]
  }

  /// The map from the frame before `index` to `index`.
  private func map(to index: Int) -> Similarity {
    if index < 1 { return frames[1 - index].map }
    return frames[index < frames.count ? index : 2 * frames.count - 1 - index].map
  }
}

// MARK: Edges

extension ShotPath {
  /// How many pixels at the edges of a frame may not be seen: what lies beside them is mixed into them.
  private static let margin = 1.0

  /// The least zoom at which nothing beyond the edges shows.
  private func zoom(_ step: SteadyPath.Step) -> Double {
    guard !step.isStill else { return 1 }
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: step.degrees)
    let middle = turnedBack(step.move, sine, cosine)
    let half = Point(
      step.scale * max(0, size.width / 2 - Self.margin),
      step.scale * max(0, size.height / 2 - Self.margin))
    var zoom = 1.0
    for corner in [Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1)] {
      let place = turnedBack(
        Point(corner.x * size.width / 2, corner.y * size.height / 2), sine, cosine)
      zoom = max(zoom, Self.zoom(place.x, middle.x, half.x), Self.zoom(place.y, middle.y, half.y))
    }
    return zoom
  }

  /// The least zoom at which `place / zoom` lies no further than `half` from `middle`.
  private static func zoom(_ place: Double, _ middle: Double, _ half: Double) -> Double {
    let room = place > 0 ? half + middle : half - middle
    return room > 0 ? abs(place) / room : .infinity
  }

  private func turnedBack(_ point: Point, _ sine: Double, _ cosine: Double) -> Point {
    Point(cosine * point.x + sine * point.y, cosine * point.y - sine * point.x)
  }
}

extension SteadyPath.Step {
  /// Whether it moves nothing that could be seen: no edge by more than about a hundredth of a pixel.
  fileprivate var isStill: Bool {
    max(abs(move.x), abs(move.y)) < 0.01 && abs(degrees) < 0.0005 && abs(scale - 1) < 1e-5
  }

  fileprivate func zoomed(by zoom: Double) -> SteadyPath.Step {
    var step = self
    step.zoom = zoom
    return step
  }
}

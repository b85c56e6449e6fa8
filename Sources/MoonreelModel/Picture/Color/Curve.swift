// SPDX-License-Identifier: MIT

import MoonreelCore

/// A tone curve through points: cubic between them and never turning back between two that rise or
/// fall (F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", SIAM J. Numer.
/// Anal. 17, 1980).
public struct Curve: Hashable, Sendable {
  /// One point of a curve.
  public struct Point: Hashable, Sendable {
    /// The signal that comes in, 0…1.
    public var input: Double
    /// The signal that goes out.
    public var output: Double

    /// `input` becomes `output`.
    public init(_ input: Double, _ output: Double) {
      (self.input, self.output) = (input, output)
    }
  }

  /// The points, inputs rising.
  public let points: [Point]
  private let slopes: [Double]

  /// Leaves signals as they are.
  public static let identity = Curve([Point(0, 0), Point(1, 1)])

  /// The curve through `points`; before the first and after the last its ends hold.
  ///
  /// - Precondition: there is at least one point, and inputs rise from point to point.
  public init(_ points: [Point]) {
    precondition(!points.isEmpty, "a curve needs a point")
    precondition(
      zip(points, points.dropFirst()).allSatisfy { $0.input < $1.input },
      "the inputs of a curve's points must rise")
    self.points = points
    slopes = Self.slopes(points)
  }

  /// The mean of neighbouring secants, 0 at turning points, then limited so that each piece stays
  /// monotone (the circle of radius 3 of the paper).
  private static func slopes(_ points: [Point]) -> [Double] {
    guard points.count > 1 else { return [0] }
    let secants = zip(points, points.dropFirst()).map {
      ($1.output - $0.output) / ($1.input - $0.input)
    }
    var slopes = [secants[0]]
    for (before, after) in zip(secants, secants.dropFirst()) {
      slopes.append(before * after <= 0 ? 0 : (before + after) / 2)
    }
    slopes.append(secants[secants.count - 1])
    for (index, secant) in secants.enumerated() {
      guard secant != 0 else {
        (slopes[index], slopes[index + 1]) = (0, 0)
        continue
      }
      let (a, b) = (slopes[index] / secant, slopes[index + 1] / secant)
      let length = (a * a + b * b).squareRoot()
      if length > 3 {
        (slopes[index], slopes[index + 1]) = (3 * a / length * secant, 3 * b / length * secant)
      }
    }
    return slopes
  }

  /// What `input` becomes.
  public func value(at input: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.input > input }), next > 0 else {
      return input < points[0].input ? points[0].output : points[points.count - 1].output
    }
    let (low, high) = (points[next - 1], points[next])
    let width = high.input - low.input
    let t = (input - low.input) / width
    let (square, rest) = (t * t, 1 - t)
    let start = (1 + 2 * t) * rest * rest * low.output + square * (3 - 2 * t) * high.output
    return start + width * (t * rest * rest * slopes[next - 1] - square * rest * slopes[next])
  }
}

extension Image {
  /// How many entries the tables have that stand for curves and gradients.
  static let curveSize = 1025

  /// This picture through tone curves: each channel's own first, then `master` for all three.
  /// Signals beyond 0…1 become what the ends do.
  ///
  /// The curves are sampled at 1025 places, and linear between them.
  public func curves(
    master: Curve = .identity, red: Curve = .identity, green: Curve = .identity,
    blue: Curve = .identity
  ) -> Image {
    let own = [red, green, blue]
    guard (own + [master]).contains(where: { $0 != .identity }) else { return self }
    let colors = (0..<Self.curveSize).map { index -> SIMD3<Float> in
      let input = Double(index) / Double(Self.curveSize - 1)
      let outputs = own.map { Float(master.value(at: $0.value(at: input))) }
      return SIMD3(outputs[0], outputs[1], outputs[2])
    }
    return lookedUp(in: Self.curveTable(colors))
  }

  /// This picture's BT.709 luma as a place in a gradient: 0 the first colour, 1 the last. Positions
  /// count from 0 to 1, in order; alphas of colours are ignored.
  ///
  /// For example, a duotone: `image.gradientMapped([.init(0, navy), .init(1, cream)])`.
  ///
  /// - Precondition: there is at least one stop.
  public func gradientMapped(_ stops: [GradientStop]) -> Image {
    precondition(!stops.isEmpty, "a gradient needs a colour")
    let colors = (0..<Self.curveSize).map {
      Self.color(at: Double($0) / Double(Self.curveSize - 1), in: stops)
    }
    return saturation(0).lookedUp(in: Self.curveTable(colors))
  }

  private static func color(at place: Double, in stops: [GradientStop]) -> SIMD3<Float> {
    let next = stops.firstIndex { $0.position > place } ?? stops.count
    let (low, high) = (stops[max(0, next - 1)], stops[min(stops.count - 1, next)])
    let width = high.position - low.position
    let share = width > 0 ? min(1, max(0, (place - low.position) / width)) : 0
    func part(_ path: KeyPath<Color, Double>) -> Float {
      Float(low.color[keyPath: path] * (1 - share) + high.color[keyPath: path] * share)
    }
    return SIMD3(part(\.red), part(\.green), part(\.blue))
  }

  private static func curveTable(_ colors: [SIMD3<Float>]) -> LookupTable {
    guard let table = try? LookupTable(.curves, size: colors.count, colors: colors) else {
      preconditionFailure("a curve has as many colours as it says")
    }
    return table
  }
}

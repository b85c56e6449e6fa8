// SPDX-License-Identifier: MIT

import MoonreelCore

/// Laws of what is seen.
extension LawTrial {
  /// How far alpha may swing beyond 0…1 where soft edges are sampled, and colour beyond alpha.
  private static let swing: Float = 0.25
  /// How far the means of equal parts of a picture and of one half as large may be apart.
  private static let mostSizeDifference: Float = 0.04
  /// What a sample may change by with neutral options: a fortieth of a step of 8 bits.
  private static let mostNeutralChange: Float = 1e-4
  /// What a picture may differ by one ten-thousandth after the beginning of a transition: all samples on average, and the
  /// share of those that changed visibly. What is turned in space is sampled anew, which changes fine lines a little.
  private static let (mostStep, mostChanged): (Float, Float) = (0.004, 0.01)

  func alphaFault() throws -> String? {
    let uses = uses
    let stage = try stage(uses)
    for index in uses.indices {
      for time in times {
        let values = try stage.samples(index, at: time).values
        for pixel in stride(from: 0, to: values.count, by: 4) {
          let alpha = values[pixel + 3]
          let brightest = max(values[pixel], values[pixel + 1], values[pixel + 2])
          let spot = "pixel \(pixel / 4 % Self.size.width), \(pixel / 4 / Self.size.width)"
          if alpha < -Self.swing || alpha > 1 + Self.swing {
            return "alpha is \(alpha)\(place(uses[index], time)) in \(spot)"
          }
          if brightest > max(alpha, 0) + Self.swing, alpha < 1 - Self.swing {
            return
              "colour is \(brightest) where alpha is \(alpha)\(place(uses[index], time)) in \(spot): "
              + "colours are multiplied by alpha"
          }
        }
      }
    }
    return nil
  }

  func threadFault() throws -> String? {
    let (use, time) = (uses[0], times[times.count - 1])
    var other = use
    other.progress = 0.9
    let stage = try stage([use, other])
    let first = try stage.samples(0, at: time, threads: 1)
    _ = try stage.samples(1, at: time / 2, threads: 3)
    let again = try stage.samples(0, at: time, threads: 3)
    guard !first.isIdentical(to: again) else { return nil }
    let (mean, _) = first.difference(from: again)
    return
      "drawn on one thread and later on three it differs by \(mean) on average: what is drawn may depend on "
      + "nothing but options, time and pictures"
  }

  func sizeFault() throws -> String? {
    let half = PixelSize(Self.size.width / 2, Self.size.height / 2)
    let uses = plugin.kind == .transition ? Array(uses.prefix(3)) : Array(uses.prefix(1))
    let (whole, small) = (try stage(uses), try stage(uses, half))
    for index in uses.indices {
      for time in times {
        let large = try whole.samples(index, at: time).means
        let means = try small.samples(index, at: time).means
        let difference = zip(large, means).reduce(Float(0)) { $0 + abs($1.0 - $1.1) }
        let mean = difference / Float(means.count)
        guard mean > Self.mostSizeDifference else { continue }
        return
          "in frames of \(Self.size) and \(half)\(place(uses[index], time)) the parts differ by \(mean) on average, "
          + "more than \(Self.mostSizeDifference): give lengths as shares of the frame"
      }
    }
    return nil
  }

  func neutralFault() throws -> String? {
    let pictures: [StageCase.Picture] = [.scene, .sprite]
    let cases = pictures.flatMap { picture in
      [
        StageCase(picture: picture, options: plugin.neutral ?? []),
        StageCase(picture: picture, isPlain: true),
      ]
    }
    let stage = try stage(cases)
    for (index, picture) in pictures.enumerated() {
      let changed = try stage.samples(2 * index, at: times[1])
      let plain = try stage.samples(2 * index + 1, at: times[1])
      let change = changed.greatestDifference(from: plain)
      guard change > Self.mostNeutralChange else { continue }
      let text = JSONValue.object(plugin.neutral ?? []).compactText
      return
        "with its neutral options \(text) the picture '\(picture.rawValue)' changes, by up to \(change)"
    }
    return nil
  }

  func transparencyFault() throws -> String? {
    let stage = try stage([StageCase(picture: .nothing)])
    for time in times {
      guard let fault = try stage.samples(0, at: time).firstFault(where: { $0 != 0 }) else {
        continue
      }
      return "over nothing, at \(time) s, \(fault)"
    }
    return nil
  }

  func endFault() throws -> String? {
    let steps = [-1.0, 0, 1, 2]
    let cases = steps.map { StageCase(picture: .sprite, other: .card, progress: $0) }
    let stage = try stage(
      cases
        + [0.0, 1].map {
          StageCase(picture: .sprite, other: .card, progress: $0, isPlain: true)
        })
    for (index, step) in steps.enumerated() {
      let wanted = try stage.samples(step < 0.5 ? 4 : 5, at: 0)
      guard try !stage.samples(index, at: 0).isIdentical(to: wanted) else { continue }
      return "at \(step) it is not the \(step < 0.5 ? "first" : "second") picture alone"
    }
    return nil
  }

  func jumpFault() throws -> String? {
    let near = 1e-4
    // A gentle start must not hide the jump.
    let options: [JSONValue.Member] =
      plugin.rules.contains { $0.key == "ease" } ? [.init("ease", .string("linear"))] : []
    func use(_ progress: Double, isPlain: Bool = false) -> StageCase {
      StageCase(
        picture: .scene, other: .card, progress: progress, options: options, isPlain: isPlain)
    }
    let stage = try stage([
      use(near), use(0, isPlain: true), use(1 - near), use(1, isPlain: true),
    ])
    for first in [0, 2] {
      let step = try stage.samples(first, at: 0).difference(
        from: try stage.samples(first + 1, at: 0))
      guard step.mean >= Self.mostStep || step.changed >= Self.mostChanged else { continue }
      return
        "a ten-thousandth \(first == 0 ? "after its beginning" : "before its end") it is \(step.mean) away on "
        + "average from the \(first == 0 ? "first" : "second") picture"
    }
    return nil
  }

  func comingFault() throws -> String? {
    let stage = try stage([StageCase()])
    let (first, whole, last) = (
      try stage.samples(0, at: 0).weight, try stage.samples(0, at: 2).weight,
      try stage.samples(0, at: 3.9995).weight
    )
    guard whole > 0 else { return "halfway through its four seconds there is nothing to see" }
    if first > whole / 50 { return "something is there already at its first moment" }
    if last > whole / 20 { return "it is still there at its last moment" }
    return nil
  }
}

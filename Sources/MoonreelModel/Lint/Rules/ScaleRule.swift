// SPDX-License-Identifier: MIT

import MoonreelCore

/// Scales that were probably meant in percent, not as factors: 20 and more, none of them between 0 and 10, that
/// make something several times as large as the frame.
struct ScaleRule: Lint.Rule {
  /// Factors from here on are looked at.
  private static let suspicious = 20.0
  /// A factor between 0 and this shows that the values are factors, not percent: a zoom goes from 1 to 30.
  private static let usual = 10.0
  /// How many times as large as the frame something is made by mistake only: small pictures are enlarged to
  /// fill it.
  private static let largest = 4.0

  func findings(in subject: LintSubject) throws -> [Finding] {
    guard let stack = subject.stack else { return instructionFindings(subject) }
    return try subject.layersInPlay.compactMap { index in
      let layer = stack.layers[index]
      let x = factor(layer.transform.scaleX.givenValues)
      let y = factor(layer.transform.scaleY.givenValues)
      guard x != nil || y != nil,
        let size = try subject.placement(of: index, at: subject.shownRange(of: layer).start)?.size,
        isTooLarge(size, x, y, in: stack.size)
      else { return nil }
      let name = x == y ? "scale" : x != nil ? "scale_x" : "scale_y"
      return finding(
        "'\(name)' of \(layer.label)", x ?? y ?? 1, layer.timeRange, place: layer.place)
    }
  }

  /// One finding for each track.
  private func instructionFindings(_ subject: LintSubject) -> [Finding] {
    let video = subject.film.videoComposition
    var seen: Set<TrackID> = []
    return video.instructions.flatMap { instruction in
      instruction.layerInstructions.compactMap { layer in
        let maps = layer.transforms.ramps.flatMap { [$0.start, $0.end] }
        let (x, y) = (factor(maps.map(\.widthFactor)), factor(maps.map(\.heightFactor)))
        guard x != nil || y != nil, let track = subject.film.timeline[layer.trackID],
          let segment = track.segments(in: instruction.timeRange).first(where: { !$0.isEmpty }),
          let size = segment.source?.naturalSize?.size,
          isTooLarge(size, x, y, in: video.renderSize.size), seen.insert(layer.trackID).inserted
        else { return nil }
        return finding(
          "The transform of track \(layer.trackID)", x ?? y ?? 1, instruction.timeRange,
          place: segment.place)
      }
    }
  }

  private func finding(
    _ who: String, _ factor: Double, _ range: TimeRange, place: String?
  ) -> Finding {
    let text = Self.text(factor)
    return Finding(
      .units, range, place: place,
      "\(who) enlarges \(text) times; write \(Self.text(factor / 100)) for \(text) %.")
  }

  /// The largest of `values` where they look like percent; else `nil`.
  private func factor(_ values: [Double]) -> Double? {
    let sizes = values.map(abs)
    guard let largest = sizes.max(), largest >= Self.suspicious,
      sizes.allSatisfy({ $0 == 0 || $0 >= Self.usual })
    else { return nil }
    return largest
  }

  private func isTooLarge(_ size: Size, _ x: Double?, _ y: Double?, in frame: Size) -> Bool {
    size.width * (x ?? 0) > Self.largest * frame.width
      || size.height * (y ?? 0) > Self.largest * frame.height
  }

  /// Up to three decimals.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension Animated<Double> {
  /// The values that were written down; none of an expression.
  fileprivate var givenValues: [Double] {
    switch self {
    case .constant(let value): [value]
    case .keyframes(let animation): animation.keys.map(\.value)
    case .expression: []
    }
  }
}

extension AffineTransform {
  /// How much longer it makes what lies horizontally.
  fileprivate var widthFactor: Double { (a * a + b * b).squareRoot() }

  /// How much longer it makes what lies vertically.
  fileprivate var heightFactor: Double { (c * c + d * d).squareRoot() }
}

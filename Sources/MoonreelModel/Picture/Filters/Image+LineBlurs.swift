// SPDX-License-Identifier: MIT

import MoonreelCore

// Blurs along lines and circles. Each is a mean of reads at fixed shares of the way, in order;
// transparent outside the picture unless `clampedToEdges()` comes first.
extension Image {
  /// The zoom blur of VideoLab and GPUImage: nine reads p + k · (c − p) · `size` / 100 for k = 0,
  /// 1…4, −1…−4, weighted 0.18, and 0.15, 0.12, 0.09, 0.05 on either side.
  ///
  /// - Parameters:
  ///   - size: Its strength; 1 moves the farthest reads by 4 % of the way to the centre.
  ///   - center: The point c that stays sharp, in the picture's coordinates.
  public func zoomBlurred(size: Double, center: Point) -> Image {
    guard size != 0 else { return self }
    return applying(
      LineBlurs.zoom9, numbers: [Float(center.x), Float(center.y), Float(size / 100)],
      reach: reach(ofZoom: 4 * size / 100, center))
  }

  /// The mean along the line through each pixel p and the centre c: reads p + t · (c − p) ·
  /// `amount` for `taps` values of t, evenly from −½ to ½.
  ///
  /// - Parameters:
  ///   - amount: How long the line is, as a share of the way to the centre.
  ///   - center: The point that stays sharp, in the picture's coordinates.
  ///   - taps: Reads a pixel, 2…256.
  public func zoomBlurred(amount: Double, center: Point, taps: Int) -> Image {
    guard amount != 0 else { return self }
    return applying(
      LineBlurs.zoom[max(2, min(256, taps))],
      numbers: [Float(center.x), Float(center.y), Float(amount)],
      reach: reach(ofZoom: amount / 2, center))
  }

  /// The mean along a straight line, as of an object that moves while the shutter is open.
  ///
  /// Reads lie at most a pixel apart up to 256 pixels. The extent grows by half the length.
  ///
  /// - Parameters:
  ///   - length: How long the line is, in pixels; it is centred on each pixel.
  ///   - angleDegrees: Its direction: 0 is to the right, 90 down.
  public func motionBlurred(length: Double, angleDegrees: Double) -> Image {
    guard length > 0 else { return self }
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: angleDegrees)
    return applying(
      LineBlurs.motion[LineBlurs.taps(length: length)],
      numbers: [Float(cosine * length), Float(sine * length)], reach: length / 2)
  }

  /// The mean along an arc about a centre, as of a wheel that turns while the shutter is open.
  ///
  /// - Parameters:
  ///   - angleDegrees: How long the arc is; it is centred on each pixel.
  ///   - center: The point that stays sharp, in the picture's coordinates.
  ///   - taps: Reads a pixel, 2…256, evenly along the arc.
  public func spinBlurred(angleDegrees: Double, center: Point, taps: Int = 32) -> Image {
    guard angleDegrees != 0 else { return self }
    let angle = angleDegrees * Double.pi / 180
    let blurred = applying(
      LineBlurs.spin[max(2, min(256, taps))],
      numbers: [Float(center.x), Float(center.y), Float(angle)])
    guard let extent, !extent.isEmpty else { return blurred }
    // Nothing leaves the circle through the farthest corner.
    let radius = Self.farthest(extent, center).rounded(.up)
    let (x, y) = (center.x.rounded(.down), center.y.rounded(.down))
    return blurred.cropped(
      to: Rect(x: x - radius, y: y - radius, width: 2 * radius + 1, height: 2 * radius + 1))
  }

  /// How far a read may lie from the pixel it is for where it reads inside the extent: positions
  /// move by at most `share` of the way to the centre.
  private func reach(ofZoom share: Double, _ center: Point) -> Double? {
    guard let extent, abs(share) < 0.99 else { return nil }
    return Self.farthest(extent, center) * abs(share) / (1 - abs(share))
  }

  /// The distance of the farthest corner of `rect`.
  private static func farthest(_ rect: Rect, _ center: Point) -> Double {
    let x = max(abs(rect.minX - center.x), abs(rect.maxX - center.x))
    let y = max(abs(rect.minY - center.y), abs(rect.maxY - center.y))
    return (x * x + y * y).squareRoot()
  }
}

private enum LineBlurs {
  /// Weights and order are those of GPUImage's GPUImageZoomBlurFilter, which VideoLab's follows.
  static let zoom9 = PixelKernel("zoomBlur9", inputs: 1, numbers: 3, extent: .grown(0)) { kernel in
    let weights: [Float] = [0.18, 0.15, 0.12, 0.09, 0.05]
    let x = (kernel.number(0) - kernel.x) * kernel.number(2)
    let y = (kernel.number(1) - kernel.y) * kernel.number(2)
    var sum = kernel.sample(0, kernel.x, kernel.y).map { $0 * weights[0] }
    for side: Float in [1, -1] {
      for step in 1...4 {
        let way = side * Float(step)
        let pixel = kernel.sample(0, kernel.x + x * way, kernel.y + y * way)
        sum = sum + pixel.map { $0 * weights[step] }
      }
    }
    return sum
  }

  static let zoom = FilterKernels { taps in
    PixelKernel("zoomBlur", inputs: 1, numbers: 3, extent: .grown(0)) { kernel in
      let x = (kernel.number(0) - kernel.x) * kernel.number(2)
      let y = (kernel.number(1) - kernel.y) * kernel.number(2)
      return .mean(
        shares(taps).map { kernel.sample(0, kernel.x + x * $0, kernel.y + y * $0) })
    }
  }

  static let motion = FilterKernels { taps in
    PixelKernel("motionBlur", inputs: 1, numbers: 2, extent: .grown(0)) { kernel in
      .mean(
        shares(taps).map {
          kernel.sample(
            0, kernel.x + kernel.number(0) * $0, kernel.y + kernel.number(1) * $0)
        })
    }
  }

  static let spin = FilterKernels { taps in
    PixelKernel("spinBlur", inputs: 1, numbers: 3, extent: .grown(0)) { kernel in
      let (centerX, centerY) = (kernel.number(0), kernel.number(1))
      let (x, y) = (kernel.x - centerX, kernel.y - centerY)
      return .mean(
        shares(taps).map { share in
          let angle = kernel.number(2) * share
          let (sine, cosine) = (angle.sine, angle.cosine)
          return kernel.sample(
            0, centerX + (x * cosine - y * sine), centerY + (x * sine + y * cosine))
        })
    }
  }

  /// The middles of `taps` equal parts of −½…½.
  private static func shares(_ taps: Int) -> [Float] {
    (0..<taps).map { Float((Double($0) + 0.5) / Double(taps) - 0.5) }
  }

  /// Few different counts, so that a length that changes from frame to frame needs few programs.
  static func taps(length: Double) -> Int {
    let counts = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192]
    return counts.first { Double($0) >= length } ?? 256
  }
}

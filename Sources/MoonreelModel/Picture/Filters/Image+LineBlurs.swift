// SPDX-License-Identifier: MIT

import MoonreelCore

// Blurs along lines, rays and arcs: means of reads along a way through each pixel, in order; transparent outside the
// picture unless `clampedToEdges()` comes first.
//
// Many reads are made by a few passes one after the other (``ReadPasses``): what a blur costs hardly depends on how
// long its way is.
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

  /// The mean along the ray through each pixel p and the centre c, as of a camera that zooms at a steady rate: reads
  /// c + (p − c) · e^u for values of u from ln(1 − `amount` / 2) to ln(1 + `amount` / 2), at most one
  /// and a half pixels apart.
  ///
  /// With `taps`, or where `amount` is 1.9 or more: `taps` reads p + t · (c − p) · `amount` for values of t evenly
  /// from −½ to ½ instead.
  ///
  /// - Parameters:
  ///   - amount: How long the way is, as a share of that to the centre.
  ///   - center: The point that stays sharp, in the picture's coordinates.
  ///   - taps: Reads a pixel, 2…256; `nil`: as many as are needed.
  public func zoomBlurred(amount: Double, center: Point, taps: Int? = nil) -> Image {
    guard amount != 0 else { return self }
    guard taps == nil, abs(amount) < 1.9 else {
      return applying(
        LineBlurs.zoom[max(2, min(256, taps ?? 32))],
        numbers: [Float(center.x), Float(center.y), Float(amount)],
        reach: reach(ofZoom: amount / 2, center))
    }
    let (near, far) = (PortableMath.log(1 - amount / 2), PortableMath.log(1 + amount / 2))
    let farthest = extent.map { Self.farthest($0, center) } ?? LineBlurs.usualReach
    let passes = ReadPasses(length: farthest * abs(far - near))
    var image = self
    for pass in 0..<passes.count {
      // The first pass brings in that the way's middle, in u, is not the pixel.
      let middle = pass == 0 ? (near + far) / 2 : 0
      let exponents = passes.shares(pass).map { middle + $0 * (far - near) }
      let factors = exponents.map { PortableMath.exp($0) }
      let moved = factors.map { abs(1 - $0) }.max() ?? 0
      image = image.applying(
        LineBlurs.rays[passes.reads],
        numbers: [Float(center.x), Float(center.y)] + factors.map { Float($0) },
        reach: image.reach(ofZoom: moved, center))
    }
    return image
  }

  /// The mean along a straight line, as of an object that moves while the shutter is open.
  ///
  /// Reads lie at most one and a half pixels apart. The extent grows by half the length, and by less than a pixel for
  /// each pass.
  ///
  /// - Parameters:
  ///   - length: How long the line is, in pixels; it is centred on each pixel.
  ///   - angleDegrees: Its direction: 0 is to the right, 90 down.
  public func motionBlurred(length: Double, angleDegrees: Double) -> Image {
    guard length > 0 else { return self }
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: angleDegrees)
    let passes = ReadPasses(length: length)
    var image = self
    for pass in 0..<passes.count {
      let distances = passes.shares(pass).map { $0 * length }
      image = image.applying(
        LineBlurs.line[passes.reads],
        numbers: [Float(cosine), Float(sine)] + distances.map { Float($0) },
        reach: passes.reach(pass) * length)
    }
    return image
  }

  /// The mean along an arc about a centre, as of a wheel that turns while the shutter is open.
  ///
  /// - Parameters:
  ///   - angleDegrees: How long the arc is; it is centred on each pixel.
  ///   - center: The point that stays sharp, in the picture's coordinates.
  ///   - taps: Reads a pixel, 2…256, evenly along the arc; `nil`: as many as lie at most one and
  ///     a half pixels apart.
  public func spinBlurred(angleDegrees: Double, center: Point, taps: Int? = nil) -> Image {
    guard angleDegrees != 0 else { return self }
    let farthest = extent.map { Self.farthest($0, center) } ?? LineBlurs.usualReach
    let passes =
      taps.map { ReadPasses(count: 1, reads: max(2, min(256, $0))) }
      ?? ReadPasses(length: farthest * abs(angleDegrees) * Double.pi / 180)
    // Nothing leaves the circle through the farthest corner.
    let circle = extent.flatMap { $0.isEmpty ? nil : Self.circle(farthest.rounded(.up), center) }
    var image = self
    for pass in 0..<passes.count {
      let turns = passes.shares(pass).flatMap { share -> [Float] in
        let (sine, cosine) = Trigonometry.sineAndCosine(degrees: angleDegrees * share)
        return [Float(sine), Float(cosine)]
      }
      image = image.applying(
        LineBlurs.arcs[passes.reads], numbers: [Float(center.x), Float(center.y)] + turns)
      if let circle { image = image.cropped(to: circle) }
    }
    return image
  }

  private static func circle(_ radius: Double, _ center: Point) -> Rect {
    let (x, y) = (center.x.rounded(.down), center.y.rounded(.down))
    return Rect(x: x - radius, y: y - radius, width: 2 * radius + 1, height: 2 * radius + 1)
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

/// How the mean of many reads along a way is made: each pass is the mean of a few, over a way as long as the distance
/// between the reads of the pass before, so that all together read evenly along the whole way.
struct ReadPasses: Equatable {
  /// How many passes there are.
  var count: Int
  /// How many reads each pass makes for a pixel.
  var reads: Int

  init(count: Int, reads: Int) { (self.count, self.reads) = (count, reads) }

  /// Passes whose reads lie at most one and a half pixels apart on a way of `length` pixels.
  ///
  /// Always four reads a pass, which is near the cheapest for every length: a way that changes from frame to frame then
  /// needs one program.
  init(length: Double) {
    self.init(count: 1, reads: 4)
    while count < 10, power(count) * 1.5 < length { count += 1 }
  }

  private func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * Double(reads) }
  }

  /// Where the reads of pass `pass` lie, as shares of the whole way from its middle.
  func shares(_ pass: Int) -> [Double] {
    let part = 1 / power(pass)
    return (0..<reads).map { ((Double($0) + 0.5) / Double(reads) - 0.5) * part }
  }

  /// How far pass `pass` reaches, as a share of the whole way: all together half of it.
  func reach(_ pass: Int) -> Double {
    let rest = pass + 1 < count ? 1 / power(pass + 1) : 0
    return (1 / power(pass) - rest) / 2
  }
}

private enum LineBlurs {
  /// How far from the centre pictures without edges are taken to be seen, in pixels: to the corner of 3840x2160.
  static let usualReach = 2203.0

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
        ReadPasses(count: 1, reads: taps).shares(0).map { share in
          let share = Float(share)
          return kernel.sample(0, kernel.x + x * share, kernel.y + y * share)
        })
    }
  }

  /// Numbers: the centre, then a factor for each read.
  static let rays = FilterKernels { reads in
    PixelKernel("rays", inputs: 1, numbers: 2 + reads, extent: .grown(0)) { kernel in
      let (centerX, centerY) = (kernel.number(0), kernel.number(1))
      return .mean(
        (0..<reads).map { read in
          let factor = kernel.number(2 + read)
          return kernel.sample(
            0, centerX + (kernel.x - centerX) * factor, centerY + (kernel.y - centerY) * factor)
        })
    }
  }

  /// Numbers: the direction, then a distance for each read.
  static let line = FilterKernels { reads in
    PixelKernel("line", inputs: 1, numbers: 2 + reads, extent: .grown(0)) { kernel in
      .mean(
        (0..<reads).map { read in
          let distance = kernel.number(2 + read)
          return kernel.sample(
            0, kernel.x + kernel.number(0) * distance, kernel.y + kernel.number(1) * distance)
        })
    }
  }

  /// Numbers: the centre, then a sine and a cosine for each read.
  static let arcs = FilterKernels { reads in
    PixelKernel("arcs", inputs: 1, numbers: 2 + 2 * reads, extent: .grown(0)) { kernel in
      let (centerX, centerY) = (kernel.number(0), kernel.number(1))
      let (x, y) = (kernel.x - centerX, kernel.y - centerY)
      return .mean(
        (0..<reads).map { read in
          let (sine, cosine) = (kernel.number(2 + 2 * read), kernel.number(3 + 2 * read))
          return kernel.sample(
            0, centerX + (x * cosine - y * sine), centerY + (x * sine + y * cosine))
        })
    }
  }
}

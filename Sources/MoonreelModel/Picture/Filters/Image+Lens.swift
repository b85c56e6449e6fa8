// SPDX-License-Identifier: MIT

import MoonreelCore

// What lenses and film do to a picture.
extension Image {
  /// Darker towards the corners: red, green and blue times 1 − `amount` · s(d), where d is the
  /// distance from the middle in radii of an ellipse and s rises as 3t² − 2t³ from `radius` · (1 −
  /// `softness`) to `radius` · (1 + `softness`).
  ///
  /// - Parameters:
  ///   - amount: How much is taken away, 0…1; below 0 brightens.
  ///   - radius: Where half of it is taken away: 1 is where the ellipse touches the edges.
  ///   - softness: How wide the rise is, 0…1, as a share of the radius on both sides.
  ///   - roundness: 0: an ellipse with the shape of the frame; 1: a circle that touches the nearer
  ///     edges.
  ///   - frame: The rectangle it is fitted to; `nil` for the picture's extent.
  /// - Precondition: the picture has an extent, or a frame is given.
  public func vignetted(
    amount: Float, radius: Double = 1, softness: Double = 0.5, roundness: Double = 0,
    in frame: Rect? = nil
  ) -> Image {
    guard let frame = frame ?? extent else {
      preconditionFailure("a picture without edges needs a frame for its vignette")
    }
    guard !frame.isEmpty else { return self }
    let (halfWidth, halfHeight) = (frame.size.width / 2, frame.size.height / 2)
    let circle = min(halfWidth, halfHeight)
    let radiusX = halfWidth + (circle - halfWidth) * roundness
    let radiusY = halfHeight + (circle - halfHeight) * roundness
    return applying(
      Self.vignette,
      numbers: [
        Float(frame.minX + halfWidth), Float(frame.minY + halfHeight), Float(1 / radiusX),
        Float(1 / radiusY), Float(radius * (1 - softness)), Float(radius * (1 + softness)), amount,
      ])
  }

  private static let vignette = PixelKernel("vignette", inputs: 1, numbers: 7) { kernel in
    let x = (kernel.x - kernel.number(0)) * kernel.number(2)
    let y = (kernel.y - kernel.number(1)) * kernel.number(3)
    let distance = (x * x + y * y).squareRoot
    let share = 1 - distance.smoothstep(kernel.number(4), kernel.number(5)) * kernel.number(6)
    return kernel.input(0).mapColors { $0 * share }
  }

  /// Film grain: gray noise added to red, green and blue, times alpha. The noise of a pixel depends
  /// on nothing but its place, `seed` and `frame`.
  ///
  /// It is white noise blurred by a gaussian of `size` / 2 and brought back to the wanted standard
  /// deviation. Its strength at straight luma L is `amount` · (1 − `lumaResponse` · (1 − 4 L (1 −
  /// L))), L limited to 0…1: at a response of 1 it is full in the middle and nothing at black and
  /// white, as film has it.
  ///
  /// - Parameters:
  ///   - amount: The standard deviation of the noise, as a share of the range from black to white.
  ///   - size: About how wide a grain is, in pixels; up to 1, each pixel has its own.
  ///   - lumaResponse: How much the strength depends on luma, 0…1.
  ///   - seed: Which noise.
  ///   - frame: The number of the frame, so that grain moves.
  public func grained(
    amount: Float, size: Double = 1, lumaResponse: Float = 0.5, seed: UInt32 = 0, frame: Int = 0
  ) -> Image {
    guard amount != 0 else { return self }
    let sigma = size > 1 ? size / 2 : 0
    let noise = Image(.noise(seed: FilmGrain.seed(seed, frame))).gaussianBlurred(sigma: sigma)
    return applying(
      FilmGrain.kernel, to: noise,
      numbers: [amount * Float(FilmGrain.gain(sigma: sigma)), lumaResponse])
  }
}

private enum FilmGrain {
  static let kernel = PixelKernel("grain", inputs: 2, numbers: 2, extent: .input(0)) { kernel in
    let pixel = kernel.input(0)
    let luma = pixel.straight.luma.clamped()
    let rest = 1 - luma * (1 - luma) * 4
    let strength = kernel.number(0) * (1 - kernel.number(1) * rest) * pixel.alpha
    let grain = (kernel.input(1).red - 0.5) * strength
    return pixel.mapColors { $0 + grain }
  }

  /// What brings blurred noise to a standard deviation of 1. Even noise has 1 / √12; a sum with
  /// weights w has √(Σ w²) times that, along each axis.
  static func gain(sigma: Double) -> Double {
    guard sigma > 0 else { return 12.0.squareRoot() }
    let radius = Int(limiting: (4 * sigma).rounded(.up))
    let weights = (-radius...radius).map {
      PortableMath.exp(-Double($0 * $0) / (2 * sigma * sigma))
    }
    let sum = weights.reduce(0, +)
    let squares = weights.reduce(0) { $0 + ($1 / sum) * ($1 / sum) }
    return 12.0.squareRoot() / squares
  }

  /// Another noise for each frame.
  static func seed(_ seed: UInt32, _ frame: Int) -> UInt32 {
    UInt32(
      truncatingIfNeeded: SplitMix64.mixed(UInt64(seed) << 32 ^ UInt64(bitPattern: Int64(frame))))
  }
}

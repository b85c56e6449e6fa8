// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Soft lights that drift over a dusk of colours: a clip to show when there is none.
///
/// The seed chooses palette and paths; every picture is a function of its time.
public struct ShapesSource: Source {
  /// Sets of colours: the sky from top to bottom, then the lights.
  public enum Palette: String, Hashable, Sendable, CaseIterable {
    /// Night blue, violet and rose.
    case dusk
    /// Deep green, turquoise and gold.
    case lagoon
    /// Brown, orange and cream.
    case ember
    /// Blue, ice and lilac.
    case aurora
  }

  /// The colours.
  public var palette: Palette
  /// Chooses the lights' places and paths.
  public var seed: UInt64
  /// How many lights there are, 1…24.
  public var count: Int
  /// The size of the pictures.
  public var naturalSize: PixelSize
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// `count` lights (limited to 1…24) in the colours of `palette`.
  public init(
    palette: Palette = .dusk, seed: UInt64 = 1, count: Int = 7,
    naturalSize: PixelSize = PixelSize(1920, 1080), duration: Time? = nil
  ) {
    (self.palette, self.seed) = (palette, seed)
    self.count = min(24, max(1, count))
    (self.naturalSize, self.duration) = (naturalSize, duration)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }

  /// The lights at `time`.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let size = naturalSize.size
    var picture = sky(at: time)
    for index in 0..<count { picture = light(index, at: time).over(picture) }
    return picture.cropped(to: Rect(origin: .zero, size: size))
  }

  private func sky(at time: Time) -> Image {
    let size = naturalSize.size
    let sway = sine(time.phase(Time(wholeSeconds: 40))) * 0.15
    let colors = palette.sky
    let stops = colors.enumerated().map { index, color in
      Image.GradientStop(Double(index) / Double(colors.count - 1), color)
    }
    return Image(
      .linearGradient(
        from: Point(size.width * (0.5 - sway), 0),
        to: Point(size.width * (0.5 + sway), size.height),
        stops: stops))
  }

  /// A disc that fades outwards, on an oval path of its own.
  private func light(_ index: Int, at time: Time) -> Image {
    let size = naturalSize.size
    let draws = (0..<6).map { draw(index, $0) }
    let turn = time.phase(Time(wholeSeconds: 9 + Int64(draws[0] * 14))) + draws[1]
    let direction: Double = index % 2 == 0 ? 1 : -1
    let x = draws[2] + 0.22 * sine(direction * turn)
    let y = draws[3] + 0.18 * sine(direction * turn + 0.25)
    let breath = 1 + 0.15 * sine(2 * turn + draws[4])
    let radius = (0.12 + 0.3 * draws[5]) * size.height * breath
    let color = palette.lights[index % palette.lights.count]
    func shade(_ alpha: Double) -> Color { Color(color.red, color.green, color.blue, alpha) }
    return Image(
      .radialGradient(
        center: Point(x * size.width, y * size.height), radius: radius,
        stops: [
          Image.GradientStop(0, shade(0.75)), Image.GradientStop(0.35, shade(0.5)),
          Image.GradientStop(0.75, shade(0.12)), Image.GradientStop(1, shade(0)),
        ]))
  }

  private func draw(_ index: Int, _ what: Int) -> Double {
    Double(mr_synth_hash(seed, UInt64(index * 8 + what)) >> 11) / Double(1 << 53)
  }

  private func sine(_ turns: Double) -> Double {
    Trigonometry.sineAndCosine(degrees: 360 * turns).sine
  }
}

extension ShapesSource.Palette {
  private static func colors(_ values: [UInt32]) -> [Color] {
    values.map { value in
      Color(
        Double(value >> 16 & 255) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255)
    }
  }

  var sky: [Color] {
    switch self {
    case .dusk: Self.colors([0x0B1026, 0x2B1B4E, 0x8A3B6B])
    case .lagoon: Self.colors([0x03181C, 0x0B4A4F, 0x2C8C7C])
    case .ember: Self.colors([0x160A08, 0x4A1B10, 0xA8501C])
    case .aurora: Self.colors([0x060B1E, 0x10305C, 0x3A6EA5])
    }
  }

  var lights: [Color] {
    switch self {
    case .dusk: Self.colors([0xFF9E7A, 0xF2668B, 0x7A6CF0, 0xFFD3A5])
    case .lagoon: Self.colors([0x7FE7C4, 0xF4D06F, 0x3FC1C9, 0xE8FFF5])
    case .ember: Self.colors([0xFFB347, 0xFF6B35, 0xFFE5B4, 0xD7263D])
    case .aurora: Self.colors([0x9BF6FF, 0xBDB2FF, 0x72EFDD, 0xF1F7FF])
    }
  }
}

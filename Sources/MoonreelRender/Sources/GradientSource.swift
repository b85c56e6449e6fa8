// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Colours along a line through the middle that turns slowly.
public struct GradientSource: Source {
  /// The colours, spread evenly along the line.
  public var colors: [Color]
  /// The size of the pictures.
  public var naturalSize: PixelSize
  /// How long one full turn takes.
  public var period: Time
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// A gradient of `colors`; night blue to rose unless others are given.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `period` is not positive or there is no colour.
  public init(
    colors: [Color] = [Color(0.05, 0.06, 0.16), Color(0.25, 0.16, 0.42), Color(0.86, 0.42, 0.45)],
    naturalSize: PixelSize = PixelSize(1920, 1080), period: Time = Time(wholeSeconds: 24),
    duration: Time? = nil
  ) throws {
    guard period > .zero, !colors.isEmpty else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot turn \(colors.count) colours in \(period): give a positive period and a colour.")
    }
    (self.colors, self.naturalSize) = (colors, naturalSize)
    (self.period, self.duration) = (period, duration)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }

  /// The gradient at `time`.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let size = naturalSize.size
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: 360 * time.phase(period))
    let reach = (abs(cosine) * size.width + abs(sine) * size.height) / 2
    let stops = colors.enumerated().map { index, color in
      Image.GradientStop(Double(index) / Double(max(1, colors.count - 1)), color)
    }
    let gradient = Image(
      .linearGradient(
        from: Point(size.width / 2 - cosine * reach, size.height / 2 - sine * reach),
        to: Point(size.width / 2 + cosine * reach, size.height / 2 + sine * reach), stops: stops))
    return gradient.cropped(to: Rect(origin: .zero, size: size))
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelSandbox
import MoonreelText

/// A Lottie animation as a source with its own time: at its own rate, drawn at the scale at which it is seen.
///
/// For example: `try LottieSource(LottieContent(path: "confetti.json", read: read))`.
public struct LottieSource: Source {
  /// The animation.
  public let content: LottieContent
  /// Whether it begins again where it ends, for ever.
  public var isLooping: Bool
  private let film: Isolated<LottieFilm>

  private static let films = RasterCache<LottieContent, Isolated<LottieFilm>>(limit: 32 << 20)

  /// A source that shows `content`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where it cannot be read.
  public init(_ content: LottieContent, isLooping: Bool = false) throws {
    (self.content, self.isLooping) = (content, isLooping)
    film = try Self.films.value(content, cost: { _ in 4096 + 8 * content.text.utf8.count }) {
      try LottieFilm.isolated(content)
    }
  }

  /// The animation taken apart.
  public var byteEstimate: Int { 4096 + 8 * content.text.utf8.count }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as the file says; `nil` where it loops.
  public var duration: Time? { isLooping ? nil : content.duration }
  /// The file's.
  public var naturalSize: PixelSize { content.size }
  /// The file's.
  public var frameRate: FrameRate? { content.frameRate }

  /// The frame that is due at `time`: the first before the start, the last behind the end.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let (count, index) = (content.frameCount, content.frameRate.frame(at: time))
    let frame =
      isLooping ? ((index % count) + count) % count : min(count - 1, max(0, index))
    return LottieDrawing(content, film, frame: frame).image
  }
}

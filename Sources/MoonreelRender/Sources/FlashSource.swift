// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A black picture that is white for one frame at every multiple of an interval: the eye's counterpart
/// of ``ClickSource``.
public struct FlashSource: Source {
  /// From one flash to the next; the first comes at the source's time zero.
  public var interval: Time
  /// The rate whose frames flash: the frame on screen at a multiple of the interval is white.
  public var frameRate: FrameRate
  /// The size of the pictures.
  public var naturalSize: PixelSize
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// Flashes `interval` apart.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `interval` is shorter than two frames.
  public init(
    interval: Time, frameRate: FrameRate, naturalSize: PixelSize, duration: Time? = nil
  ) throws {
    guard interval >= frameRate.time(ofFrame: 2) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot flash every \(interval) at \(frameRate) frames a second: leave two frames at least."
      )
    }
    (self.interval, self.frameRate) = (interval, frameRate)
    (self.naturalSize, self.duration) = (naturalSize, duration)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }

  /// White where a multiple of the interval falls into the frame on screen at `time`, else black.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let frame = frameRate.frame(at: max(time, .zero))
    let (start, end) = (frameRate.time(ofFrame: frame), frameRate.time(ofFrame: frame + 1))
    let next = (start.flicks + interval.flicks - 1) / interval.flicks
    let isWhite = next * interval.flicks < end.flicks
    let color: Color = isWhite ? .white : .black
    return Image(color: color).cropped(to: Rect(origin: .zero, size: naturalSize.size))
  }
}

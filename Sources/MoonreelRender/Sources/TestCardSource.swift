// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A moving test card that tells its own frame: a sweep that crosses once a period, and along the lower
/// edge the frame's number in binary, one square a bit, the highest on the left.
public struct TestCardSource: Source {
  /// The size of the pictures.
  public var naturalSize: PixelSize
  /// Counts the frames that the squares show.
  public var frameRate: FrameRate
  /// How long one crossing of the sweep takes.
  public var period: Time
  /// How long it lasts; `nil` for ever.
  public var duration: Time?

  /// How many squares there are; frame numbers are shown modulo 2 to this power.
  public static let bitCount = 16

  /// A test card of `naturalSize` whose frames are counted at `frameRate`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `period` is not positive.
  public init(
    naturalSize: PixelSize = PixelSize(1920, 1080), frameRate: FrameRate,
    period: Time = Time(wholeSeconds: 4), duration: Time? = nil
  ) throws {
    guard period > .zero else {
      throw MoonreelError(
        .invalidArgument, "Cannot sweep a test card in \(period): the period must be positive.")
    }
    (self.naturalSize, self.frameRate) = (naturalSize, frameRate)
    (self.period, self.duration) = (period, duration)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }

  /// The card at `time`.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let card = Image(.testCard(size: naturalSize.size, phase: time.phase(period)))
    return squares(frame: frameRate.frame(at: max(time, .zero))).over(card)
  }

  /// The frame's number in squares of white (1) and black (0) on gray.
  private func squares(frame: Int64) -> Image {
    let count = Self.bitCount
    let side = max(1, Double(naturalSize.width / (2 * count)))
    let top = Double(naturalSize.height) - 2 * side
    let left = (Double(naturalSize.width) - side * Double(count)) / 2
    let plate = Rect(
      x: left - side / 2, y: top - side / 2, width: side * Double(count + 1), height: 2 * side)
    var picture = Image(color: Color(0.25, 0.25, 0.25)).cropped(to: plate)
    for bit in 0..<count {
      let isSet = (frame >> Int64(count - 1 - bit)) & 1 == 1
      let box = Rect(
        x: left + side * Double(bit) + 1, y: top, width: max(1, side - 2), height: side)
      let color: Color = isSet ? .white : .black
      picture = Image(color: color).cropped(to: box).over(picture)
    }
    return picture.cropped(to: Rect(origin: .zero, size: naturalSize.size))
  }
}

extension Time {
  /// How far into the current `period` this time lies, 0 up to, not including, 1.
  func phase(_ period: Time) -> Double {
    let rest = flicks % period.flicks
    return Double(rest < 0 ? rest + period.flicks : rest) / Double(period.flicks)
  }
}

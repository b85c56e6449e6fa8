// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The sound that a picture shows: measured when the first picture is drawn, then kept as long as a source has it.
public final class SoundSubject: Sendable {
  private let known = Locked<SoundOverview?>(nil)
  private let measure: @Sendable () throws -> SoundOverview
  /// How long it is.
  public let duration: Time

  /// A sound of `duration`; `measure` looks at all of it.
  public init(duration: Time, measure: @escaping @Sendable () throws -> SoundOverview) {
    (self.duration, self.measure) = (duration, measure)
  }

  /// What was measured. Threads that ask meanwhile wait.
  ///
  /// - Throws: what measuring throws; it is tried again by whoever asks next.
  public func overview() throws -> SoundOverview {
    try known.withLock { known in
      if let known { return known }
      let found = try measure()
      known = found
      return found
    }
  }
}

/// Which stretch of a sound lies across a picture.
public enum SoundView: Hashable, Sendable {
  /// All of it.
  case whole
  /// So many seconds, which move with the playhead; it stands at a share of the width.
  case scrolling(seconds: Double, playheadAt: Double)

  /// Where the left edge of a picture `width` pixels wide lies at `time`, how long a pixel lasts, in seconds, and where the
  /// playhead is, in pixels.
  func place(at time: Time, of duration: Time, width: Int) -> (
    start: Double, pixel: Double, playhead: Double
  ) {
    switch self {
    case .whole:
      let pixel = max(1e-6, duration.seconds) / Double(width)
      return (0, pixel, time.seconds / pixel)
    case .scrolling(let seconds, let share):
      let pixel = seconds / Double(width)
      // Whole columns move by whole pixels: none of them flickers.
      let first = (time.seconds / pixel - share * Double(width)).rounded()
      return (first * pixel, pixel, share * Double(width))
    }
  }
}

/// The line at the moment that is heard.
public struct Playhead: Hashable, Sendable {
  /// Its colour.
  public var color: Color
  /// Its width in pixels.
  public var width: Double

  /// A line.
  public init(color: Color, width: Double = 2) { (self.color, self.width) = (color, width) }

  /// The line at `x` over `picture`, which is of `size`.
  func over(_ picture: Image, at x: Double, of size: PixelSize) -> Image {
    let line = Rect(x: x - width / 2, y: 0, width: width, height: Double(size.height))
    let seen = line.intersection(Rect(origin: .zero, size: size.size))
    return seen.isEmpty ? picture : Image(color: color).cropped(to: seen).over(picture)
  }
}

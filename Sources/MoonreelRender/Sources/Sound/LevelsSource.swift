// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How loud a sound is at the moment, as bars that rise from the bottom: one for each band of frequencies, or one for each
/// channel. They rise at once and fall evenly.
public struct LevelsSource: Source {
  /// What bars stand for.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// Bands of frequencies, the lowest at the left.
    case spectrum
    /// Channels: the highest sample of the last hundredth of a second.
    case meters
  }

  /// The sound.
  public var subject: SoundSubject
  /// What bars stand for.
  public var style = Style.spectrum
  /// How many bands there are.
  public var barCount = 24
  /// Which frequencies and levels are seen.
  public var range = SpectrumRange(decibels: -60...0)
  /// Decibels a second by which bars fall.
  public var fall = 40.0
  /// The colour of bars.
  public var color = Color.white
  /// What lies behind them.
  public var background = Color.transparent
  /// The share of a bar's room that is left free beside it, 0…0.95.
  public var gap = 0.25
  /// The size of the pictures.
  public var naturalSize: PixelSize

  /// The bars of `subject`.
  public init(_ subject: SoundSubject, size: PixelSize) {
    (self.subject, naturalSize) = (subject, size)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as the sound.
  public var duration: Time? { subject.duration }

  /// The bars at `time`, when the sound is at `time` of its stretch.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let shares = try levels(at: time).map { level in
      let (low, high) = (range.decibels.lowerBound, range.decibels.upperBound)
      return Float(min(1, max(0, (level - low) / (high - low))))
    }
    let (color, background, gap) = (color, background, gap)
    let drawing = ColumnDrawing(
      size: naturalSize, isOpaque: background.alpha >= 1,
      content: DigestWriter("levels", shares, color, background, gap).digest
    ) { canvas in
      let words = canvas.words(ColumnColor.coverages(color, over: background))
      var spans = ColumnSpans(count: canvas.width)
      let pitch = Double(canvas.width) / Double(shares.count)
      for column in 0..<canvas.width {
        let bar = min(shares.count - 1, Int((Double(column) + 0.5) / pitch))
        let (left, right) = (
          (Double(bar) + gap / 2) * pitch, (Double(bar) + 1 - gap / 2) * pitch
        )
        let covered = min(Double(column) + 1, right) - max(Double(column), left)
        spans.weight[column] = Float(min(1, max(0, covered)))
        spans.top[column] = Float(canvas.height) * (1 - shares[bar])
        spans.bottom[column] = Float(canvas.height)
      }
      spans.paint(on: canvas, columns: 0..<canvas.width, rows: 0..<canvas.height, words)
    }
    return drawing.image
  }

  /// The decibels that bars show at `time`.
  func levels(at time: Time) throws -> [Double] {
    let overview = try subject.overview()
    return switch style {
    case .spectrum: bands(overview, time.seconds)
    case .meters: peaks(overview, time.seconds)
    }
  }

  /// No level is higher.
  private static let loudest = 100.0

  /// The greatest of what was heard up to now, less what has fallen since.
  private func held(_ now: Double, rate: Double, _ level: (Int) -> Double) -> Double {
    let place = now * rate - 0.5
    let last = Int(limiting: place.rounded(.down))
    let share = place - place.rounded(.down)
    // Straight lines between; then back until even the loudest has fallen to the bottom.
    var most = level(last) + (level(last + 1) - level(last)) * share
    let drop = fall / rate
    let reach = Int(limiting: (range.decibels.upperBound - range.decibels.lowerBound) / drop)
    var index = last
    while index >= 0, last - index <= reach,
      Self.loudest - drop * (place - Double(index)) > most
    {
      most = max(most, level(index) - drop * (place - Double(index)))
      index -= 1
    }
    return most
  }

  private func bands(_ overview: SoundOverview, _ now: Double) -> [Double] {
    (0..<barCount).map { bar in
      func place(_ share: Double) -> Double {
        SpectrumScale.place(of: range.frequency(at: share / Double(barCount)))
      }
      let first = Int(limiting: place(Double(bar)).rounded(.up))
      let last = max(first, Int(limiting: place(Double(bar) + 1).rounded(.up)) - 1)
      return held(now, rate: Double(SoundWalk.hopsPerSecond)) { index in
        let byte = (first...last).map { overview.byte(ofSpectrum: index, band: $0) }.max() ?? 0
        return SpectrumScale.decibels(Double(byte))
      }
    }
  }

  private func peaks(_ overview: SoundOverview, _ now: Double) -> [Double] {
    let rate = 100.0
    return (0..<overview.channelCount).map { channel in
      held(now, rate: rate) { index in
        let begin = Double(index) / rate
        let extent = overview.extent(from: begin, to: begin + 1 / rate, channel: channel)
        let peak = Double(max(abs(extent.low), abs(extent.high)))
        return peak > 1e-7 ? 20 * PortableMath.log(peak) / PortableMath.log(10) : -140
      }
    }
  }
}

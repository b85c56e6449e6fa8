// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A sound as a waveform: all of it, or a stretch that moves with the playhead.
public struct WaveformSource: Source {
  /// How it is drawn.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// The area between the least and the greatest samples.
    case filled
    /// Two lines, along the greatest and the least samples.
    case lines
    /// Bars as high as the loudest sample of their time, evenly up and down.
    case bars
  }

  /// Which channels are seen.
  public enum Channels: String, Hashable, Sendable, CaseIterable {
    /// Their mean.
    case mixed
    /// Each in a lane of its own, from top to bottom.
    case each
  }

  /// How a waveform looks.
  public struct Look: Hashable, Sendable {
    /// How it is drawn.
    public var style = Style.filled
    /// Which channels are seen.
    public var channels = Channels.mixed
    /// Its colour, and that of what was heard.
    public var color = Color.white
    /// The colour of what was heard; `nil`: the same.
    public var playedColor: Color?
    /// What lies behind it.
    public var background = Color.transparent
    /// The line at the moment that is heard, if there is one.
    public var playhead: Playhead?
    /// How much larger than life samples are drawn.
    public var gain = 1.0
    /// The width of lines, in pixels.
    public var thickness = 2.0
    /// The width of bars and of the gaps between them, in pixels.
    public var barWidth = 6.0
    /// The width of the gaps between bars.
    public var barGap = 3.0

    /// White on nothing.
    public init() {}
  }

  /// The sound.
  public var subject: SoundSubject
  /// Which stretch is seen.
  public var view: SoundView
  /// How it looks.
  public var look: Look
  /// The size of the pictures.
  public var naturalSize: PixelSize

  /// The waveform of `subject`.
  public init(_ subject: SoundSubject, view: SoundView = .whole, look: Look, size: PixelSize) {
    (self.subject, self.view, self.look, naturalSize) = (subject, view, look, size)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as the sound.
  public var duration: Time? { subject.duration }

  /// The waveform at `time`, when the sound is at `time` of its stretch.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let place = view.place(at: time, of: subject.duration, width: naturalSize.width)
    let overview = try subject.overview()
    let picture: Image
    if view == .whole {
      picture = try whole(overview, place.pixel, heard: place.playhead.rounded())
    } else {
      let painter = WaveformPainter(
        overview: overview, look: look, start: place.start, pixel: place.pixel,
        playhead: place.playhead)
      picture = painter.drawing(naturalSize).image
    }
    return look.playhead?.over(picture, at: place.playhead, of: naturalSize) ?? picture
  }

  /// All of it: two drawings that stay, of which each shows its part.
  private func whole(_ overview: SoundOverview, _ pixel: Double, heard: Double) throws -> Image {
    func drawing(_ color: Color) -> Image {
      var look = look
      (look.color, look.playedColor, look.playhead) = (color, nil, nil)
      let painter = WaveformPainter(
        overview: overview, look: look, start: 0, pixel: pixel, playhead: 0)
      return drawings.drawing(Key(look: look, size: naturalSize)) {
        painter.drawing(naturalSize)
      }.image
    }
    let (width, height) = (naturalSize.size.width, naturalSize.size.height)
    guard let played = look.playedColor, heard > 0 else { return drawing(look.color) }
    guard heard < width else { return drawing(played) }
    let left = drawing(played).cropped(to: Rect(x: 0, y: 0, width: heard, height: height))
    let right = drawing(look.color).cropped(
      to: Rect(x: heard, y: 0, width: width - heard, height: height))
    return left.over(right)
  }

  private struct Key: Hashable {
    var look: Look
    var size: PixelSize
  }

  private let drawings = DrawingMemo<Key>()
}

/// Paints one waveform.
struct WaveformPainter: Sendable {
  let overview: SoundOverview
  let look: WaveformSource.Look
  /// The time at the left edge, and that of a pixel of the drawing's own, in seconds.
  let start: Double
  let pixel: Double
  /// Where the colours change, in pixels of the drawing's own.
  let playhead: Double

  /// The drawing that it paints.
  func drawing(_ size: PixelSize) -> ColumnDrawing {
    ColumnDrawing(
      size: size, isOpaque: look.background.alpha >= 1,
      content: DigestWriter("waveform", overview.digest, look, start, pixel, playhead).digest
    ) { paint(on: $0) }
  }

  private func paint(on canvas: ColumnDrawing.Canvas) {
    func words(_ color: Color) -> [UInt32] {
      canvas.words(ColumnColor.coverages(color, over: look.background))
    }
    let plain = words(look.color)
    let played = look.playedColor.map(words)
    let split = played == nil ? 0 : Int(limiting: (playhead * canvas.scale).rounded())
    let heard = min(canvas.width, max(0, split))
    let lanes = look.channels == .mixed ? 1 : overview.channelCount
    for lane in 0..<lanes {
      let rows = canvas.height * lane / lanes..<canvas.height * (lane + 1) / lanes
      let (spans, more) = spans(canvas, rows.count, look.channels == .mixed ? nil : lane)
      spans.paint(on: canvas, columns: 0..<heard, rows: rows, with: more, played ?? plain)
      spans.paint(on: canvas, columns: heard..<canvas.width, rows: rows, with: more, plain)
    }
  }

  private func spans(_ canvas: ColumnDrawing.Canvas, _ height: Int, _ channel: Int?) -> (
    ColumnSpans, ColumnSpans?
  ) {
    switch look.style {
    case .filled: (filled(canvas, height, channel), nil)
    case .lines: lines(canvas, height, channel)
    case .bars: (bars(canvas, height, channel), nil)
    }
  }

  /// The row of a sample.
  private func row(_ sample: Float, _ height: Int) -> Float {
    let value = min(1, max(-1, sample * Float(look.gain)))
    return Float(height) / 2 * (1 - value)
  }

  /// What the sound swings through in a column.
  private func extent(_ column: Int, _ canvas: ColumnDrawing.Canvas, _ channel: Int?) -> (
    low: Float, high: Float
  ) {
    let step = pixel / canvas.scale
    let begin = start + Double(column) * step
    return overview.extent(from: begin, to: begin + step, channel: channel)
  }

  private func filled(_ canvas: ColumnDrawing.Canvas, _ height: Int, _ channel: Int?)
    -> ColumnSpans
  {
    var spans = ColumnSpans(count: canvas.width)
    for column in 0..<canvas.width {
      let extent = extent(column, canvas, channel)
      let (top, bottom) = (row(extent.high, height), row(extent.low, height))
      let more = max(0, Float(canvas.scale) - (bottom - top)) / 2
      (spans.top[column], spans.bottom[column]) = (top - more, bottom + more)
    }
    return spans
  }

  private func lines(_ canvas: ColumnDrawing.Canvas, _ height: Int, _ channel: Int?) -> (
    ColumnSpans, ColumnSpans
  ) {
    let half = Float(look.thickness * canvas.scale / 2)
    let extents = (0...canvas.width).map { extent($0, canvas, channel) }
    func line(_ value: ((low: Float, high: Float)) -> Float) -> ColumnSpans {
      var spans = ColumnSpans(count: canvas.width)
      for column in 0..<canvas.width {
        let (one, other) = (
          row(value(extents[column]), height), row(value(extents[column + 1]), height)
        )
        spans.top[column] = min(one, other) - half
        spans.bottom[column] = max(one, other) + half
      }
      return spans
    }
    return (line(\.high), line(\.low))
  }

  /// Bars stand at fixed times, so that they move with the sound.
  private func bars(_ canvas: ColumnDrawing.Canvas, _ height: Int, _ channel: Int?) -> ColumnSpans {
    let (width, pitch) = (
      look.barWidth * canvas.scale, (look.barWidth + look.barGap) * canvas.scale
    )
    let step = pixel / canvas.scale
    let first = (start / step).rounded()
    var spans = ColumnSpans(count: canvas.width)
    var known: (bar: Double, reach: Float) = (.nan, 0)
    for column in 0..<canvas.width {
      let place = first + Double(column)
      let bar = (place / pitch).rounded(.down)
      if bar != known.bar {
        let begin = bar * pitch * step
        let extent = overview.extent(from: begin, to: begin + pitch * step, channel: channel)
        known = (bar, max(abs(extent.low), abs(extent.high)))
      }
      let covered = { (bar: Double) in
        max(0, min(place + 1, bar * pitch + width) - max(place, bar * pitch))
      }
      spans.weight[column] = Float(min(1, covered(bar) + covered(bar + 1)))
      let (top, bottom) = (row(known.reach, height), row(-known.reach, height))
      let more = max(0, Float(2 * canvas.scale) - (bottom - top)) / 2
      (spans.top[column], spans.bottom[column]) = (top - more, bottom + more)
    }
    return spans
  }
}

extension WaveformSource.Style: Digestible {}
extension WaveformSource.Channels: Digestible {}

extension WaveformSource.Look: Digestible {
  /// All but the playhead, which is a picture of its own.
  package func add(to writer: inout DigestWriter) {
    writer.add(style, channels, color, playedColor, background)
    writer.add(gain, thickness, barWidth, barGap)
  }
}

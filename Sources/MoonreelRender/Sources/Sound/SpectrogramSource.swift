// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// How loud which frequencies are: a band of frequencies and what is quiet and loud in it.
public struct SpectrumRange: Hashable, Sendable {
  /// How frequencies are spread.
  public enum Scale: String, Hashable, Sendable, CaseIterable {
    /// Octaves are equally wide.
    case log
    /// Hertz are.
    case linear
  }

  /// The lowest and the highest frequency, in hertz.
  public var frequencies: ClosedRange<Double>
  /// How they are spread.
  public var scale: Scale
  /// From what counts as silence to the loudest, in decibels of full scale.
  public var decibels: ClosedRange<Double>

  /// A range.
  public init(
    frequencies: ClosedRange<Double> = 40...16_000, scale: Scale = .log,
    decibels: ClosedRange<Double> = -80...0
  ) {
    (self.frequencies, self.scale, self.decibels) = (frequencies, scale, decibels)
  }

  /// The frequency at a share of the way from the lowest to the highest.
  public func frequency(at share: Double) -> Double {
    let (low, high) = (frequencies.lowerBound, frequencies.upperBound)
    switch scale {
    case .log: return low * PortableMath.pow(high / low, share)
    case .linear: return low + (high - low) * share
    }
  }

  /// Where the frequencies at `count` + 1 shares, evenly from the highest to the lowest, lie among the bands of spectra.
  func places(_ count: Int) -> [Double] {
    let ends = [frequencies.lowerBound, frequencies.upperBound].map(SpectrumScale.unlimitedPlace)
    return (0...count).map { step in
      let share = 1 - Double(step) / Double(count)
      return switch scale {
      case .linear: SpectrumScale.place(of: frequency(at: share))
      // Bands are as wide as one another.
      case .log: SpectrumScale.limited(ends[0] + (ends[1] - ends[0]) * share)
      }
    }
  }

  /// The same in the steps that levels are kept in.
  var bytes: ClosedRange<Double> {
    let (low, high) = (decibels.lowerBound, decibels.upperBound)
    return SpectrumScale.byte(ofDecibels: low)...SpectrumScale.byte(ofDecibels: high)
  }
}

/// A sound as a spectrogram: time goes to the right, frequencies go up, and colours say how loud they are.
public struct SpectrogramSource: Source {
  /// The sound.
  public var subject: SoundSubject
  /// Which stretch is seen.
  public var view: SoundView
  /// Which frequencies and levels are seen.
  public var range: SpectrumRange
  /// From silence to the loudest, spread evenly.
  public var colors: [Color]
  /// The line at the moment that is heard, if there is one.
  public var playhead: Playhead?
  /// The size of the pictures.
  public var naturalSize: PixelSize

  /// Black, violet, red, orange and pale yellow.
  public static let usualColors = [
    Color(0, 0, 0.02), Color(0.32, 0.07, 0.49), Color(0.72, 0.21, 0.47), Color(0.99, 0.53, 0.38),
    Color(0.99, 0.99, 0.75),
  ]

  /// The spectrogram of `subject`.
  public init(
    _ subject: SoundSubject, view: SoundView = .whole, range: SpectrumRange = SpectrumRange(),
    colors: [Color] = usualColors, playhead: Playhead? = nil, size: PixelSize
  ) {
    precondition(!colors.isEmpty, "a gradient has colours")
    (self.subject, self.view, self.range) = (subject, view, range)
    (self.colors, self.playhead, naturalSize) = (colors, playhead, size)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as the sound.
  public var duration: Time? { subject.duration }

  /// The spectrogram at `time`, when the sound is at `time` of its stretch.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let place = view.place(at: time, of: subject.duration, width: naturalSize.width)
    let painter = SpectrogramPainter(
      overview: try subject.overview(), range: range, colors: colors, start: place.start,
      pixel: place.pixel)
    let key = Key(range: range, colors: colors, size: naturalSize)
    let drawing =
      view == .whole
      ? drawings.drawing(key) { painter.drawing(naturalSize) } : painter.drawing(naturalSize)
    let picture = drawing.image
    return playhead?.over(picture, at: place.playhead, of: naturalSize) ?? picture
  }

  private struct Key: Hashable {
    var range: SpectrumRange
    var colors: [Color]
    var size: PixelSize
  }

  private let drawings = DrawingMemo<Key>()
}

/// Paints one spectrogram.
struct SpectrogramPainter: Sendable {
  let overview: SoundOverview
  let range: SpectrumRange
  let colors: [Color]
  /// The time at the left edge, and that of a pixel of the drawing's own, in seconds.
  let start: Double
  let pixel: Double

  /// The drawing that it paints.
  func drawing(_ size: PixelSize) -> ColumnDrawing {
    ColumnDrawing(
      size: size, isOpaque: colors.allSatisfy { $0.alpha >= 1 },
      content: DigestWriter("spectrogram", overview.digest, range, colors, start, pixel).digest
    ) { paint(on: $0) }
  }

  private func paint(on canvas: ColumnDrawing.Canvas) {
    let words = canvas.words(ColumnColor.gradient(colors, over: range.bytes))
    let (levels, width) = (levels(canvas), canvas.width)
    let last = SpectrumScale.bandCount - 1
    // From the top of each row to its middle and to its bottom.
    let places = range.places(2 * canvas.height)
    var loudest = [Float](repeating: 0, count: width)
    for row in 0..<canvas.height {
      let pixels = canvas.base + row * canvas.stride
      let (high, middle, low) = (places[2 * row], places[2 * row + 1], places[2 * row + 2])
      levels.withUnsafeBufferPointer { levels in
        func band(_ index: Int) -> UnsafePointer<Float> { levels.baseAddress! + index * width }
        let first = Int(limiting: low.rounded(.up))
        let bands = first...max(first, Int(limiting: high))
        if bands.count > 1 {
          // Several bands fall on the row: none of them is lost.
          for column in 0..<width { loudest[column] = band(bands.lowerBound)[column] }
          for index in bands.dropFirst() {
            for column in 0..<width { loudest[column] = max(loudest[column], band(index)[column]) }
          }
          mr_overview_heat(pixels, width, loudest, loudest, 0, words)
        } else {
          let first = min(last, Int(middle))
          mr_overview_heat(
            pixels, width, band(first), band(min(last, first + 1)),
            Float(middle - Double(first)), words)
        }
      }
    }
  }

  /// By band and column: levels in bytes, between the middles of spectra in straight lines, and of several the greatest.
  private func levels(_ canvas: ColumnDrawing.Canvas) -> [Float] {
    let (width, bands) = (canvas.width, SpectrumScale.bandCount)
    var levels = [Float](repeating: 0, count: width * bands)
    let rate = Double(SoundWalk.hopsPerSecond)
    let step = pixel / canvas.scale
    for column in 0..<width {
      let begin = (start + Double(column) * step) * rate - 0.5
      let end = begin + step * rate
      let (first, last) = (Int(limiting: begin.rounded(.up)), Int(limiting: end.rounded(.down)))
      if first < last {
        for index in max(0, first)...max(0, first, min(last, overview.spectrumCount - 1)) {
          for band in 0..<bands {
            let value = Float(overview.byte(ofSpectrum: index, band: band))
            levels[band * width + column] = max(levels[band * width + column], value)
          }
        }
      } else {
        let middle = (begin + end) / 2
        let index = Int(limiting: middle.rounded(.down))
        let share = Float(middle - middle.rounded(.down))
        for band in 0..<bands {
          let (one, other) = (
            Float(overview.byte(ofSpectrum: index, band: band)),
            Float(overview.byte(ofSpectrum: index + 1, band: band))
          )
          levels[band * width + column] = one + (other - one) * share
        }
      }
    }
    return levels
  }
}

extension SpectrumRange.Scale: Digestible {}

extension SpectrumRange: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(frequencies.lowerBound, frequencies.upperBound, scale)
    writer.add(decibels.lowerBound, decibels.upperBound)
  }
}

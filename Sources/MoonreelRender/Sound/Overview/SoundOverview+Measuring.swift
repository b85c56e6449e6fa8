// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

extension SoundOverview {
  /// Measures `range` of what `provider` gives at 48 kHz in `channelCount` channels. An hour of stereo takes about 20 s with
  /// spectra, and 1 s without.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where it is longer than ``longest``, `invalidArgument` where it is empty,
  ///   `cancelled`; what the provider throws.
  public init(
    _ parts: Parts, of provider: any SampleProvider, range: TimeRange, channelCount: Int,
    cancellation: CancellationFlag = CancellationFlag()
  ) throws {
    guard range.duration <= Self.longest else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot look at \(range.duration) of sound at once: at most six hours. Give a shorter 'range'."
      )
    }
    let rate = Int64(Self.sampleRate)
    let (start, length) = (
      range.start.value(timescale: rate), range.duration.value(timescale: rate)
    )
    guard length > 0 else {
      throw MoonreelError(.invalidArgument, "Cannot look at a sound of no length.")
    }
    var builder = OverviewBuilder(parts, channelCount: channelCount, length: Int(length))
    let lead = Int64(builder.lead)
    for position in stride(from: start - lead, to: start + length + lead, by: 4800) {
      try cancellation.check()
      let count = Int(min(4800, start + length + lead - position))
      builder.add(try provider.read(from: position, frameCount: count))
    }
    self = builder.overview(of: range)
  }
}

/// Measures a sound while it goes by. It is fed all samples from ``lead`` before the stretch to ``lead`` behind it.
struct OverviewBuilder {
  /// Samples of a step and of a spectrum's share of time.
  private static let step = SoundOverview.sampleRate / SoundOverview.stepsPerSecond
  private static let hop = SoundOverview.sampleRate / SoundOverview.spectraPerSecond
  private static let window: [Double] = (0..<SpectrumScale.windowLength).map {
    0.5 - 0.5
      * Trigonometry.sineAndCosine(
        degrees: 360 * Double($0) / Double(SpectrumScale.windowLength)
      ).cosine
  }
  /// The bands' edges, counted in frequencies of the transform.
  private static let places = SpectrumScale.edges.map {
    $0 * Double(SpectrumScale.windowLength) / Double(SoundOverview.sampleRate)
  }
  /// What powers are multiplied by so that a sine of full scale has 1: half of the window's sum is its amplitude.
  private static let scale = {
    let half = window.reduce(0, +) / 2
    return 1 / (half * half)
  }()

  /// Samples that are heard before and behind the stretch.
  let lead = SpectrumScale.windowLength / 2 + OverviewBuilder.hop
  private let parts: SoundOverview.Parts
  private let channelCount: Int
  private let length: Int
  private let transform = FourierTransform(size: SpectrumScale.windowLength)
  private var numbers = FourierTransform.Numbers(SpectrumScale.windowLength)
  /// What is still needed of the sound; its first sample is number `first` of the stretch.
  private var planes: [[Float]]
  private var first: Int
  private var lows: [Float16] = []
  private var highs: [Float16] = []
  private var spectra: [UInt8] = []
  private var stepsDone = 0
  private var spectraDone = 0

  /// One that has heard nothing yet of a stretch of `length` samples.
  init(_ parts: SoundOverview.Parts, channelCount: Int, length: Int) {
    (self.parts, self.channelCount, self.length) = (parts, channelCount, length)
    planes = Array(repeating: [], count: channelCount)
    first = -lead
  }

  /// Hears what comes next.
  mutating func add(_ block: SampleBuffer) {
    precondition(block.channels.count == channelCount)
    for (index, plane) in block.channels.enumerated() {
      planes[index] += SampleLevels.finite(plane)
    }
    if parts.contains(.extents) { measureExtents() }
    if parts.contains(.spectra) { measureSpectra() }
    var needed = first + planes[0].count
    if parts.contains(.spectra) { needed = min(needed, spectrumStart) }
    if parts.contains(.extents) { needed = min(needed, stepsDone * Self.step) }
    let surplus = min(planes[0].count, max(0, needed - first))
    for index in planes.indices { planes[index].removeFirst(surplus) }
    first += surplus
  }

  private mutating func measureExtents() {
    while stepsDone * Self.step < length {
      let begin = stepsDone * Self.step
      let count = min(Self.step, length - begin)
      guard begin + count <= first + planes[0].count else { return }
      for plane in planes {
        var (low, high) = (Float(0), Float(0))
        plane.withUnsafeBufferPointer {
          mr_overview_extent(&low, &high, $0.baseAddress! + (begin - first), count)
        }
        lows.append(Float16(max(-60_000, low)))
        highs.append(Float16(min(60_000, high)))
      }
      stepsDone += 1
    }
  }

  /// The first sample of the next spectrum's window, whose middle is that of its hop.
  private var spectrumStart: Int {
    spectraDone * Self.hop + Self.hop / 2 - SpectrumScale.windowLength / 2
  }

  private mutating func measureSpectra() {
    while spectraDone * Self.hop < length {
      let start = spectrumStart - first
      guard start + SpectrumScale.windowLength <= planes[0].count else { return }
      var powers = [Double](repeating: 0, count: SpectrumScale.windowLength / 2 + 1)
      for index in stride(from: 0, to: channelCount, by: 2) {
        for sample in 0..<SpectrumScale.windowLength {
          let weight = Self.window[sample]
          numbers.real[sample] = Double(planes[index][start + sample]) * weight
          numbers.imaginary[sample] =
            index + 1 < channelCount ? Double(planes[index + 1][start + sample]) * weight : 0
        }
        transform.forward(&numbers)
        mr_overview_powers(&powers, numbers.real, numbers.imaginary, SpectrumScale.windowLength)
      }
      let scale = Self.scale / Double(channelCount)
      for index in powers.indices { powers[index] *= scale }
      var bytes = [UInt8](repeating: 0, count: SpectrumScale.bandCount)
      mr_overview_bands(
        &bytes, powers, Self.places, SpectrumScale.bandCount, SpectrumScale.thresholds)
      spectra += bytes
      spectraDone += 1
    }
  }

  /// What was heard, once all of it was.
  func overview(of range: TimeRange) -> SoundOverview {
    SoundOverview(
      range: range, channelCount: channelCount, lows: lows, highs: highs, spectra: spectra)
  }
}

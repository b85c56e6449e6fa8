// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Measures a sound while it goes by; see ``SoundFeatures``.
///
/// It is fed all samples from ``lead`` before the stretch that is measured to ``neededEnd``. One thread at a time.
final class SoundAnalyzer {
  /// Samples that are heard before the stretch, and after its last hop.
  static let lead = 1920
  /// Samples of a hop.
  static let hopLength = SoundFeatures.sampleRate / SoundFeatures.hopsPerSecond

  private let range: TimeRange
  private let channelCount: Int
  /// Samples that are measured.
  private let length: Int
  private let hopCount: Int
  private let transform = FourierTransform(size: SpectrumBands.windowLength)
  private var numbers = FourierTransform.Numbers(SpectrumBands.windowLength)
  private let onsetFunction: OnsetFunction

  /// What is still needed of the sound; its first sample is number `first` of the stretch.
  private var planes: [[Float]]
  private var mono: [Float] = []
  private var first = -SoundAnalyzer.lead
  private var monoFirst = -SoundAnalyzer.lead
  private var peaks: [Float] = []
  private var powers: [Float] = []
  private var bands: [Float16] = []
  private var flux: [Float] = []
  /// The sample of the stretch that the first of `flux` is about.
  private var fluxStart = 0

  /// One that has heard nothing yet of `range`, of at most ``SoundFeatures/longest``.
  ///
  /// - Throws: `MoonreelError` (`internalError`) where memory is short.
  init(range: TimeRange, channelCount: Int) throws {
    (self.range, self.channelCount) = (range, channelCount)
    length = Int(range.duration.value(timescale: Int64(SoundFeatures.sampleRate)))
    hopCount = (length + Self.hopLength - 1) / Self.hopLength
    onsetFunction = try OnsetFunction()
    planes = Array(repeating: [], count: channelCount)
    peaks.reserveCapacity(hopCount * channelCount)
    powers.reserveCapacity(hopCount * channelCount)
    bands.reserveCapacity(hopCount * SpectrumBands.count)
  }

  /// The sample of the stretch behind the last that is needed: the last hop may go on behind its end.
  var neededEnd: Int64 { Int64(hopCount * Self.hopLength + Self.lead) }

  private var hopsDone: Int { peaks.count / channelCount }

  /// Hears what comes next.
  func add(_ block: SampleBuffer) {
    precondition(block.channels.count == channelCount)
    for (index, plane) in block.channels.enumerated() {
      planes[index] += SampleLevels.finite(plane)
    }
    hearOnsets(planes.map { Array($0.suffix(block.frameCount)) })
    while hopsDone < hopCount {
      // The spectrum is that of the samples around the hop's middle.
      let start = hopsDone * Self.hopLength + Self.hopLength / 2 - SpectrumBands.windowLength / 2
      guard start + SpectrumBands.windowLength <= first + planes[0].count else { break }
      measureHop(spectrumFrom: start - first)
    }
    let needed = hopsDone * Self.hopLength - SpectrumBands.windowLength / 2
    let surplus = min(planes[0].count, max(0, needed - first))
    for index in planes.indices { planes[index].removeFirst(surplus) }
    first += surplus
  }

  private func measureHop(spectrumFrom start: Int) {
    let begin = hopsDone * Self.hopLength
    let count = min(Self.hopLength, length - begin)
    for plane in planes {
      plane.withUnsafeBufferPointer { buffer in
        let samples = buffer.baseAddress! + (begin - first)
        peaks.append(mr_levels_greatest_magnitude(samples, count))
        powers.append(Float(mr_levels_energy(samples, count) / Double(count)))
      }
    }
    var sums = [Double](repeating: 0, count: SpectrumBands.count)
    for index in stride(from: 0, to: channelCount, by: 2) {
      addBands(to: &sums, planes[index], index + 1 < channelCount ? planes[index + 1] : nil, start)
    }
    let scale = SpectrumBands.scale / Double(channelCount)
    bands += sums.map { Float16(min(60_000, ($0 * scale).squareRoot())) }
  }

  /// Adds the powers of one or two planes, which go through one transform side by side.
  private func addBands(to sums: inout [Double], _ a: [Float], _ b: [Float]?, _ start: Int) {
    let size = SpectrumBands.windowLength
    numbers.setWindowed(a, b, from: start)
    transform.forward(&numbers)
    mr_levels_bands(
      &sums, numbers.real, numbers.imaginary, size, SpectrumBands.binEdges, SpectrumBands.count)
  }

  private func hearOnsets(_ block: [[Float]]) {
    let share = 1 / Float(channelCount)
    var mean = [Float](repeating: 0, count: block[0].count)
    for plane in block {
      for index in mean.indices { mean[index] += plane[index] * share }
    }
    mono += mean
    var start = 0
    while start + OnsetFunction.step <= mono.count {
      let value = onsetFunction.next(mono[start..<start + OnsetFunction.step])
      start += OnsetFunction.step
      let moment = monoFirst + start - OnsetFunction.windowLength / 2 + OnsetFunction.rise
      guard moment >= -OnsetFunction.step, moment < length else { continue }
      if flux.isEmpty { fluxStart = moment }
      flux.append(value)
    }
    mono.removeFirst(start)
    monoFirst += start
  }

  /// What was heard, once all of it was.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func features(_ cancellation: CancellationFlag) throws -> SoundFeatures {
    precondition(hopsDone == hopCount, "all of the stretch was heard")
    let start = Double(fluxStart) / Double(SoundFeatures.sampleRate)
    let rhythm = try RhythmFinder(flux: flux, start: start, cancellation: cancellation).rhythm(
      within: range)
    return SoundFeatures(
      range: range, channelCount: channelCount, rhythm: rhythm, peaks: peaks,
      powers: powers, bands: bands)
  }
}

extension FourierTransform.Numbers {
  /// As many samples of one or two planes as there are numbers, under the window of the spectrum.
  fileprivate mutating func setWindowed(_ a: [Float], _ b: [Float]?, from start: Int) {
    let count = real.count
    precondition(start + count <= a.count && count == SpectrumBands.windowLength)
    a.withUnsafeBufferPointer { a in
      let first = a.baseAddress! + start
      guard let b else {
        mr_levels_window(&real, &imaginary, first, nil, SpectrumBands.window, count)
        return
      }
      b.withUnsafeBufferPointer { b in
        mr_levels_window(
          &real, &imaginary, first, b.baseAddress! + start, SpectrumBands.window, count)
      }
    }
  }
}

extension SoundFeatures {
  /// Measures `range` of what `provider` gives at 48 kHz in `channelCount` channels.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where it is longer than ``longest``, `invalidArgument` where it is empty,
  ///   `cancelled`; what the provider throws.
  public init(
    of provider: any SampleProvider, range: TimeRange, channelCount: Int,
    cancellation: CancellationFlag = CancellationFlag()
  ) throws {
    guard range.duration <= Self.longest else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot measure \(range.duration) of sound at once: at most six hours. Give a shorter 'range'."
      )
    }
    let rate = Int64(Self.sampleRate)
    let start = range.start.value(timescale: rate)
    let length = range.duration.value(timescale: rate)
    guard length > 0 else {
      throw MoonreelError(.invalidArgument, "Cannot measure a sound of no length.")
    }
    let analyzer = try SoundAnalyzer(range: range, channelCount: channelCount)
    var position = start - Int64(SoundAnalyzer.lead)
    let end = start + analyzer.neededEnd
    while position < end {
      try cancellation.check()
      let count = Int(min(4800, end - position))
      analyzer.add(try provider.read(from: position, frameCount: count))
      position += Int64(count)
    }
    self = try analyzer.features(cancellation)
  }
}

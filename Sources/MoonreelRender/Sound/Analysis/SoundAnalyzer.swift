// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Measures levels, spectra and what sets in while a sound goes by; see ``SoundFeatures``.
final class SoundAnalyzer: SoundMeter {
  let wantsSpectra = true
  private let walk: SoundWalk
  private let onsetFunction: OnsetFunction
  /// The mean of the channels that no value of `flux` was made of yet; its first sample is number `monoFirst` of the stretch.
  private var mono: [Float] = []
  private var monoFirst = -SoundWalk.lead
  private var peaks: [Float] = []
  private var powers: [Float] = []
  private var bands: [Float16] = []
  private var flux: [Float] = []
  /// The sample of the stretch that the first of `flux` is about.
  private var fluxStart = 0

  /// One that has heard nothing yet.
  ///
  /// - Throws: `MoonreelError` (`internalError`) where memory is short.
  init(_ walk: SoundWalk) throws {
    self.walk = walk
    onsetFunction = try OnsetFunction()
    peaks.reserveCapacity(walk.hopCount * walk.channelCount)
    powers.reserveCapacity(walk.hopCount * walk.channelCount)
    bands.reserveCapacity(walk.hopCount * SpectrumBands.count)
  }

  func hear(_ planes: [[Float]]) {
    let share = 1 / Float(walk.channelCount)
    var mean = [Float](repeating: 0, count: planes[0].count)
    for plane in planes {
      for index in mean.indices { mean[index] += plane[index] * share }
    }
    mono += mean
    var start = 0
    while start + OnsetFunction.step <= mono.count {
      let value = onsetFunction.next(mono[start..<start + OnsetFunction.step])
      start += OnsetFunction.step
      let moment = monoFirst + start - OnsetFunction.windowLength / 2 + OnsetFunction.rise
      guard moment >= -OnsetFunction.step, moment < walk.length else { continue }
      if flux.isEmpty { fluxStart = moment }
      flux.append(value)
    }
    mono.removeFirst(start)
    monoFirst += start
  }

  func hear(_ hop: UnsafeBufferPointer<Float>, ofChannel channel: Int) {
    guard let samples = hop.baseAddress else { return }
    peaks.append(mr_levels_greatest_magnitude(samples, hop.count))
    powers.append(Float(mr_levels_energy(samples, hop.count) / Double(hop.count)))
  }

  func hear(powers: [Double]) {
    var sums = [Double](repeating: 0, count: SpectrumBands.count)
    mr_levels_bands(&sums, powers, SpectrumBands.places, SpectrumBands.count)
    let scale = SpectrumBands.scale / Double(walk.channelCount)
    bands += sums.map { Float16(min(60_000, ($0 * scale).squareRoot())) }
  }

  /// What was heard, once all of it was.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func features(_ cancellation: CancellationFlag) throws -> SoundFeatures {
    let start = Double(fluxStart) / Double(SoundWalk.sampleRate)
    let rhythm = try RhythmFinder(flux: flux, start: start, cancellation: cancellation).rhythm(
      within: walk.range)
    return SoundFeatures(
      range: walk.range, channelCount: walk.channelCount, rhythm: rhythm, peaks: peaks,
      powers: powers, bands: bands)
  }
}

extension SoundFeatures {
  /// Measures what `walk` hears of `provider`, which gives 48 kHz.
  ///
  /// - Throws: `MoonreelError` (`cancelled`); what the provider throws.
  public init(
    of provider: any SampleProvider, over walk: SoundWalk,
    cancellation: CancellationFlag = CancellationFlag()
  ) throws {
    let analyzer = try SoundAnalyzer(walk)
    try walk.lead([analyzer], through: provider, cancellation)
    self = try analyzer.features(cancellation)
  }
}

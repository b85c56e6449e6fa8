// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is measured of a sound over time: levels, peaks and a spectrum for every hundredth of a second (a *hop*), and its
/// rhythm.
///
/// Hops and spectra are those of a ``SoundWalk`` over ``range``. An hour of stereo takes 29 MB.
///
/// For example:
///
///     let features = try SoundMeasurer(gate: gate).features(of: .asset(track))
///     let bass = features.value(of: try SoundQuantity(.band(low: 20, high: 150)), at: time)
public struct SoundFeatures: Sendable {
  /// The stretch that was measured, on the sound's own clock.
  public let range: TimeRange
  /// How many channels have levels of their own.
  public let channelCount: Int
  /// How many hops there are.
  public let hopCount: Int
  /// Onsets, beats and tempo, on the sound's own clock.
  public let rhythm: SoundRhythm

  /// By hop and channel: the greatest magnitude, and the mean of the squares.
  private let peaks: [Float]
  private let powers: [Float]
  /// By hop and band: the amplitude of a sine with the power that all channels have there on average.
  private let bands: [Float16]

  init(
    range: TimeRange, channelCount: Int, rhythm: SoundRhythm, peaks: [Float], powers: [Float],
    bands: [Float16]
  ) {
    precondition(peaks.count == powers.count && peaks.count % channelCount == 0)
    precondition(bands.count == peaks.count / channelCount * SpectrumBands.count)
    (self.range, self.channelCount, self.rhythm) = (range, channelCount, rhythm)
    (self.peaks, self.powers, self.bands) = (peaks, powers, bands)
    hopCount = peaks.count / channelCount
  }

  /// What `other` measured, on another clock.
  init(_ other: SoundFeatures, over range: TimeRange, rhythm: SoundRhythm) {
    self.init(
      range: range, channelCount: other.channelCount, rhythm: rhythm, peaks: other.peaks,
      powers: other.powers, bands: other.bands)
  }

  /// Bytes that it takes.
  public var byteCount: Int {
    4 * (peaks.count + powers.count) + 2 * bands.count + rhythm.byteCount
  }

  /// The moment at which hop `index` begins, exactly.
  public func time(ofHop index: Int) -> Time {
    range.start + Time(flicks: Int64(index) * Time.flicksPerSecond / Int64(SoundWalk.hopsPerSecond))
  }

  /// The hop that `time` lies in, not limited to those that there are.
  public func hop(at time: Time) -> Int {
    Int((time - range.start).value(timescale: Int64(SoundWalk.hopsPerSecond), rounding: .down))
  }

  /// The greatest magnitude within hop `index`, 1 is full scale, in one channel or (`nil`) in any.
  public func peak(ofHop index: Int, channel: Int? = nil) -> Float {
    let own = index * channelCount
    if let channel { return peaks[own + channel] }
    return peaks[own..<own + channelCount].max() ?? 0
  }

  /// The mean of the squares within hop `index`, in one channel or (`nil`) in all. A sine of full scale has 0.5.
  public func power(ofHop index: Int, channel: Int? = nil) -> Double {
    let own = index * channelCount
    if let channel { return Double(powers[own + channel]) }
    return powers[own..<own + channelCount].reduce(0) { $0 + Double($1) } / Double(channelCount)
  }

  /// The effective level (RMS) of hop `index`, in one channel or (`nil`) in all: 0.707 for a sine of full scale.
  public func level(ofHop index: Int, channel: Int? = nil) -> Double {
    power(ofHop: index, channel: channel).squareRoot()
  }

  /// The spectrum of hop `index`: for each of ``SpectrumBands`` the amplitude of a sine that reads so there, 1 for one of
  /// full scale in the band's middle in all channels.
  public func spectrum(ofHop index: Int) -> [Double] {
    (0..<SpectrumBands.count).map { band in
      let amplitude = Double(bands[index * SpectrumBands.count + band])
      return amplitude * SpectrumBands.calibrations[band].squareRoot()
    }
  }

  /// The power that hop `index` has in the bands, each times its share.
  func power(ofHop index: Int, shares: [Double]) -> Double {
    let own = index * SpectrumBands.count
    var sum = 0.0
    for (band, share) in shares.enumerated() where share > 0 {
      let amplitude = Double(bands[own + band])
      sum += share * amplitude * amplitude
    }
    return sum
  }
}

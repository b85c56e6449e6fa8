// SPDX-License-Identifier: MIT

import MoonreelCore

/// A sound to be looked at: how far it swings, and its spectrum, over time.
///
/// Both are measured in one walk through the sound (``SoundWalk``), on its own clock. An hour of stereo takes 23 MB for what it
/// swings through and 46 MB for spectra.
public struct SoundOverview: Sendable {
  /// What is measured.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// A bit for each.
    public let rawValue: Int
    /// The parts of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The least and greatest sample of each ``SoundOverview/stepsPerSecond``th of a second, for each channel.
    public static let extents = Parts(rawValue: 1)
    /// A spectrum for each hop (``SoundWalk``), of all channels.
    public static let spectra = Parts(rawValue: 2)
  }

  /// Steps a second for which extents are known.
  public static let stepsPerSecond = 800

  /// The stretch that was measured, on the sound's own clock.
  public let range: TimeRange
  /// How many channels there are.
  public let channelCount: Int
  /// By step and channel.
  let lows: [Float16]
  let highs: [Float16]
  /// By spectrum and band: decibels of full scale, see ``SpectrumScale``.
  let spectra: [UInt8]
  private let memo: DigestMemo

  init(
    range: TimeRange, channelCount: Int, lows: [Float16], highs: [Float16], spectra: [UInt8]
  ) {
    (self.range, self.channelCount) = (range, channelCount)
    (self.lows, self.highs, self.spectra, memo) = (lows, highs, spectra, DigestMemo())
  }

  /// Stands for all that was measured; found out when it is first asked for.
  var digest: Digest {
    memo.value {
      var writer = DigestWriter("overview", channelCount, stepCount, spectrumCount)
      // Hours of sound are not copied at once.
      func add(_ bytes: UnsafeRawBufferPointer) {
        for begin in stride(from: 0, to: bytes.count, by: 1 << 20) {
          writer.add(Digest(of: Array(bytes[begin..<min(bytes.count, begin + 1 << 20)])))
        }
      }
      lows.withUnsafeBytes(add)
      highs.withUnsafeBytes(add)
      spectra.withUnsafeBytes(add)
      return writer.digest
    }
  }

  /// Bytes that it takes.
  public var byteCount: Int { 2 * (lows.count + highs.count) + spectra.count }
  /// How many steps there are.
  public var stepCount: Int { lows.count / channelCount }
  /// How many spectra there are.
  public var spectrumCount: Int { spectra.count / SpectrumScale.bandCount }

  /// What a channel, or (`nil`) all channels together, swings through between two moments, in seconds from the start of
  /// ``range``; within less than a step in straight lines from middle to middle. Nothing outside of the stretch.
  public func extent(from start: Double, to end: Double, channel: Int? = nil) -> (
    low: Float, high: Float
  ) {
    let rate = Double(Self.stepsPerSecond)
    let (first, last) = (start * rate - 0.5, end * rate - 0.5)
    let isWide = last - first >= 1
    guard last > (isWide ? 0 : -1), first < Double(stepCount) else { return (0, 0) }
    guard isWide else {
      return joined(value(at: first, channel), value(at: last, channel))
    }
    // The steps whose middles it holds: each belongs to one of several stretches that follow one another.
    let steps =
      max(
        0, Int(limiting: first.rounded(.up)))..<min(
        stepCount, Int(limiting: last.rounded(.up)))
    return steps.dropFirst().reduce(value(ofStep: steps.lowerBound, channel)) {
      joined($0, value(ofStep: $1, channel))
    }
  }

  private func joined(_ one: (low: Float, high: Float), _ other: (low: Float, high: Float)) -> (
    low: Float, high: Float
  ) {
    (min(one.low, other.low), max(one.high, other.high))
  }

  private func value(at place: Double, _ channel: Int?) -> (low: Float, high: Float) {
    let whole = place.rounded(.down)
    let share = Float(place - whole)
    let (one, other) = (
      value(ofStep: Int(limiting: whole), channel), value(ofStep: Int(limiting: whole) + 1, channel)
    )
    return (
      one.low + (other.low - one.low) * share, one.high + (other.high - one.high) * share
    )
  }

  /// Of all channels together: the mean of what they swing through.
  private func value(ofStep step: Int, _ channel: Int?) -> (low: Float, high: Float) {
    guard (0..<stepCount).contains(step) else { return (0, 0) }
    let own = step * channelCount
    if let channel { return (Float(lows[own + channel]), Float(highs[own + channel])) }
    var (low, high) = (Float(0), Float(0))
    for index in own..<own + channelCount {
      low += Float(lows[index])
      high += Float(highs[index])
    }
    return (low / Float(channelCount), high / Float(channelCount))
  }

  /// Band `band` of spectrum `index`, 0…255; 0 outside of the stretch.
  func byte(ofSpectrum index: Int, band: Int) -> UInt8 {
    guard (0..<spectrumCount).contains(index) else { return 0 }
    return spectra[index * SpectrumScale.bandCount + band]
  }
}

/// The bands of spectra, and how their levels are kept.
///
/// Bands are of equal musical width, 1.15 semitones each; a band says the amplitude of the loudest frequency in it. Those of a
/// ``SoundWalk`` lie 11.7 Hz apart: below 170 Hz bands are in straight lines between them.
public enum SpectrumScale {
  /// How many bands there are.
  public static let bandCount = 104
  /// Where the first begins, in hertz.
  public static let lowest = 20.0
  /// Where the last ends, in hertz.
  public static let highest = 20_000.0

  /// Where bands begin and the last ends, in hertz.
  public static let edges: [Double] = (0...bandCount).map {
    lowest * PortableMath.pow(highest / lowest, Double($0) / Double(bandCount))
  }

  /// The same counted in frequencies of the transform.
  static let places = edges.map(SpectrumWindow.place)

  /// The band, and the share of the way from its middle to the next one's, that `frequency` lies at.
  static func place(of frequency: Double) -> Double { limited(unlimitedPlace(of: frequency)) }

  /// The same, beyond the first and the last middle, too.
  static func unlimitedPlace(of frequency: Double) -> Double {
    let octaves = PortableMath.log2(max(1, frequency) / lowest)
    return octaves / PortableMath.log2(highest / lowest) * Double(bandCount) - 0.5
  }

  /// `place`, from the middle of the first band to that of the last.
  static func limited(_ place: Double) -> Double { min(Double(bandCount - 1), max(0, place)) }

  /// The decibels of full scale that a byte stands for: a sine of full scale in one channel of one has 0.
  static func decibels(_ byte: Double) -> Double { byte / 2 - 120 }
  /// The byte for decibels, and what lies between two.
  static func byte(ofDecibels decibels: Double) -> Double { (decibels + 120) * 2 }

  /// The powers from which on each byte holds; a sine of full scale has 1.
  static let thresholds: [Double] =
    [0] + (1..<256).map { PortableMath.pow(10, (decibels(Double($0)) - 0.25) / 10) }
}

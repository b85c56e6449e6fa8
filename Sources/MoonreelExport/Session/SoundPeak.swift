// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// How high a mix goes, and when first.
public struct SoundPeak: Hashable, Sendable {
  /// The greatest magnitude of a sample; 1 is full scale.
  public var magnitude: Double
  /// When, on the timeline's clock.
  public var time: Time

  /// The magnitude in decibels relative to full scale; negative infinity for silence.
  public var decibels: Double { Decibels.of(gain: magnitude) }
}

/// What a film's sound comes to.
public struct SoundLevels: Hashable, Sendable {
  /// The greatest sample.
  public var peak: SoundPeak
  /// The loudness.
  public var loudness: Loudness
}

extension ExportRequest {
  /// Mixes all of the sound and tells its levels, brought to ``loudness`` where that is asked for; `nil` where there is no
  /// sound. Takes as long as the sound takes to decode and mix, twice or more where it is brought to a loudness.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  public func soundLevels(gate: FileGate, warnings: WarningLog? = nil) throws -> SoundLevels? {
    guard hasSound, output.includesAudio else { return nil }
    let (rate, range) = (output.sampleRate ?? 48_000, try effectiveRange())
    let opener = SoundOpener(
      sampleRate: rate, layout: output.channelLayout ?? .stereo,
      algorithm: timePitchAlgorithm, gate: gate, warnings: warnings, profile: nil)
    func mixer() throws -> AudioMixer {
      try opener.mixer(of: timeline, mix: audioMix, range: range)
    }
    let mix = try MasteredMix(
      mixer(), loudness?.mastering(check: gate.cancellation.check, mixer: mixer))
    var peak = SoundPeak(magnitude: 0, time: range.start)
    var position: Int64 = 0
    while let block = try mix.next(frameCount: 4096) {
      if Double(mix.peak) > peak.magnitude, let sample = block.firstSample(of: mix.peak) {
        let passed = Time(flicks: (position + Int64(sample)) * Time.flicksPerSecond / Int64(rate))
        peak = SoundPeak(magnitude: Double(mix.peak), time: range.start + passed)
      }
      position += Int64(block.frameCount)
    }
    if let warnings { loudness?.warn(ofReached: mix.loudness, to: warnings) }
    return SoundLevels(peak: peak, loudness: mix.loudness)
  }
}

extension SampleBuffer {
  /// The first sample of any channel whose magnitude is `magnitude`; `nil` where there is none.
  fileprivate func firstSample(of magnitude: Float) -> Int? {
    channels.compactMap { plane in plane.firstIndex { abs($0) == magnitude } }.min()
  }
}

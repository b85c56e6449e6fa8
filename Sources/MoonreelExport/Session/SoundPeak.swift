// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// How loud a mix becomes, and when first.
public struct SoundPeak: Hashable, Sendable {
  /// The greatest magnitude of a sample; 1 is full scale.
  public var magnitude: Double
  /// When, on the timeline's clock.
  public var time: Time

  /// The magnitude in decibels relative to full scale; negative infinity for silence.
  public var decibels: Double { Decibels.of(gain: magnitude) }
}

extension ExportRequest {
  /// Mixes all of the sound and tells its peak; `nil` where there is no sound. Takes as long as the sound
  /// takes to decode and mix.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  public func soundPeak(gate: FileGate, warnings: WarningLog? = nil) throws -> SoundPeak? {
    guard hasSound, output.includesAudio else { return nil }
    let (rate, range) = (output.sampleRate ?? 48_000, try effectiveRange())
    let mixer = try SoundOpener(
      sampleRate: rate, layout: output.channelLayout ?? .stereo,
      algorithm: timePitchAlgorithm, gate: gate, warnings: warnings, profile: nil
    ).mixer(of: timeline, mix: audioMix, range: range)
    var peak = SoundPeak(magnitude: 0, time: range.start)
    var position: Int64 = 0
    while let block = try mixer.next(frameCount: 4096) {
      if Double(mixer.peak) > peak.magnitude, let sample = block.firstSample(of: mixer.peak) {
        let passed = Time(flicks: (position + Int64(sample)) * Time.flicksPerSecond / Int64(rate))
        peak = SoundPeak(magnitude: Double(mixer.peak), time: range.start + passed)
      }
      position += Int64(block.frameCount)
    }
    return peak
  }
}

extension SampleBuffer {
  /// The first sample of any channel whose magnitude is `magnitude`; `nil` where there is none.
  fileprivate func firstSample(of magnitude: Float) -> Int? {
    channels.compactMap { plane in plane.firstIndex { abs($0) == magnitude } }.min()
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Silence but for one sample.
private struct Spike: Source {
  let sample: Int64
  let height: Float
  var mediaType: MediaType { .audio }
  var duration: Time? { Time(wholeSeconds: 2) }
  var naturalSize: PixelSize { PixelSize(0, 0) }

  func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    var buffer = SampleBuffer(sampleRate: sampleRate, channelCount: 2, frameCount: frameCount)
    let place = Int(sample - start)
    if (0..<frameCount).contains(place) { buffer.channels[1][place] = -height }
    return buffer
  }
}

@Suite struct SoundPeakTests {
  private func peak(_ spikes: [Spike], volume: Double = 1, from: Double = 0) throws -> SoundPeak? {
    var timeline = Timeline()
    var mix = AudioMix()
    for spike in spikes {
      let track = timeline.addTrack(.audio)
      try timeline.updateTrack(track) {
        try $0.insert(TimeRange(seconds: 0, 2), of: .custom(spike))
      }
      var parameters = AudioMixParameters(trackID: track)
      parameters.setVolume(volume, at: .zero)
      mix.parameters.append(parameters)
    }
    var request = ExportRequest(timeline: timeline, audioMix: mix)
    request.timeRange = try TimeRange(seconds: from, 2)
    return try request.soundLevels(gate: FileGate(folders: ["."]))?.peak
  }

  @Test("the loudest sample of the sum, and when") func sums() throws {
    let (a, b) = (Spike(sample: 24_000, height: 0.75), Spike(sample: 60_000, height: 0.5))
    #expect(try peak([a, b]) == SoundPeak(magnitude: 0.75, time: try Time(seconds: 0.5)))
    #expect(try peak([b, b, a]) == SoundPeak(magnitude: 1, time: try Time(seconds: 1.25)))
    #expect(try peak([a, b], volume: 2)?.magnitude == 1.5)
    #expect(try peak([a, b], from: 1) == SoundPeak(magnitude: 0.5, time: try Time(seconds: 1.25)))
  }

  @Test func decibelsAreThoseOfFullScale() throws {
    #expect(SoundPeak(magnitude: 1, time: .zero).decibels == 0)
    #expect(abs(SoundPeak(magnitude: 2, time: .zero).decibels - 6.0206) < 1e-4)
    #expect(SoundPeak(magnitude: 0, time: .zero).decibels == -.infinity)
  }

  @Test func withoutSoundThereIsNoPeak() throws { #expect(try peak([]) == nil) }
}

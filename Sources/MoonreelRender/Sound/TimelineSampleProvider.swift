// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The mixed sound of a timeline that is placed on a track of another.
///
/// Reading on from where the last request ended mixes on; a request elsewhere starts a new mixer there.
public final class TimelineSampleProvider: SampleProvider {
  private let makeMixer: (Range<Int64>) throws -> AudioMixer
  private let end: Int64
  private let format: (sampleRate: Int, channelCount: Int)
  private var mixer: AudioMixer?
  private var position: Int64 = 0

  /// Provides the sound of `timeline`; the parameters are those of
  /// ``AudioMixer/init(timeline:mix:range:sampleRate:layout:fallbackAlgorithm:open:)``.
  ///
  /// - Throws: `MoonreelError` as the mixer's initialiser.
  public init(
    timeline: Timeline, mix: AudioMix? = nil, sampleRate: Int, layout: ChannelLayout,
    fallbackAlgorithm: TimePitchAlgorithm = .spectral,
    open: @escaping (SegmentSource, Track) throws -> any SampleProvider
  ) throws {
    try AudioMixer.check(sampleRate: sampleRate, layout: layout)
    try mix?.validate(for: timeline)
    format = (sampleRate, layout.count)
    end = timeline.duration.value(timescale: Int64(sampleRate))
    let mixFormat = MixFormat(sampleRate: sampleRate, layout: layout, open: open)
    makeMixer = { samples in
      try AudioMixer(
        timeline: timeline, mix: mix, samples: samples, fallbackAlgorithm: fallbackAlgorithm,
        format: mixFormat)
    }
  }

  /// The mix; silence before zero and after the timeline's end.
  ///
  /// - Throws: what a source of the timeline throws.
  public func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    var result = SampleBuffer(
      sampleRate: format.sampleRate, channelCount: format.channelCount, frameCount: frameCount)
    let stop = min(start + Int64(frameCount), end)
    var sample = max(start, 0)
    if sample < stop, mixer == nil || position != sample {
      mixer = try makeMixer(sample..<end)
    }
    while sample < stop, let block = try mixer?.next(frameCount: Int(stop - sample)) {
      let offset = Int(sample - start)
      for index in result.channels.indices {
        result.channels[index].replaceSubrange(
          offset..<offset + block.frameCount, with: block.channels[index])
      }
      sample += Int64(block.frameCount)
      position = sample
    }
    return result
  }
}

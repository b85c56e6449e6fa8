// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension TrackMixer {
  /// The gain, a factor, that brings what the track plays of its sources to `clip`'s loudness; 1 where they are silent,
  /// or too short to be measured. Reads all of it when first asked for.
  ///
  /// - Throws: what a source's provider throws.
  func gain(reaching clip: ClipLoudness) throws -> Double {
    let loudness = try clip.loudness(
      sampleRate: format.sampleRate, layout: format.layout, measure: sourceLoudness)
    return clip.target.gain(for: loudness, isLimited: false)
  }

  /// How loud the stretches of the track's sources are, one after the other, at their own speed and without volumes.
  private func sourceLoudness() throws -> Loudness {
    let meter = try LoudnessMeter(sampleRate: format.sampleRate, layout: format.layout)
    let rate = Int64(format.sampleRate)
    for segment in track.segments where segment.rate.numerator != 0 {
      guard let source = segment.source else { continue }
      let provider = try format.open(source, track)
      var position = segment.sourceRange.start.value(timescale: rate)
      let end = segment.sourceRange.end.value(timescale: rate)
      while position < end {
        let count = Int(min(4096, end - position))
        meter.add(try provider.read(from: position, frameCount: count))
        position += Int64(count)
      }
    }
    return meter.loudness
  }
}

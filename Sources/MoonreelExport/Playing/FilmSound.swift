// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// A stretch of a film's sound as it is heard: mixed, and brought to the film's loudness where that is known.
package final class FilmSound {
  private let mixer: AudioMixer
  private let mastered: MasteredMix?

  /// - Parameter mastering: what brings it to the film's loudness; `nil`: it stays as it is mixed.
  /// - Throws: `MoonreelError` (`internalError`) where memory is short.
  package init(_ mixer: AudioMixer, _ mastering: Mastering?) throws {
    self.mixer = mixer
    mastered = try mastering.map { try MasteredMix(mixer, $0) }
  }

  /// The next `frameCount` samples, fewer at the end; `nil` after it.
  ///
  /// - Throws: what a source's provider throws.
  package func next(frameCount: Int) throws -> SampleBuffer? {
    guard let mastered else { return try mixer.next(frameCount: frameCount) }
    // A limiter that looks ahead gives less at first.
    var whole: SampleBuffer?
    while (whole?.frameCount ?? 0) < frameCount {
      let missing = frameCount - (whole?.frameCount ?? 0)
      guard let block = try mastered.next(frameCount: missing) else { break }
      guard let before = whole else {
        whole = block
        continue
      }
      whole?.channels = zip(before.channels, block.channels).map { $0 + $1 }
    }
    return whole
  }
}

extension FilmReader {
  /// What finds how the sound is brought to the film's loudness, by mixing all of it up to five times; `nil` where no
  /// loudness is asked for or there is no sound. It holds nothing of this reader.
  package var mastering: (@Sendable (_ check: () throws -> Void) throws -> Mastering?)? {
    guard let target = job.request.loudness, hasSound else { return nil }
    return { [job, gate] check in
      let request = job.request
      let reader = CompositionReader(
        timeline: request.timeline, composition: job.composition, audioMix: request.audioMix,
        gate: gate)
      return try target.mastering(check: check) {
        try RenderPipeline.mixer(job, request.heardTrack, reader)
      }
    }
  }
}

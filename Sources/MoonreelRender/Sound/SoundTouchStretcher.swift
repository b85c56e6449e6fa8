// SPDX-License-Identifier: MIT

import CSoundHost
import MoonreelCore

/// One SoundTouch stretcher.
///
/// The sound is cut into pieces of 40 ms, each of which begins where it fits best to the end of the one
/// before it, within 7.5 ms of its place, and fades in over 20 ms while that one fades out. So up to double
/// speed all of the source is heard, and no pitch changes. Made in `init`, freed in `deinit`.
final class SoundTouchStretcher: TimeStretcher {
  /// Output samples per input sample that it is used for. Faster, clicks get lost between pieces; slower,
  /// they are heard many times.
  static let ratios = 1.0 / 4...4.0
  /// The channels that the library takes.
  static let channelCounts = 1...16

  private let state: OpaquePointer
  private let channelCount: Int

  private static let pieces = mr_stretcher_pieces(length_ms: 40, seek_ms: 15, overlap_ms: 20)

  /// A stretcher that makes `ratio` output samples of each input sample at an unchanged pitch.
  ///
  /// - Throws: `MoonreelError` (`internalError`) when the library cannot be set up.
  init(sampleRate: Int, channelCount: Int, ratio: Double) throws {
    guard
      let state = mr_make_stretcher(
        Int32(sampleRate), Int32(channelCount), 1 / ratio, Self.pieces)
    else {
      throw MoonreelError(.internalError, "Cannot start the SoundTouch time stretcher.")
    }
    (self.state, self.channelCount) = (state, channelCount)
  }

  deinit { mr_free_stretcher(state) }

  /// - Throws: `MoonreelError` (`internalError`) when there is no memory for them.
  func feed(_ planes: [[Float]]) throws {
    let count = Int32(planes.first?.count ?? 0)
    let isTaken = PlanePointers.reading(planes) { mr_feed_stretcher(state, $0, count) }
    if !isTaken { throw Self.outOfMemory }
  }

  /// - Throws: `MoonreelError` (`internalError`) when there is no memory for them.
  func take() throws -> [[Float]] {
    let ready = mr_count_stretched(state)
    var taken: Int32 = 0
    let planes = PlanePointers.writing(channelCount: channelCount, frameCount: Int(ready)) {
      taken = mr_take_stretched(state, $0, ready)
      return 0..<Int(max(0, taken))
    }
    if taken < 0 { throw Self.outOfMemory }
    return planes
  }

  /// How many samples too early sound is heard on average where one input sample becomes `ratio` output
  /// samples.
  ///
  /// A piece is heard at its own speed, so only one of its moments is in its place: the library sees to it
  /// that this is its first, and we want it to be its middle. And after its first piece the library takes
  /// back what the second would skip too much, but never more than a whole step; the rest stays.
  static func onsetAdvance(ratio: Double, sampleRate: Int) -> Double {
    let length = Double(samples(pieces.length_ms, sampleRate))
    let overlap = Double(max(16, samples(pieces.overlap_ms, sampleRate) & ~7))
    let seek = Double(samples(pieces.seek_ms, sampleRate))
    let step = (length - overlap) / ratio
    let correction = (overlap / ratio + seek / 2 + 0.5).rounded(.down)
    return (ratio - 1) * length / 2 + max(0, correction - step) * ratio
  }

  private static func samples(_ milliseconds: Int32, _ sampleRate: Int) -> Int {
    sampleRate * Int(milliseconds) / 1000
  }

  private static var outOfMemory: MoonreelError {
    MoonreelError(.internalError, "Cannot stretch sound: there is not enough memory.")
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

extension CompositionReader {
  /// A mixer of the timeline's sound over `range`, in blocks from its start to its end.
  ///
  /// The mixer keeps nothing of this reader: it may be used on another thread.
  ///
  /// - Parameters:
  ///   - mix: how the tracks are mixed; `nil`: as the reader was told.
  ///   - algorithm: how sound at another speed is made where the mix does not say.
  /// - Throws: `MoonreelError` naming the file that cannot be opened.
  public func sound(
    in range: TimeRange, sampleRate: Int, layout: ChannelLayout, mix: AudioMix? = nil,
    algorithm: TimePitchAlgorithm = .spectral
  ) throws -> AudioMixer {
    try SoundOpener(
      sampleRate: sampleRate, layout: layout, algorithm: algorithm, gate: gate,
      warnings: warnings, profile: profile
    ).mixer(of: timeline, mix: mix ?? audioMix, range: range)
  }
}

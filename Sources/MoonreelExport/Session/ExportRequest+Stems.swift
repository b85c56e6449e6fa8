// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension ExportRequest {
  /// A file with one part of the sound.
  public struct StemFile: Sendable {
    /// Its name, `music.wav`.
    public var name: String
    /// What is written into it.
    public var request: ExportRequest
  }

  /// The sound in parts, each a file of its own as long as the film, that add up to the mix before the effects, the volume
  /// and the loudness of the whole: one for each bus, layer or track that goes straight into the mix.
  public var stems: [StemFile] {
    var names: Set<String> = []
    return (audioMix ?? AudioMix()).stems(of: timeline).map { stem in
      var request = self
      request.audioMix = stem.mix
      (request.preset, request.passthrough, request.loudness) = (nil, .never, nil)
      (request.soundTracks, request.limits.bytes) = ([], nil)
      var output = OutputOptions()
      (output.container, output.audioCodec) = (.wav, .pcmFloat)
      (output.includesVideo, output.includesSubtitles) = (false, false)
      (output.sampleRate, output.channelLayout) = (
        self.output.sampleRate, self.output.channelLayout
      )
      request.output = output
      let name = Self.fileName(of: stem.name, besides: names)
      names.insert(name)
      return StemFile(name: name + ".wav", request: request)
    }
  }

  /// `name` as a file may be called, with a number where it is taken.
  private static func fileName(of name: String, besides taken: Set<String>) -> String {
    let plain = String(name.map { $0 == "/" || $0 == "\0" || $0.isNewline ? "_" : $0 }.prefix(80))
    let first = plain.isEmpty || plain.hasPrefix(".") ? "stem \(plain)" : plain
    guard taken.contains(first) else { return first }
    var number = 2
    while taken.contains("\(first) \(number)") { number += 1 }
    return "\(first) \(number)"
  }
}

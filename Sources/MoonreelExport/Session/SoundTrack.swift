// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// One of several tracks of sound in a file: the mix, or a part of it.
///
/// For example, a film in two languages, the music in both:
///
///     request.soundTracks = [
///       SoundTrack(mix: try mix.muting([.layer(french)], of: timeline), language: "en"),
///       SoundTrack(mix: try mix.muting([.layer(english)], of: timeline), language: "fr"),
///     ]
public struct SoundTrack: Sendable {
  /// What is heard.
  public var mix: AudioMix
  /// The language as a tag, `"en"`; `nil`: undetermined.
  public var language: String?
  /// What players call the track; `nil`: nothing.
  public var title: String?
  /// Whether players choose the track unless told otherwise.
  public var isDefault: Bool
  /// The loudspeakers; `nil`: the output's.
  public var layout: ChannelLayout?

  /// A track of sound.
  public init(
    mix: AudioMix, language: String? = nil, title: String? = nil, isDefault: Bool = false,
    layout: ChannelLayout? = nil
  ) {
    (self.mix, self.language, self.title) = (mix, language, title)
    (self.isDefault, self.layout) = (isDefault, layout)
  }
}

extension ExportRequest {
  /// The track of sound that players choose: the first default one, else the first.
  var heardTrack: Int { soundTracks.firstIndex(where: \.isDefault) ?? 0 }

  /// The same film with nothing but the sound that players choose.
  package var heard: ExportRequest {
    guard soundTracks.indices.contains(heardTrack) else { return self }
    var request = self
    (request.audioMix, request.soundTracks) = (soundTracks[heardTrack].mix, [])
    return request
  }

  /// The tracks of sound, each as `encoding` but for what it says of itself.
  func encodings(like encoding: AudioEncoding) -> [AudioEncoding] {
    soundTracks.map { track in
      var encoding = encoding
      (encoding.language, encoding.title) = (track.language, track.title)
      encoding.isDefault = track.isDefault
      encoding.layout = track.layout ?? encoding.layout
      return encoding
    }
  }
}

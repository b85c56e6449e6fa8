// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

extension Argument {
  /// One of the tracks of sound that `request` is written with.
  func soundTrack(of request: ExportRequest) throws -> SoundTrack {
    let options = try options(
      ["mute", "solo", "language", "title", "default", "channels"], owner: label)
    var track = SoundTrack(mix: request.audioMix ?? AudioMix())
    try options["solo"].ifGiven { argument in
      let sounds = try argument.list("a layer, a bus, a track, or a list of them")
      track.mix = try argument.naming {
        try track.mix.soloing(sounds.map { try $0.soundReference() }, of: request.timeline)
      }
    }
    try options["mute"].ifGiven { argument in
      let sounds = try argument.list("a layer, a bus, a track, or a list of them")
      track.mix = try argument.naming {
        try track.mix.muting(sounds.map { try $0.soundReference() }, of: request.timeline)
      }
    }
    track.language = try options["language"].ifGiven { try $0.string() }
    track.title = try options["title"].ifGiven { try $0.string() }
    try options["default"].ifGiven { track.isDefault = try $0.boolean() }
    track.layout = try options["channels"].ifGiven { try $0.channelLayout() }
    return track
  }

  /// Loudspeakers by name: `"5.1"`.
  func channelLayout() throws -> ChannelLayout {
    let name = try choice(among: ChannelLayout.named.map(\.name))
    return ChannelLayout.named.first { $0.name == name }?.layout ?? .stereo
  }
}

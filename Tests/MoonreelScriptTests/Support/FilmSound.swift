// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelRender
import MoonreelScript
import Testing

/// The mix of films that scripts make.
enum FilmSound {
  /// What the film of `script`, of two seconds, sounds like from sample `start` on at 48 kHz, a plane a channel.
  static func planes(
    _ script: String, layout: ChannelLayout = .stereo, from start: Int64 = 0, block: Int = 4096
  ) throws -> [[Float]] {
    let outcome = Runs.script(script)
    let film = try #require(outcome.result, "\(outcome.message)").request
    let reader = CompositionReader(
      timeline: film.timeline, composition: film.videoComposition, audioMix: film.audioMix,
      gate: FileGate(folders: []))
    let range = TimeRange(
      start: try Time(value: start, timescale: 48_000), end: Time(wholeSeconds: 2))
    let mixer = try reader.sound(in: range, sampleRate: 48_000, layout: layout)
    var planes = [[Float]](repeating: [], count: layout.count)
    while let samples = try mixer.next(frameCount: block) {
      for channel in planes.indices { planes[channel] += samples.channels[channel] }
    }
    return planes
  }
}

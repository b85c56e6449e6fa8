// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

@testable import MoonreelExport

/// What films sound like, mixed here and by other programs.
enum SoundOfFilm {
  /// The mix of `timeline`, a plane a channel.
  static func mixed(
    _ timeline: Timeline, _ mix: AudioMix? = nil, rate: Int = 48_000,
    layout: ChannelLayout = .stereo, gate: FileGate, block: Int = 4096
  ) throws -> [[Float]] {
    let reader = CompositionReader(timeline: timeline, audioMix: mix, gate: gate)
    let mixer = try reader.sound(
      in: TimeRange(start: .zero, duration: timeline.duration), sampleRate: rate, layout: layout,
      algorithm: .varispeed)
    var planes = [[Float]](repeating: [], count: layout.count)
    while let samples = try mixer.next(frameCount: block) {
      for channel in planes.indices { planes[channel] += samples.channels[channel] }
    }
    return planes
  }

  /// A track with `segments`.
  static func timeline(_ segments: [Segment]) throws -> (Timeline, TrackID) {
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    try timeline.updateTrack(track) { try $0.setSegments(segments) }
    return (timeline, track)
  }

  /// What ffmpeg makes of `arguments`, which end before the output, as `channelCount` planes of floats.
  static func ffmpeg(_ arguments: [String], channelCount: Int) throws -> [[Float]] {
    let data = try Tool.run(
      "ffmpeg", ["-v", "error", "-nostdin"] + arguments + ["-f", "f32le", "-"])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return (0..<channelCount).map { channel in
      stride(from: channel, to: samples.count, by: channelCount).map { samples[$0] }
    }
  }

  /// The greatest difference of two sounds; infinite where they are not of one shape.
  static func difference(_ one: [[Float]], _ other: [[Float]]) -> Float {
    guard one.map(\.count) == other.map(\.count) else { return .infinity }
    return zip(one, other).map { zip($0, $1).map { abs($0 - $1) }.max() ?? 0 }.max() ?? 0
  }
}

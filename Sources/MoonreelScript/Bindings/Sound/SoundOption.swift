// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What scripts say of how a layer sounds and, in a mix, a track: a name and how its value is read.
struct SoundOption: Sendable {
  typealias Read = @Sendable (inout LayerAudio, Argument, KeyframeClock) throws -> Void

  let name: String
  let read: Read

  /// All of them.
  static let all: [SoundOption] = [
    SoundOption(name: "volume_db") { audio, argument, clock in
      audio.decibels = try argument.animatedNumber(clock, -1000...60)
    },
    SoundOption(name: "pan") { audio, argument, clock in
      audio.pan = try argument.animatedNumber(clock, -1...1)
    },
    SoundOption(name: "balance") { audio, argument, clock in
      audio.balance = try argument.animatedNumber(clock, -1...1)
    },
    SoundOption(name: "invert") { audio, argument, _ in
      audio.isInverted = try argument.boolean()
    },
    SoundOption(name: "channels") { audio, argument, _ in
      audio.channelMatrix = try argument.channelMatrix()
    },
    SoundOption(name: "effects") { audio, argument, _ in
      audio.effects = try argument.soundEffects()
    },
    SoundOption(name: "mute") { audio, argument, _ in
      audio.isEnabled = !(try argument.boolean())
    },
    SoundOption(name: "solo") { audio, argument, _ in
      audio.isSolo = try argument.boolean()
    },
    SoundOption(name: "loudness") { audio, argument, _ in
      audio.loudness = try argument.loudness()
    },
  ]

  /// The one that is called `name`.
  static func named(_ name: String) -> SoundOption? { all.first { $0.name == name } }
}

extension Argument {
  /// `{ 2, 1 }`, the source's channel for each; or `{ { 1, 0 }, { 0.5, 0.5 } }`, the gains of all channels for each.
  func channelMatrix() throws -> [[Double]] {
    let rule = "a list with a channel's number, or a list of gains, for each channel"
    let rows = try items(rule)
    guard (1...64).contains(rows.count) else { throw expected(rule) }
    return try rows.map { row in
      if case .table = row.value {
        let gains = try row.items(rule)
        guard gains.count <= 64 else { throw row.expected("at most 64 gains") }
        return try gains.map { try $0.real(-1000...1000) }
      }
      let source = try row.integer(1...64)
      return (1...source).map { $0 == source ? 1 : 0 }
    }
  }

  /// When a layer sounds, on its own clock.
  func soundRange(_ rate: FrameRate) throws -> TimeRange {
    let range = try range(rate)
    guard !range.isEmpty else { throw expected("a range that is not empty") }
    return range
  }
}

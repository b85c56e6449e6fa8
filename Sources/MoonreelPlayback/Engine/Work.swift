// SPDX-License-Identifier: MIT

import MoonreelCore

/// What the engine wants done next. The driver does it without the engine's lock and reports back.
enum Work: Sendable {
  /// Tell those who wait or observe.
  case call([@Sendable () -> Void])
  /// Look at the item's film.
  case open(PlayerItem)
  case draw(DrawOrder)
  case show(PlayedFrame)
  case sound(SoundOrder)
  case flushSound(from: Time)
  /// Nothing before this time (`nil`: before a command).
  case wait(Time?)
}

/// A frame to draw.
struct DrawOrder: Sendable {
  enum Purpose: Sendable {
    /// To be looked at while nothing plays, or before playing begins.
    case still
    /// The frame that a seek leads to.
    case seek(before: Time, after: Time)
    /// A frame of the run.
    case run(Run)
  }

  var item: PlayerItem
  var info: FilmInfo
  var purpose: Purpose
  /// The frame, and the item's time.
  var index: Int64
  var time: Time
  /// What will be wanted after it.
  var next: Int64?
  var divisor: Int
  /// The engine's generation; a seek of an older one was given up.
  var generation: Int
  /// Whether it goes by in a film that is played: only then proxies may stand for files.
  var isPlayed: Bool
}

/// Sound to mix and write.
struct SoundOrder: Sendable {
  var run: Run
  /// The first sample of the run, how many, and when they are to be heard.
  var offset: Int64
  var count: Int
  var host: Time
  var gain: Float
}

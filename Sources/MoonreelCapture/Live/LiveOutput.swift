// SPDX-License-Identifier: MIT

import MoonreelCore

/// Shows what a device gives in live sources.
final class LiveOutput: CaptureOutput {
  private let state: Locked<(lives: [LiveSource], newest: FrameBuffer?)>
  private let changed: @Sendable () -> Void

  /// - Parameter changed: called when there is a new picture in all of them, on the device's thread.
  init(_ lives: [LiveSource], changed: @escaping @Sendable () -> Void = {}) {
    (state, self.changed) = (Locked((lives, nil)), changed)
  }

  var takesPictures: Bool { true }
  var takesSound: Bool { false }

  /// Shows the newest picture, and all that come, in `lives` in place of those before.
  func show(in lives: [LiveSource]) {
    state.withLock { state in
      state.lives = lives
      if let newest = state.newest { for live in lives { live.show(newest) } }
    }
  }

  func take(_ picture: TimedPicture) {
    let frame = picture.kept.frame
    state.withLock { state in
      state.newest = frame
      for live in state.lives { live.show(frame) }
    }
    changed()
  }
}

/// Tells how loud a microphone is, about twenty times a second.
final class LevelOutput: CaptureOutput {
  private let state = Locked((meter: SoundMeter(), told: Time.distantPast))
  private let heard: @Sendable (SoundLevels) -> Void

  /// How much sound there is from one telling to the next.
  private static let pace = Time(flicks: Time.flicksPerSecond / 20)

  /// - Parameter heard: gets the levels, on the device's thread.
  init(_ heard: @escaping @Sendable (SoundLevels) -> Void) { self.heard = heard }

  var takesPictures: Bool { false }
  var takesSound: Bool { true }

  func take(_ sound: ContinuousSound) {
    let levels = state.withLock { state -> SoundLevels? in
      state.meter.measure(sound.buffer)
      guard state.told == .distantPast || sound.end - state.told >= Self.pace else { return nil }
      state.told = sound.end
      return state.meter.take()
    }
    if let levels { heard(levels) }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// Hands an item's frames to whoever asks, by the player's clock (`AVPlayerItemVideoOutput`). Frames that are drawn ahead
/// are there before they are due.
public final class PlayerItemVideoOutput: Sendable {
  private struct State {
    var frames: [PlayedFrame] = []
    var taken: Time?
    var timebase: Timebase?
  }

  private let state = Locked(State())

  /// An output without frames; ``PlayerItem/add(_:)`` connects it.
  public init() {}

  /// Whether there is a frame for `host` that was not taken yet.
  public func hasNewFrame(forHostTime host: Time) -> Bool {
    state.withLock { state in
      guard let frame = state.frames.last(where: { $0.hostTime <= host }) else { return false }
      return state.taken.map { frame.hostTime > $0 } ?? true
    }
  }

  /// The frame that is on screen at `host`; `nil` before the first.
  public func frame(forHostTime host: Time) -> PlayedFrame? {
    state.withLock { state in
      guard let index = state.frames.lastIndex(where: { $0.hostTime <= host }) else { return nil }
      state.taken = state.frames[index].hostTime
      // A frame can be asked for again until a later one was.
      state.frames.removeFirst(index)
      return state.frames[0]
    }
  }

  /// The item's time at `host`; `nil` before the item is played.
  public func itemTime(forHostTime host: Time) -> Time? {
    state.withLock { $0.timebase?.time(at: host) }
  }

  /// Takes a frame that will be due; those that nobody took are kept while there are few.
  func take(_ frame: PlayedFrame, _ timebase: Timebase) {
    state.withLock { state in
      state.frames.removeAll { $0.hostTime >= frame.hostTime }
      state.frames.append(frame)
      if state.frames.count > 4 { state.frames.removeFirst() }
      state.timebase = timebase
    }
  }

  /// Forgets frames due after `host`: what was to come does not come.
  func flush(after host: Time) {
    state.withLock { state in state.frames.removeAll { $0.hostTime > host } }
  }
}

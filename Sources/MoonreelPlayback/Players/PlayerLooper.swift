// SPDX-License-Identifier: MIT

import MoonreelCore

/// Plays a stretch of an item again and again, without a gap (`AVPlayerLooper`), as long as it lives.
public final class PlayerLooper: Sendable {
  private let core: PlayerCore
  /// What is looped.
  public let item: PlayerItem

  /// Loops `item` in `player`, in whose queue it is or will be; one loop at a time.
  ///
  /// - Parameters:
  ///   - range: what is repeated; `nil`: as long as there are pictures, so that no black is shown where the sound is
  ///     longer. Less than a hundredth of a second is not repeated.
  ///   - count: rounds in all, the one that plays being the first; `nil`: for ever. After the last, the item plays on
  ///     behind the range to its end.
  public init(
    player: Player, item: PlayerItem, range: TimeRange? = nil, count: Int? = nil
  ) {
    (core, self.item) = (player.core, item)
    core.command { engine, _ in
      engine.setLoop(PlaybackEngine.Loop(item: item, range: range, count: count))
    }
  }

  deinit { disableLooping() }

  /// How many times the range was played to its end since the loop began, the last seek or the last change of the item.
  public var loopCount: Int {
    let now = core.clock.now
    return core.read { $0.roundCount(at: now) }
  }

  /// Lets the round that plays be the last: after it the item plays on behind the range to its end, as after the last of
  /// a number of rounds.
  public func disableLooping() {
    let item = item
    core.command { engine, now in
      guard engine.loop?.item === item else { return }
      engine.endLoop(at: now)
    }
  }
}

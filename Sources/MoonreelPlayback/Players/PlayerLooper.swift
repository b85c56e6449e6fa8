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
  ///   - count: rounds in all; `nil`: for ever. After the last, playing goes on as ``Player/actionAtItemEnd`` says.
  public init(
    player: Player, item: PlayerItem, range: TimeRange? = nil, count: Int? = nil
  ) {
    (core, self.item) = (player.core, item)
    set(PlaybackEngine.Loop(item: item, range: range, count: count))
  }

  deinit { disableLooping() }

  /// Rounds that were played to their end since the last seek.
  public var loopCount: Int { core.read { $0.round } }

  /// Lets the round that plays be the last.
  public func disableLooping() {
    let item = item
    core.command { engine, _ in
      guard engine.loop?.item === item else { return }
      engine.loop = nil
      engine.dropPlans()
    }
  }

  private func set(_ loop: PlaybackEngine.Loop) {
    core.command { engine, _ in
      engine.loop = loop
      engine.dropPlans()
    }
  }
}

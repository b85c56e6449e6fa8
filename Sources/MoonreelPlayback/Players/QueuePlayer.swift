// SPDX-License-Identifier: MIT

import MoonreelCore

/// A player with items to come (`AVQueuePlayer`). The first frame and the first sample of each follow the last of the one
/// before without a gap. Backwards it stays in the current item.
///
/// `@unchecked Sendable`: it adds no fields.
public final class QueuePlayer: Player, @unchecked Sendable {
  /// The current item and those to come.
  public var items: [PlayerItem] { core.read { $0.items } }

  /// Whether `item` can be inserted: it is not in the queue, and `after` is.
  public func canInsert(_ item: PlayerItem, after: PlayerItem? = nil) -> Bool {
    core.read { Self.place(item, after, $0.items) != nil }
  }

  /// Inserts `item` after another; `nil`: at the end.
  ///
  /// - Returns: whether it could.
  @discardableResult
  public func insert(_ item: PlayerItem, after: PlayerItem? = nil) -> Bool {
    core.command { engine, now in
      guard let place = Self.place(item, after, engine.items) else { return false }
      var items = engine.items
      items.insert(item, at: place)
      engine.setItems(items, now)
      return true
    }
  }

  private static func place(_ item: PlayerItem, _ after: PlayerItem?, _ items: [PlayerItem]) -> Int?
  {
    if items.contains(where: { $0 === item }) { return nil }
    guard let after else { return items.count }
    return items.firstIndex { $0 === after }.map { $0 + 1 }
  }

  /// Takes `item` out; where it is the current one, the next begins.
  public func remove(_ item: PlayerItem) {
    core.command { engine, now in
      engine.setItems(engine.items.filter { $0 !== item }, now)
    }
  }

  /// Empties the queue.
  public func removeAllItems() { core.command { $0.setItems([], $1) } }

  /// Ends the current item and begins the next.
  public func advanceToNextItem() {
    core.command { $0.setItems(Array($0.items.dropFirst()), $1) }
  }
}

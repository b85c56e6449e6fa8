// SPDX-License-Identifier: MIT

/// Collects warnings from any thread: each sentence once, with how often it was raised.
public final class WarningLog: Sendable {
  /// One warning and its count.
  public struct Entry: Hashable, Sendable {
    /// A full sentence, without the count.
    public var message: String
    /// How often it was raised.
    public var count: Int
  }

  private let entries = Locked<[Entry]>([])

  /// An empty log.
  public init() {}

  /// Notes `message`, or counts it once more where it was noted before.
  public func warn(_ message: String, count: Int = 1) {
    entries.withLock { list in
      if let index = list.firstIndex(where: { $0.message == message }) {
        list[index].count += count
      } else {
        list.append(Entry(message: message, count: count))
      }
    }
  }

  /// All warnings so far, in order of their first appearance.
  public var all: [Entry] { entries.withLock { $0 } }
}

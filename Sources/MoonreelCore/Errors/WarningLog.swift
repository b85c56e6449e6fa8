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

  /// The most different ones: a script may find ever new words.
  private static let most = 1000
  /// The longest, in characters.
  private static let longest = 2000

  /// Notes `message`, or counts it once more where it was noted before.
  ///
  /// The thousandth and all behind it are counted as one that says so.
  public func warn(_ message: String, count: Int = 1) {
    let message =
      message.utf8.count > Self.longest ? String(message.prefix(Self.longest)) + " …" : message
    entries.withLock { list in
      let isFull = list.count >= Self.most - 1 && !list.contains { $0.message == message }
      let message = isFull ? "There are more warnings than can be kept." : message
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

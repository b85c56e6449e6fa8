// SPDX-License-Identifier: MIT

/// What holds for a while: values by their keys (`AVTimedMetadataGroup`).
public struct TimedMetadataGroup: Hashable, Sendable {
  /// When it holds.
  public var timeRange: TimeRange
  /// Texts by their keys, such as `com.example.score`: at least one, none without a key.
  public var items: [String: String]

  /// A group with every property given.
  public init(_ timeRange: TimeRange, items: [String: String]) {
    (self.timeRange, self.items) = (timeRange, items)
  }

  /// Bytes of its keys and texts, and of what containers put around them.
  fileprivate var byteCount: Int {
    items.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 16 }
  }
}

/// Groups of timed metadata in the order of their times, no two at one time.
public struct TimedMetadata: Hashable, Sendable {
  /// The bytes of keys and texts that a group may hold.
  public static let groupLimit = 60_000
  /// How many groups there may be.
  public static let countLimit = 100_000

  /// In order.
  public private(set) var groups: [TimedMetadataGroup] = []

  /// No metadata.
  public init() {}

  /// Takes `groups`, in any order.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where two hold at one time, one holds for no time or nothing, a
  ///   key is empty or has a zero in it, or there is too much.
  public init(_ groups: [TimedMetadataGroup]) throws {
    guard groups.count <= Self.countLimit else {
      throw Self.error("\(groups.count) groups are too many: \(Self.countLimit) at most.")
    }
    self.groups = groups.sorted { $0.timeRange.start < $1.timeRange.start }
    for group in self.groups { try Self.check(group) }
    for (first, second) in zip(self.groups, self.groups.dropFirst())
    where second.timeRange.start < first.timeRange.end {
      throw Self.error(
        "The group at \(second.timeRange.start) begins before the one at \(first.timeRange.start) ends, at "
          + "\(first.timeRange.end): put both into one, or end the first sooner.")
    }
  }

  /// What it takes in memory, by estimate.
  public var byteEstimate: Int {
    groups.reduce(64) { $0 + 96 + $1.byteCount }
  }

  private static func check(_ group: TimedMetadataGroup) throws {
    let start = group.timeRange.start
    guard group.timeRange.duration > .zero else {
      throw error("The group at \(start) holds for no time: give it a duration.")
    }
    guard !group.items.isEmpty else {
      throw error("The group at \(start) has no items: name at least one.")
    }
    for key in group.items.keys where key.isEmpty || key.utf8.contains(0) {
      throw error("The group at \(start) has an item without a proper key: give it a name.")
    }
    for (key, text) in group.items where text.utf8.contains(0) {
      throw error("The text of '\(key)' at \(start) has a zero in it: leave that out.")
    }
    let size = group.byteCount
    guard size <= groupLimit else {
      throw error(
        "The group at \(start) holds \(size) bytes, of which \(groupLimit) may be: name a file in place of what it holds."
      )
    }
  }

  private static func error(_ sentence: String) -> MoonreelError {
    MoonreelError(.invalidArgument, sentence)
  }

  /// From the first group's start to the last one's end; `nil` without groups.
  public var timeRange: TimeRange? {
    guard let first = groups.first, let last = groups.last else { return nil }
    return TimeRange(start: first.timeRange.start, end: last.timeRange.end)
  }

  /// What holds at `time`.
  public func items(at time: Time) -> [String: String]? {
    groups.first { $0.timeRange.contains(time) }?.items
  }

  /// What holds within `range`, cut at its ends.
  public func clipped(to range: TimeRange) -> TimedMetadata {
    moved { group in
      let part = group.intersection(range)
      return part.duration > .zero ? part : nil
    }
  }

  /// All groups where `change` puts them, which must not make them overlap; without those for which it gives `nil`.
  package func moved(_ change: (TimeRange) -> TimeRange?) -> TimedMetadata {
    var result = TimedMetadata()
    result.groups = groups.compactMap { group in
      change(group.timeRange).map { TimedMetadataGroup($0, items: group.items) }
    }.sorted { $0.timeRange.start < $1.timeRange.start }
    return result
  }

  /// The groups of both, those of `other` later.
  package func appending(_ other: TimedMetadata) -> TimedMetadata {
    var result = self
    result.groups += other.groups
    return result
  }
}

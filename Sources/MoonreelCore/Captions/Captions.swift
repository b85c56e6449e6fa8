// SPDX-License-Identifier: MIT

/// Captions in the order in which they begin; several may be shown at a time.
///
/// For example:
///
///     let range = try TimeRange(seconds: 0.5, 2)
///     let captions = Captions([Caption("Hello", over: range)], language: "en")
public struct Captions: Hashable, Sendable {
  /// The captions; those that begin together stay in the order they were given in.
  public let items: [Caption]
  /// The language as a tag, `"en"`; `nil`: unknown.
  public var language: String?
  /// What players call them; `nil`: nothing.
  public var title: String?
  /// How long the longest is shown.
  private let longest: Time

  /// `items`, put in order.
  public init(_ items: [Caption], language: String? = nil, title: String? = nil) {
    self.items = items.enumerated().sorted {
      ($0.element.timeRange.start, $0.offset) < ($1.element.timeRange.start, $1.offset)
    }.map(\.element)
    (self.language, self.title) = (language, title)
    longest = items.map(\.timeRange.duration).max() ?? .zero
  }

  /// From the first one's start to the end of the last; `nil` where there are none.
  public var timeRange: TimeRange? {
    guard let first = items.first else { return nil }
    return items.dropFirst().reduce(first.timeRange) { $0.union($1.timeRange) }
  }

  /// What they take in memory, by estimate.
  public var byteEstimate: Int {
    items.reduce(128) { sum, caption in
      caption.spans.reduce(sum + MemoryLayout<Caption>.stride) {
        $0 + MemoryLayout<CaptionSpan>.stride + 2 * $1.text.utf8.count
      }
    }
  }

  /// The positions of the captions shown at `time`, in order.
  ///
  /// - Complexity: O(log *n* + those that begin within the longest caption's length before `time`).
  public func positions(at time: Time) -> [Int] {
    let end = items.partitioningIndex { $0.timeRange.start > time }
    let start = items.partitioningIndex { $0.timeRange.start + longest > time }
    // holds: the condition compares them.
    return start < end ? (start..<end).filter { items[$0].timeRange.contains(time) } : []
  }

  /// The captions shown at `time`, in order.
  ///
  /// - Complexity: as ``positions(at:)``.
  public func at(_ time: Time) -> [Caption] { positions(at: time).map { items[$0] } }
}

extension Captions: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The number of captions.
  public var endIndex: Int { items.count }
  /// The caption at `position`.
  public subscript(position: Int) -> Caption { items[position] }
}

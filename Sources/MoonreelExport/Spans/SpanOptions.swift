// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// How an export by spans goes about it.
public struct SpanOptions: Sendable {
  /// Where spans are kept and looked for; `nil`: nowhere.
  public var cache: SpanCache?
  /// Whether what is rendered is to be kept in a cache.
  public internal(set) var isKept = true
  /// What pictures may depend on besides the film: the fonts of the machine.
  public var environment: Digest?

  /// Spans that are kept in `cache`.
  public init(cache: SpanCache?) { self.cache = cache }
}

/// One of several parts of an export, each rendered by a process of its own.
public struct SpanPart: Hashable, Sendable {
  /// Which, from 1.
  public let number: Int
  /// Of how many.
  public let count: Int

  /// Part `number` of `count`; `nil` unless 1 ≤ `number` ≤ `count`.
  public init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// All of it.
  public static let all = SpanPart(1, of: 1)!

  /// The part's share of `total` things in a row: parts differ by one at most.
  func range(of total: Int) -> Range<Int> {
    let (start, end) = ((number - 1) * total / count, number * total / count)
    return start..<end
  }
}

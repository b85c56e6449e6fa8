// SPDX-License-Identifier: MIT

import MoonreelCore

/// When the picture of a script changes, in milliseconds.
struct SubstationClock {
  private struct Span {
    var start, end: Int64
    var moves: Bool
  }

  /// In the order in which they begin.
  private let spans: [Span]
  private let longest: Int64
  /// All moments at which an event begins or ends.
  private let changes: [Int64]

  /// What makes an event look different from moment to moment.
  private static let movingTags = ["\\t(", "\\move", "\\fad", "\\k", "\\K"]

  /// The most earlier changes that places are made out from.
  private static let longestHistory = 64

  init(_ events: [SubstationScript.Event]) {
    spans = events.map { event in
      let fields = event.text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
      let hasEffect = fields.count == 9 && !fields[7].isEmpty
      return Span(
        start: event.timeRange.start.value(timescale: 1000),
        end: event.timeRange.end.value(timescale: 1000),
        moves: hasEffect || Self.movingTags.contains { event.text.contains($0) })
    }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    longest = spans.map { $0.end - $0.start }.max() ?? 0
    changes = Set(spans.flatMap { [$0.start, $0.end] }).sorted()
  }

  private func spans(at moment: Int64) -> [Span] {
    let end = spans.partitioningIndex { $0.start > moment }
    let start = spans.partitioningIndex { $0.start + longest > moment }
    return start < end ? spans[start..<end].filter { $0.end > moment } : []
  }

  /// The first moment since which the picture is the one of `moment`; `nil` where there is none.
  func stillSince(_ moment: Int64) -> Int64? {
    let shown = spans(at: moment)
    guard !shown.isEmpty else { return nil }
    if shown.contains(where: \.moves) { return moment }
    return changes[changes.partitioningIndex { $0 > moment } - 1]
  }

  /// The changes before `moment` since nothing was shown: an event that is put into a place because of another
  /// stays there when that one goes.
  func history(of moment: Int64) -> [Int64] {
    var index = changes.partitioningIndex { $0 >= moment }
    var history: [Int64] = []
    while index > 0, history.count < Self.longestHistory {
      index -= 1
      if spans(at: changes[index]).isEmpty { break }
      history.append(changes[index])
    }
    return history.reversed()
  }
}

// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelExport

@Suite struct SpanPlanTests {
  @Test(
    arguments: [
      // Nothing begins: as long as spans may be, and no short rest.
      (300, [], [0..<100, 100..<200, 200..<300]),
      (320, [], [0..<100, 100..<200, 200..<320]),
      (325, [], [0..<100, 100..<200, 200..<300, 300..<325]),
      (10, [], [0..<10]),
      // Counted from each border.
      (300, [50], [0..<50, 50..<150, 150..<250, 250..<300]),
      // Borders too near to the last one, or to the end.
      (200, [10, 60, 70, 190], [0..<60, 60..<160, 160..<200]),
      (200, [25, 50, 75], [0..<25, 25..<50, 50..<75, 75..<175, 175..<200]),
    ] as [(Int64, [Int64], [Range<Int64>])])
  func filmsAreCutAtBordersAndAtLengths(
    _ count: Int64, _ borders: [Int64], _ parts: [Range<Int64>]
  ) {
    #expect(SpanPlan.cut(count, borders: borders, longest: 100, shortest: 25) == parts)
  }

  @Test func partsCoverAllFramesWhateverTheNumbers() {
    for count in Int64(1)...60 {
      for longest in Int64(1)...7 {
        let shortest = max(1, longest / 2)
        let borders = stride(from: Int64(1), to: count, by: 4).map { $0 }
        let parts = SpanPlan.cut(
          count, borders: borders, longest: longest, shortest: shortest)
        #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == count)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(parts.allSatisfy { $0.count <= longest + shortest })
        #expect(count < shortest || parts.allSatisfy { $0.count >= shortest })
      }
    }
  }

  @Test func partsOfAnExportDifferByOneSpanAtMost() {
    for total in 0...20 {
      for count in 1...7 {
        let ranges = (1...count).compactMap { SpanPart($0, of: count)?.range(of: total) }
        #expect(ranges.flatMap { Array($0) } == Array(0..<total))
        let lengths = ranges.map(\.count)
        #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
      }
    }
    #expect(SpanPart(0, of: 3) == nil && SpanPart(4, of: 3) == nil)
  }
}

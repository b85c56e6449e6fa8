// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

@Suite struct Mappings {
  static func mapping(_ dice: inout Dice) -> TimeMapping {
    func range() -> TimeRange {
      TimeRange(
        start: Time(flicks: .random(in: -1_000_000_000_000...1_000_000_000_000, using: &dice)),
        duration: Time(flicks: .random(in: 1...100_000_000_000, using: &dice)))
    }
    return TimeMapping(source: range(), target: range())
  }

  @Test func endsAreExact() {
    var dice = Dice(6)
    for _ in 0..<2_000 {
      let mapping = Self.mapping(&dice)
      let exact = ExactMapping(mapping)
      #expect(mapping.sourceTime(at: mapping.target.start) == mapping.source.start)
      #expect(mapping.sourceTime(at: mapping.target.end) == mapping.source.end)
      #expect(exact.sourceTime(at: mapping.target.start) == mapping.source.start)
      #expect(exact.sourceTime(at: mapping.target.end) == mapping.source.end)
      #expect(mapping.targetTime(at: mapping.source.end) == mapping.target.end)
      #expect(exact.targetTime(at: mapping.source.end) == mapping.target.end)
      #expect(exact.rate == mapping.rate)
    }
  }

  @Test func bothFormsAgree() {
    var dice = Dice(7)
    for _ in 0..<5_000 {
      let mapping = Self.mapping(&dice)
      let share = Int64.random(in: 0...1000, using: &dice)
      let time =
        mapping.target.start
        + mapping.target.duration.multiplied(by: share, dividedBy: 1000)
      #expect(ExactMapping(mapping).sourceTime(at: time) == mapping.sourceTime(at: time))
    }
  }

  @Test func anchoringElsewhereIsTheSameLine() {
    var dice = Dice(8)
    for _ in 0..<2_000 {
      let mapping = Self.mapping(&dice)
      let line = ExactMapping(mapping, isReversed: Bool.random(using: &dice))
      var moved = line
      for _ in 0..<5 {
        moved = moved.anchored(
          at: Time(flicks: .random(in: -2_000_000_000_000...2_000_000_000_000, using: &dice)))
      }
      #expect(moved.isSameLine(as: line))
      #expect(line.isSameLine(as: moved))
      #expect(!moved.shifted(by: Time(flicks: 1)).isSameLine(as: line) || line.rate.numerator == 0)
    }
  }

  @Test func mirroredTwiceIsTheSame() {
    var dice = Dice(9)
    for _ in 0..<2_000 {
      let (mapping, range) = (Self.mapping(&dice), Self.mapping(&dice).target)
      let line = ExactMapping(mapping)
      let mirrored = line.mirrored(in: range)
      #expect(mirrored.mirrored(in: range).isSameLine(as: line))
      #expect(mirrored.sourceTime(at: range.start) == line.sourceTime(at: range.end))
      #expect(mirrored.sourceTime(at: range.end) == line.sourceTime(at: range.start))
      #expect(mirrored.rate.numerator == -line.rate.numerator)
    }
  }

  @Test func retimingThereAndBackIsTheSame() {
    var dice = Dice(10)
    for _ in 0..<2_000 {
      let length = Int64.random(in: 1...10_000_000_000, using: &dice)
      let range = TimeRange(
        start: Time(flicks: .random(in: 0...length, using: &dice)),
        duration: Time(flicks: length))
      let line = ExactMapping(TimeMapping(source: range, target: range))
      let other = Time(flicks: .random(in: 1...10_000_000_000, using: &dice))
      let there = line.retimed(range, to: other)
      let back = there.retimed(TimeRange(start: range.start, duration: other), to: range.duration)
      #expect(back.isSameLine(as: line))
    }
  }

  @Test func manyUnrelatedSpeedsStayWithinFlicks() {
    var dice = Dice(11)
    let start = TimeRange(start: .zero, duration: Time(wholeSeconds: 10))
    var (line, range) = (ExactMapping(TimeMapping(source: start, target: start)), start)
    for step in 1...200 {
      let other = Time(flicks: .random(in: 3_000_000_000...9_000_000_000, using: &dice))
      line = line.retimed(range, to: other)
      range = TimeRange(start: .zero, duration: other)
      let end = line.sourceTime(at: range.end)
      #expect(abs(end.flicks - start.end.flicks) <= 1, "step \(step)")
    }
    #expect(line.sourceTime(at: .zero) == .zero)
  }

  @Test func extrapolationIsLimited() {
    let steep = ExactMapping(
      TimeMapping(
        source: TimeRange(start: .zero, end: .distantFuture),
        target: TimeRange(start: .zero, duration: Time(flicks: 1))))
    #expect(steep.sourceTime(at: Time(wholeSeconds: 1)) == .distantFuture)
    #expect(steep.sourceTime(at: Time(wholeSeconds: -1)) == .distantPast)
    #expect(steep.sourceTime(at: .distantFuture) == .distantFuture)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// The plainest track there can be: one entry a frame. Every edit at whole frames must agree with it.
private struct ReferenceTrack {
  /// Source and frame, `nil` in a gap.
  var frames: [String?] = []

  mutating func insert(_ new: [String?], at index: Int) {
    while frames.count < index { frames.append(nil) }
    frames.insert(contentsOf: new, at: index)
  }

  mutating func remove(_ range: Range<Int>) {
    frames.removeSubrange(range)
    while frames.last == .some(nil) { frames.removeLast() }
  }

  mutating func reverse(_ range: Range<Int>) {
    frames.replaceSubrange(range, with: frames[range].reversed())
    // Only whole tracks that end in a gap would shorten; a row never does.
  }

  /// Every frame `factor` times as long, or every `factor`th frame.
  mutating func slow(_ range: Range<Int>, by factor: Int) {
    frames.replaceSubrange(
      range, with: frames[range].flatMap { Array(repeating: $0, count: factor) })
  }
}

@Suite struct AgainstReference {
  static let rates: [(Int64, Int64)] = [(24, 1), (30, 1), (30000, 1001), (24000, 1001), (60, 1)]

  @Test("Edits at whole frames agree with a list of frames", arguments: rates, Array(UInt64(1)...8))
  func random(_ numbers: (Int64, Int64), _ seed: UInt64) throws {
    let rate = try FrameRate(numbers.0, numbers.1)
    var dice = Dice(seed)
    var track = Track(id: TrackID(1), mediaType: .video)
    var reference = ReferenceTrack()
    for step in 0..<40 {
      try edit(&track, &reference, rate, &dice)
      let description = describe(track, rate)
      try #require(description == reference.frames, "step \(step)")
    }
  }

  private func edit(
    _ track: inout Track, _ reference: inout ReferenceTrack, _ rate: FrameRate, _ dice: inout Dice
  ) throws {
    func at(_ frame: Int) -> Time { rate.time(ofFrame: Int64(frame)) }
    let count = reference.frames.count
    let a = Int.random(in: 0...count, using: &dice)
    let b = Int.random(in: a...min(count, a + 20), using: &dice)
    let range = TimeRange(start: at(a), end: at(b))
    switch Int.random(in: 0..<6, using: &dice) {
    case 0 where a < b:
      try track.remove(range)
      reference.remove(a..<b)
    case 1 where a < b && a > 0:
      try track.insertEmpty(range)
      reference.insert(Array(repeating: nil, count: b - a), at: a)
    case 2 where a < b:
      try track.reverse(range)
      reference.reverse(a..<b)
    case 3 where a < b && count < 400:
      let factor = Int.random(in: 2...3, using: &dice)
      try track.retime(range, to: at(factor * (b - a)))
      reference.slow(a..<b, by: factor)
    default:
      let from = Int.random(in: 0..<50, using: &dice)
      let length = Int.random(in: 1...30, using: &dice)
      let source = Fixture.video("c\(from % 3)")
      try track.insert(
        TimeRange(start: at(from), end: at(from + length)), of: .asset(source), at: at(a))
      reference.insert((from..<from + length).map { "c\(from % 3)#0 \($0)" }, at: a)
    }
  }

  /// What each frame shows: the frame at the wanted time, or the last before it.
  private func describe(_ track: Track, _ rate: FrameRate) -> [String?] {
    (0..<rate.frame(at: track.duration)).map { index in
      guard let wanted = track.wanted(at: rate.time(ofFrame: index)) else { return nil }
      return "\(wanted.source.name) \(rate.frame(at: wanted.effectiveTime))"
    }
  }
}

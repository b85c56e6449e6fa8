// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelPlayback

/// A loop that was given a number of rounds and one that is ended in its last round are the same; both count the times that
/// the range was played to its end.
@Suite("Rounds of loops")
struct LoopCountTests {
  private static let frameCount = 20
  private static let ranges = [(5, 10), (0, 20), (15, 20)]

  private func seconds(_ frames: Double) throws -> Time { try Time(seconds: 0.04 * frames) }

  /// The frames of `rounds` rounds of a range, and of all that lies before and behind it.
  private func expected(_ range: (Int, Int), _ rounds: Int, isBackwards: Bool) -> [Int64] {
    let last = Self.frameCount
    let round = Array(range.0..<range.1)
    if isBackwards {
      let turns = (0..<rounds).flatMap { _ in round.reversed() }
      return (Array((range.1..<last).reversed()) + turns + Array((0..<range.0).reversed()))
        .map { Int64($0) }
    }
    let turns = (0..<rounds).flatMap { _ in round }
    return (Array(0..<range.0) + turns + Array(range.1..<last)).map { Int64($0) }
  }

  /// Plays until the end, and asks at the middle of every frame how many rounds are over.
  private func play(
    _ range: (Int, Int), rounds: Int, isEnded: Bool, isBackwards: Bool
  ) async throws -> (frames: [Int64], counts: [Int], time: Time) {
    let (stage, clock) = (try Stage(), VirtualClock())
    let item = try await stage.item(frames: Self.frameCount)
    let player = try Player(items: [item], clock: clock)
    let looper = PlayerLooper(
      player: player, item: item,
      range: TimeRange(start: try seconds(Double(range.0)), end: try seconds(Double(range.1))),
      count: isEnded ? nil : rounds)
    if isBackwards { player.seek(to: try seconds(Double(Self.frameCount))) { _ in } }
    player.run(until: .zero)
    player.rate = isBackwards ? -1 : 1
    let head = isBackwards ? Self.frameCount - range.1 : range.0
    let length = range.1 - range.0
    let total = Self.frameCount + (rounds - 1) * length
    var counts: [Int] = []
    for frame in 0..<total {
      if isEnded, frame == head + (rounds - 1) * length + length / 2 { looper.disableLooping() }
      player.run(until: try seconds(Double(frame) + 0.5))
      counts.append(looper.loopCount)
    }
    player.run(until: try seconds(Double(total) + 20))
    counts.append(looper.loopCount)
    // A seek shows the first frame before it is played.
    return (clock.shown.map(\.frame).suffix(total), counts, player.currentTime)
  }

  @Test("both ways show the same and count the same", arguments: ranges.indices, [1, 3])
  func rounds(index: Int, rounds: Int) async throws {
    let range = Self.ranges[index]
    for isBackwards in [false, true] {
      let head = isBackwards ? Self.frameCount - range.1 : range.0
      let length = range.1 - range.0
      for isEnded in [false, true] {
        let found = try await play(
          range, rounds: rounds, isEnded: isEnded, isBackwards: isBackwards)
        let name = "\(range) \(isBackwards ? "backwards" : "") \(isEnded ? "ended" : "counted")"
        #expect(found.frames == expected(range, rounds, isBackwards: isBackwards), "\(name)")
        let counts = found.counts.indices.map { frame in
          min(rounds, max(0, (frame - head) / length))
        }
        #expect(found.counts.dropLast() == counts.dropLast(), "\(name)")
        #expect(found.counts.last == rounds, "\(name)")
        let end = isBackwards ? Time.zero : try seconds(20)
        #expect(found.time == end, "\(name)")
      }
    }
  }

  @Test(
    "a seek counts anew; a loop that was ended stays ended, another begins with its first round")
  func seeks() async throws {
    let (stage, clock) = (try Stage(), VirtualClock())
    let item = try await stage.item(frames: Self.frameCount)
    let player = try Player(items: [item], clock: clock)
    let range = TimeRange(start: .zero, end: try seconds(5))
    let looper = PlayerLooper(player: player, item: item, range: range)
    player.play()
    player.run(until: try seconds(12.5))
    #expect(looper.loopCount == 2)
    player.pause()
    #expect(looper.loopCount == 2)
    player.play()
    player.run(until: try seconds(16.5))
    #expect(looper.loopCount == 3)
    looper.disableLooping()
    player.seek(to: .zero) { _ in }
    player.run(until: try seconds(25.5))
    #expect(looper.loopCount == 0)
    #expect(try player.currentTime > seconds(5))
    let next = PlayerLooper(player: player, item: item, range: range, count: 2)
    player.seek(to: .zero) { _ in }
    player.run(until: try seconds(80))
    #expect(next.loopCount == 2)
    #expect(try player.currentTime == seconds(20))
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelPlayback

/// Another version of a film in the place of the one that is played.
@Suite struct ExchangingTests {
  @Test func playingGoesOnInTheOtherVersion() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let (old, new) = (try await stage.item(frames: 20), try await stage.item(frames: 20))
    let player = try Player(items: [old], clock: clock)
    player.rate = 2
    player.run(until: seconds(0.1))
    _ = try new.frame(at: seconds(0.2))
    player.exchangeCurrentItem(with: new)
    #expect(player.currentItem === new && player.currentTime == seconds(0.2))
    player.run(until: seconds(0.15))
    #expect(player.rate == 2 && player.currentTime == seconds(0.3))
    #expect(player.timeControlStatus == .playing)
    // 0.2 s is frame 5, which the new version shows first.
    #expect(clock.shown.map(\.frame) == [0, 1, 2, 3, 4, 5, 5, 6, 7])
  }

  @Test func pausedTimeEndsAndLoopStay() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let (old, new) = (try await stage.item(frames: 20), try await stage.item(frames: 20))
    let player = try Player(items: [old], clock: clock)
    let range = TimeRange(start: seconds(0.2), end: seconds(0.4))
    let looper = PlayerLooper(player: player, item: old, range: range)
    old.forwardPlaybackEndTime = seconds(0.6)
    player.seek(to: seconds(0.3)) { _ in }
    player.run(until: .zero)
    player.exchangeCurrentItem(with: new)
    player.run(until: seconds(1))
    #expect(player.currentTime == seconds(0.3) && player.rate == 0)
    #expect(clock.shown.map(\.frame) == [7, 7])
    #expect(new.forwardPlaybackEndTime == seconds(0.6))
    player.play()
    player.run(until: seconds(1.45))
    // 0.1 s to the end of the round, a whole one of 0.2 s, and 0.15 s of the next.
    #expect(player.currentTime == seconds(0.35))
    withExtendedLifetime(looper) {}
  }

  @Test func aShorterVersionStandsAtItsEnd() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let (old, new) = (try await stage.item(frames: 20), try await stage.item(frames: 5))
    let player = try Player(items: [old], clock: clock)
    player.seek(to: seconds(0.6)) { _ in }
    player.run(until: .zero)
    player.exchangeCurrentItem(with: new)
    player.run(until: seconds(1))
    #expect(player.currentTime == seconds(0.2))
    #expect(clock.shown.map(\.frame) == [15, 4])
  }

  @Test func aSeekGoesOnInTheOtherVersion() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let (old, new) = (try await stage.item(frames: 20), try await stage.item(frames: 20))
    let player = try Player(items: [old], clock: clock)
    player.run(until: .zero)
    let answers = Locked<[Bool]>([])
    player.seek(to: seconds(0.4)) { isFinished in answers.withLock { $0.append(isFinished) } }
    player.exchangeCurrentItem(with: new)
    player.run(until: seconds(1))
    #expect(answers.withLock { $0 } == [true])
    #expect(player.currentTime == seconds(0.4) && clock.shown.last?.frame == 10)
  }
}

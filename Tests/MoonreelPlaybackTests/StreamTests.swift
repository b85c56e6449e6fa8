// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelPlayback

/// What happens, as sequences that are waited for.
@Suite struct StreamTests {
  /// The first `count` values of `stream`, which has as many.
  private func first<Value: Sendable>(_ count: Int, of stream: AsyncStream<Value>) async -> [Value]
  {
    var values: [Value] = []
    for await value in stream {
      values.append(value)
      if values.count == count { break }
    }
    return values
  }

  @Test func statuses() async throws {
    let stage = try Stage()
    let player = try Player(items: [try await stage.item(frames: 10)], clock: VirtualClock())
    let statuses = player.timeControlStatuses()
    player.play()
    player.run(until: seconds(1))
    let heard = await first(5, of: statuses)
    #expect(
      heard == [
        .paused, .waiting(.openingFile), .waiting(.drawingFirstFrame), .playing, .paused,
      ])
  }

  @Test func statusOfAnItem() async throws {
    let stage = try Stage()
    let item = try await stage.item(frames: 2)
    let player = try Player(items: [item], clock: VirtualClock())
    let statuses = item.statusUpdates()
    player.run(until: .zero)
    let heard = await first(2, of: statuses)
    if case .unknown = heard[0], case .readyToPlay = heard[1] { return }
    Issue.record("\(heard)")
  }

  @Test func times() async throws {
    let stage = try Stage()
    let player = try Player(items: [try await stage.item(frames: 25)], clock: VirtualClock())
    let times = try player.times(every: seconds(0.25))
    #expect(throws: MoonreelError.self) { _ = try player.times(every: .zero) }
    player.play()
    player.run(until: seconds(2))
    let heard = await first(5, of: times)
    #expect(heard == [0, 0.25, 0.5, 0.75, 1].map { seconds($0) })
  }

  @Test func framesAreTheNewest() async throws {
    let stage = try Stage()
    let player = try Player(items: [try await stage.item(frames: 25)], clock: VirtualClock())
    let frames = player.frames()
    player.play()
    player.run(until: seconds(0.5))
    let slow = await first(1, of: frames)
    #expect(slow.map(\.index) == [12], "who was slow gets the newest")
    #expect(slow.map(Stage.number) == [12])
  }

  @Test func framesAsTheMachinesClockGoes() async throws {
    let stage = try Stage()
    let player = try Player(items: [try await stage.item(frames: 5)])
    let events = player.events()
    player.play()
    for await event in events {
      if case .playedToEnd = event { break }
    }
    #expect(player.currentTime == seconds(0.2))
  }

  @Test func sequencesEndWithThePlayer() async throws {
    let stage = try Stage()
    var player: Player? = try Player(
      items: [try await stage.item(frames: 2)], clock: VirtualClock())
    let frames = try #require(player).frames()
    player = nil
    var count = 0
    for await _ in frames { count += 1 }
    #expect(count == 0)
  }
}

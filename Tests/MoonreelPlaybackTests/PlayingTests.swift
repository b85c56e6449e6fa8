// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import Testing

@testable import MoonreelPlayback

/// What is shown when, to the flick.
@Suite struct PlayingTests {
  @Test(arguments: [1, 0.5, 2, 1.25, 0.3, -1, -0.5, -2.5])
  func everyFrameIsShownAtItsMoment(rate: Double) async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let item = try await stage.item(frames: 20)
    let output = PlayerItemVideoOutput()
    item.add(output)
    let player = try Player(items: [item], clock: clock)
    if rate < 0 { player.seek(to: seconds(0.8)) { _ in } }
    player.run(until: .zero)
    player.rate = rate
    player.run(until: seconds(0.8 / abs(rate) + 1))
    let step = Rational(1_000_000, Int64((abs(rate) * 1_000_000).rounded()))
    let expected = (0..<20).map { (n: Int64) in
      VirtualClock.Shown(
        host: seconds(0.04 * Double(n)).scaled(by: step, rounding: .up),
        frame: rate < 0 ? 19 - n : n)
    }
    #expect(clock.shown == expected)
    #expect(player.currentTime == (rate < 0 ? .zero : seconds(0.8)))
    #expect(player.timeControlStatus == .paused)
    #expect(item.accessLog.shown == 20)
    #expect(item.accessLog.droppedCount == 0)
  }

  @Test func playingGoesOnWhereItWasPaused() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let player = try Player(items: [try await stage.item(frames: 20)], clock: clock)
    player.play()
    player.run(until: seconds(0.1))
    #expect(player.currentTime == seconds(0.1))
    #expect(player.timeControlStatus == .playing)
    player.pause()
    player.run(until: seconds(5))
    #expect(player.currentTime == seconds(0.1))
    player.play()
    player.run(until: seconds(5.07))
    player.rate = 2
    player.run(until: seconds(5.12))
    #expect(player.currentTime == seconds(0.27))
    #expect(
      clock.shown.map { [$0.host.seconds, Double($0.frame)] } == [
        [0, 0], [0.04, 1], [0.08, 2], [5.02, 3], [5.06, 4], [5.085, 5], [5.105, 6],
      ])
  }

  @Test func randomSeeksWhilePlayingShowNoWrongFrame() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let item = try await stage.item(
      frames: 100, codec: ["-c:v", "libx264", "-qp", "0", "-g", "12", "-bf", "2"])
    let output = PlayerItemVideoOutput()
    item.add(output)
    let player = try Player(items: [item], clock: clock)
    player.actionAtItemEnd = .none
    player.play()
    var random = Dice(state: 7)
    let answers = Locked<[Bool]>([])
    for round in 0..<200 {
      if round % 10 == 0 { player.rate = [1, -1, 2, 0.5, 0][Int(random.next() % 5)] }
      player.seek(to: Time(flicks: Int64(random.next() % 2_822_400_000))) { done in
        answers.withLock { $0.append(done) }
      }
      player.run(until: clock.now + Time(flicks: Int64(random.next() % 100_000_000)))
      let frame = try #require(output.frame(forHostTime: clock.now))
      #expect(Stage.number(frame) == frame.index, "round \(round)")
      let time = player.currentTime
      let info = try #require(item.info)
      let due = info.frame(at: time, isBackwards: player.rate < 0)
      #expect(frame.index == due, "round \(round), \(time.seconds) at rate \(player.rate)")
    }
    #expect(answers.withLock { $0 } == Array(repeating: true, count: 200))
    #expect(item.accessLog.seeks == 200)
    #expect(item.errorLog.isEmpty)
  }

  @Test func theLatestSeekWins() async throws {
    let stage = try Stage()
    let player = try Player(items: [try await stage.item(frames: 20)], clock: VirtualClock())
    let answers = Locked<[String]>([])
    for (name, time) in [("a", 0.2), ("b", 0.4), ("c", 99)] {
      player.seek(to: seconds(time)) { done in answers.withLock { $0.append("\(name) \(done)") } }
    }
    #expect(player.currentTime == seconds(99))
    player.run(until: .zero)
    #expect(answers.withLock { $0 } == ["a false", "b false", "c true"])
    #expect(player.currentTime == seconds(0.8))
    player.seek(to: seconds(-3)) { _ in }
    player.run(until: .zero)
    #expect(player.currentTime == .zero)
  }

  @Test(arguments: [(1.6, 0.7, 0, 1.0), (1.6, 0, 0.5, 2.0), (1.6, 0.3, 0.3, 1.6), (1.6, 0, 0, 1.6)])
  func tolerancesLeadToKeyFrames(
    wanted: Double, before: Double, after: Double, reached: Double
  ) async throws {
    let stage = try Stage()
    let item = try await stage.item(
      frames: 75, codec: ["-c:v", "libx264", "-qp", "0", "-g", "25", "-sc_threshold", "0"])
    let clock = VirtualClock()
    let player = try Player(items: [item], clock: clock)
    player.seek(
      to: seconds(wanted), toleranceBefore: seconds(before), toleranceAfter: seconds(after)
    ) { _ in }
    player.run(until: .zero)
    #expect(player.currentTime == seconds(reached))
    #expect(clock.shown.last?.frame == Int64((reached * 25).rounded()))
  }

  @Test func stepsCountFrames() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let player = try Player(items: [try await stage.item(frames: 20)], clock: clock)
    player.seek(to: seconds(0.21)) { _ in }
    player.run(until: .zero)
    for (count, frame) in [(1, 6), (1, 7), (-3, 4), (500, 19), (Int.max, 19), (Int.min, 0), (0, 0)]
    {
      player.step(byCount: count)
      player.run(until: .zero)
      #expect(clock.shown.last?.frame == Int64(frame))
      #expect(player.currentTime == seconds(0.04 * Double(frame)))
    }
    player.step(byCount: 2)
    player.step(byCount: 2)
    player.run(until: .zero)
    #expect(clock.shown.last?.frame == 4, "steps add up before one is drawn")
  }

  @Test func ratesThatAreNoneAreLimited() async throws {
    let player = try Player(items: [], clock: VirtualClock())
    for (given, taken) in [
      (Double.nan, 0.0), (.infinity, 0), (1e300, 64), (-1e300, -64), (1e-9, 0), (1.5, 1.5),
    ] {
      player.rate = given
      #expect(player.rate == taken)
    }
    #expect(player.timeControlStatus == .waiting(.noItemToPlay))
    player.run(until: seconds(1))
    #expect(player.currentTime == .zero)
  }

  @Test(arguments: [ActionAtItemEnd.advance, .pause, .none])
  func theEndIsActedUpon(action: ActionAtItemEnd) async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let items = [try await stage.item(frames: 5), try await stage.item(frames: 5)]
    let player = try QueuePlayer(items: items, clock: clock)
    player.actionAtItemEnd = action
    player.play()
    player.run(until: seconds(0.3))
    switch action {
    case .advance:
      #expect(player.currentItem === items[1])
      #expect(player.currentTime == seconds(0.1))
    case .pause:
      #expect(player.currentItem === items[0])
      #expect(player.currentTime == seconds(0.2))
      #expect(player.timeControlStatus == .paused)
    case .none:
      #expect(player.currentItem === items[0])
      #expect(player.currentTime == seconds(0.2))
      #expect(player.rate == 1)
    }
  }

  @Test func itemsEndWhereTheyAreToldTo() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let item = try await stage.item(frames: 20)
    (item.forwardPlaybackEndTime, item.reversePlaybackEndTime) = (seconds(0.4), seconds(0.2))
    let player = try Player(items: [item], clock: clock)
    player.play()
    player.run(until: seconds(3))
    #expect(player.currentTime == seconds(0.4))
    player.rate = -1
    player.run(until: seconds(6))
    #expect(player.currentTime == seconds(0.2))
    #expect(clock.shown.last?.frame == 5)
  }

  @Test func observersHearExactTimes() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let player = try Player(items: [try await stage.item(frames: 25)], clock: clock)
    let heard = Locked<[String]>([])
    func note(_ name: String) -> @Sendable (Time) -> Void {
      { time in
        heard.withLock { $0.append("\(name) \(time.seconds) at \(clock.now.seconds)") }
      }
    }
    let token = try player.addPeriodicTimeObserver(interval: seconds(0.3), note("every"))
    _ = player.addBoundaryTimeObserver(times: [seconds(0.5), seconds(0.1)], note("at"))
    player.rate = 2
    player.run(until: seconds(0.3))
    player.seek(to: seconds(0.4)) { _ in }
    player.run(until: seconds(0.5))
    #expect(
      heard.withLock { $0 } == [
        "every 0.0 at 0.0", "at 0.1 at 0.05", "every 0.3 at 0.15", "at 0.5 at 0.25",
        "every 0.6 at 0.3", "every 0.4 at 0.3", "at 0.5 at 0.35", "every 0.6 at 0.4",
      ])
    heard.withLock { $0 = [] }
    player.removeTimeObserver(token)
    player.rate = -1
    player.run(until: seconds(3))
    #expect(heard.withLock { $0 } == ["at 0.5 at 0.8", "at 0.1 at 1.2"])
    #expect(throws: MoonreelError.self) {
      try player.addPeriodicTimeObserver(interval: .zero) { _ in }
    }
  }

  @Test func whatCannotBePlayedSaysWhy() async throws {
    let stage = try Stage()
    let item = try await stage.item(frames: 5)
    let other = PlayerItem(
      ExportRequest(timeline: item.request.timeline), gate: FileGate(folders: []))
    let player = try Player(items: [other], clock: VirtualClock())
    player.play()
    #expect(player.timeControlStatus == .waiting(.openingFile))
    player.run(until: seconds(1))
    guard case .failed(let error) = other.status else {
      Issue.record("\(other.status)")
      return
    }
    #expect(error.code == .accessDenied)
    #expect(other.errorLog.count == 1)
    #expect(player.timeControlStatus == .paused)
    player.replaceCurrentItem(with: item)
    player.play()
    player.run(until: seconds(2))
    #expect(player.currentTime == seconds(0.2))
  }

  @Test func theHostsClockPlaysByItself() async throws {
    let stage = try Stage()
    let item = try await stage.item(frames: 25)
    let player = try Player(items: [item])
    let events = player.events()
    #expect(await player.seek(to: seconds(0.5)))
    #expect(player.currentTime == seconds(0.5))
    player.rate = 20
    for await event in events {
      guard case .playedToEnd(let ended) = event else { continue }
      #expect(ended === item)
      break
    }
    #expect(item.duration == seconds(1))
    #expect(item.presentationSize == PixelSize(32, 16))
    #expect(item.seekableTimeRanges == [TimeRange(start: .zero, end: seconds(1))])
  }
}

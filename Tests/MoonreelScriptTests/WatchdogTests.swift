// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import MoonreelScript

/// What happens when a call into Lua does not come back: the part that the instruction hook does not see.
@Suite struct WatchdogTests {
  private final class Count: Sendable {
    let value = Atomic<Int>(0)
    func add() { value.add(1, ordering: .relaxed) }
    var now: Int { value.load(ordering: .relaxed) }
  }

  /// Waits until `condition` holds, at most 20 seconds: machines are busy.
  private func wait(until condition: () -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
      if condition() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test func asksFirstAndEndsThen() async throws {
    let (asked, ended) = (Count(), Count())
    let entry = Watchdog.Entry(
      seconds: 0.01, expire: { asked.add() }, onTimeout: { ended.add() })
    Watchdog.shared.add(entry)
    defer { Watchdog.shared.remove(entry) }
    entry.arm()
    let began = ContinuousClock.now
    #expect(try await wait { asked.now > 0 })
    #expect(try await wait { ended.now > 0 })
    #expect(ContinuousClock.now - began >= .seconds(2), "a grace of two seconds lies between")
  }

  @Test func callsThatComeBackAreLeftAlone() async throws {
    let (asked, ended) = (Count(), Count())
    let (quick, slow) = (Count(), Count())
    let entry = Watchdog.Entry(seconds: 600, expire: { asked.add() }, onTimeout: { ended.add() })
    let other = Watchdog.Entry(seconds: 0.01, expire: { quick.add() }, onTimeout: { slow.add() })
    for each in [entry, other] { Watchdog.shared.add(each) }
    defer { for each in [entry, other] { Watchdog.shared.remove(each) } }
    entry.arm()
    other.arm()
    other.disarm()
    let canary = Watchdog.Entry(seconds: 0.01, expire: { slow.add() }, onTimeout: {})
    Watchdog.shared.add(canary)
    canary.arm()
    #expect(try await wait { slow.now > 0 }, "the thread watches")
    Watchdog.shared.remove(canary)
    #expect(asked.now == 0 && ended.now == 0 && quick.now == 0)
  }

  @Test func ourOwnWorkDoesNotCount() throws {
    let asked = Count()
    let entry = Watchdog.Entry(seconds: 0.2, expire: { asked.add() }, onTimeout: {})
    Watchdog.shared.add(entry)
    defer { Watchdog.shared.remove(entry) }
    entry.arm()
    let sum = entry.suspended { () -> Int in
      let end = ContinuousClock.now + .milliseconds(500)
      var rounds = 0
      while ContinuousClock.now < end { rounds += 1 }
      return rounds
    }
    entry.disarm()
    #expect(sum > 0 && asked.now == 0)
  }
}

// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
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
    try Watchdog.shared.add(entry)
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
    let entry = Watchdog.Entry(seconds: 86_400, expire: { asked.add() }, onTimeout: { ended.add() })
    let other = Watchdog.Entry(seconds: 0.4, expire: { quick.add() }, onTimeout: { slow.add() })
    for each in [entry, other] { try Watchdog.shared.add(each) }
    defer { for each in [entry, other] { Watchdog.shared.remove(each) } }
    entry.arm()
    // Busy machines may halt this thread between the two for longer than the call's time: then anew.
    var isInTime = false
    for _ in 0..<100 where !isInTime {
      let began = ContinuousClock.now
      other.arm()
      other.disarm()
      isInTime = ContinuousClock.now - began < .milliseconds(300)
    }
    let before = quick.now
    let canary = Watchdog.Entry(seconds: 0.8, expire: { slow.add() }, onTimeout: {})
    try Watchdog.shared.add(canary)
    canary.arm()
    #expect(try await wait { slow.now > 0 }, "the thread watches")
    Watchdog.shared.remove(canary)
    #expect(isInTime && asked.now == 0 && ended.now == 0 && quick.now == before)
  }

  /// What the script has done for it counts; only the first reading of a file brings its own time.
  @Test func readingAFileBringsItsOwnTimeOnce() async throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("moonreel-watched-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    // 400 MB in which there is nothing: twenty seconds' worth.
    try FileHandle(forWritingTo: file).truncate(atOffset: 400_000_000)
    let (early, late) = (Count(), Count())
    let patient = Watchdog.Entry(seconds: 5, expire: { early.add() }, onTimeout: {})
    let plain = Watchdog.Entry(seconds: 0.01, expire: { late.add() }, onTimeout: {})
    for each in [patient, plain] { try Watchdog.shared.add(each) }
    defer { for each in [patient, plain] { Watchdog.shared.remove(each) } }
    patient.arm()
    patient.allowReading(file.path)
    plain.arm()
    plain.allowReading("/dev/zero")
    // Not awaited: other tests may take the thread for longer than the twenty seconds.
    for _ in 0..<2000 where late.now == 0 { usleep(5000) }
    #expect(late.now > 0 && early.now == 0 && plain.hasExpired && !patient.hasExpired)
    patient.arm()
    patient.allowReading(file.path)
    #expect(try await wait { early.now > 0 }, "only the first time")
  }

  @Test func aFlagStopsWhatRuns() async throws {
    let (flag, asked) = (CancellationFlag(), Count())
    let entry = Watchdog.Entry(
      seconds: 600, cancellation: flag, expire: { asked.add() }, onTimeout: {})
    try Watchdog.shared.add(entry)
    defer { Watchdog.shared.remove(entry) }
    entry.arm()
    flag.cancel()
    #expect(try await wait { asked.now > 0 })
    #expect(entry.hasExpired)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelPlayback

/// A clock that follows what a sound device says.
@Suite struct SoundClockTests {
  /// The clock's times at every hundredth of `host`, where the device is at `device` then.
  private func times(
    until end: Double, _ device: (Double) -> Double?
  ) -> [(host: Double, clock: Double)] {
    var follower = ClockFollower()
    return (0...Int(end * 100)).map { step in
      let host = Double(step) / 100
      let moment = device(host).map {
        ClockMoment(device: exact($0), host: exact(host))
      }
      return (host, follower.time(at: exact(host), moment).seconds)
    }
  }

  private func exact(_ value: Double) -> Time {
    Time(flicks: Int64((value * Double(Time.flicksPerSecond)).rounded()))
  }

  @Test(arguments: [1, 1.0002, 0.9997, 1.004])
  func itGoesAsFastAsTheDevice(speed: Double) {
    let times = times(until: 30) { $0 * speed }
    for (host, clock) in times.suffix(500) { #expect(abs(clock - host * speed) < 0.003) }
    for (one, next) in zip(times, times.dropFirst()) {
      #expect((0.00994...0.01006).contains(next.clock - one.clock))
    }
  }

  @Test func whatTremblesIsSmoothed() {
    var dice = Dice(state: 1)
    let times = times(until: 20) { $0 + Double(dice.next() % 9) / 1000 - 0.004 }
    for (host, clock) in times { #expect(abs(clock - host) < 0.002) }
  }

  @Test func itStandsUntilADeviceThatWasHeldUpComesAgain() {
    let times = times(until: 10) { host in host < 4 ? host : max(4, host - 1.5) }
    let (before, standing, after) = (times[395], times[450], times[1000])
    #expect(abs(before.clock - 3.95) < 0.001)
    #expect(standing.clock < 4.15)
    #expect(abs(after.clock - 8.5) < 0.15)
    for (one, next) in zip(times, times.dropFirst()) { #expect(next.clock >= one.clock) }
  }

  @Test func itJumpsAfterADeviceThatIsFarAhead() {
    let times = times(until: 5) { $0 < 2 ? $0 : $0 + 0.4 }
    #expect(abs(times[210].clock - 2.5) < 0.001)
  }

  @Test func withoutADeviceItIsTheMachines() {
    let times = times(until: 5) { $0 < 1 || $0 > 3 ? $0 + 0.05 : nil }
    for (one, next) in zip(times, times.dropFirst()) {
      #expect(abs(next.clock - one.clock - 0.01) < 0.0001)
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback
import Testing

@testable import MoonreelStudio

@Suite("Clock of a page's sound card")
struct PageClockTests {
  private func seconds(_ value: Double) -> Time {
    Time(flicks: Int64(value * Double(Time.flicksPerSecond)))
  }

  /// A clock whose sound card goes `rate` times as fast as the host's, after `reports` reports half a second apart.
  private func clock(rate: Double, reports: Int) -> (PageClock, VirtualClock) {
    let host = VirtualClock()
    let clock = PageClock(host)
    for report in 0..<reports {
      let time = Double(report) / 2
      host.wait(until: seconds(time))
      clock.heard(own: clock.now, card: 5 + time * rate)
    }
    return (clock, host)
  }

  @Test("goes as the host's without reports, and never back")
  func alone() {
    let host = VirtualClock()
    let clock = PageClock(host)
    var last = clock.now
    for step in 1...50 {
      host.wait(until: seconds(Double(step) * 0.37))
      #expect(clock.now == host.now && clock.now > last)
      last = clock.now
    }
  }

  @Test("comes to go as the card does", arguments: [0.9995, 0.9999, 1, 1.0003, 1.001])
  func follows(_ rate: Double) {
    let (clock, host) = clock(rate: rate, reports: 400)
    let (own, began) = (clock.now, host.now)
    host.wait(until: began + seconds(10))
    let measured = (clock.now - own).seconds / 10
    #expect(abs(measured - rate) < 2e-6, "\(measured)")
  }

  @Test(
    "a card that stands still, jumps or is absurd changes nothing", arguments: [0, 0.5, 1.01, 3])
  func absurd(_ rate: Double) {
    let (clock, host) = clock(rate: rate, reports: 100)
    let (own, began) = (clock.now, host.now)
    host.wait(until: began + seconds(10))
    #expect((clock.now - own) == seconds(10))
  }

  @Test("time never jumps where a rate is taken up")
  func steady() {
    let host = VirtualClock()
    let clock = PageClock(host)
    var last = clock.now
    for report in 1..<200 {
      host.wait(until: seconds(Double(report) / 2))
      let before = clock.now
      clock.heard(own: before, card: Double(report) / 2 * 1.0008)
      #expect(clock.now == before)
      #expect(abs((before - last).seconds - 0.5) < 0.001)
      last = before
    }
  }
}

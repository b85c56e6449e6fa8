// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

@Suite("Times as on a clock")
struct ClockTests {
  @Test(
    "what is read",
    arguments: [
      ("1:30", 90), ("0:00", 0), ("00:00:02.500", 2.5), ("1:02:03", 3723), ("100:00", 6000),
      ("0:00.000000001", 1e-9), ("-0:01.5", -1.5), ("0:59.999", 59.999),
      ("1:60", nil), ("1:60:00", nil), ("1:-3", nil), ("1:", nil), (":1", nil), ("", nil),
      ("90", nil),
      ("1:30:00:00", nil), ("1:3a", nil), ("1:30.", nil), ("1:30.5.5", nil), ("+1:30", nil),
      ("99999999999:00", nil), ("999999999:00:00", nil), ("1:30 ", nil), ("٣:٠٠", nil),
    ] as [(String, Double?)])
  func read(text: String, seconds: Double?) throws {
    let expected = try seconds.map { try Time(seconds: $0) }
    #expect(Time(clock: text) == expected)
  }

  @Test(
    "what is written is read again", arguments: [0.0, 0.001, 59.999, 60, 3599.5, 360_000.25, -1.5])
  func roundTrip(seconds: Double) throws {
    let time = try Time(seconds: seconds)
    #expect(Time(clock: time.clock()) == time)
    #expect(time.clock(separator: "-").contains(":") == false)
  }

  @Test(
    "clocks and timecodes",
    arguments: [
      ("0:02.5", 2.5), ("00:00:02:05", 2.2), ("00:00:02:25", nil), ("1:99", nil), ("1;2", nil),
    ]
      as [(String, Double?)])
  func both(text: String, seconds: Double?) throws {
    let rate = try FrameRate(25)
    #expect((try? Time(text: text, rate: rate)) == (try seconds.map { try Time(seconds: $0) }))
  }
}

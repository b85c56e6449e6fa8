// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import moonreel

@Suite("Arguments")
struct ArgumentTests {
  @Test(
    "times",
    arguments: [
      ("3.2", 3.2), ("0", 0), ("-1.5", -1.5), ("1e1", 10), ("00:00:05:12", 5.48),
      ("00:00:00;00", nil),
      ("soon", nil), ("", nil), ("nan", nil), ("inf", nil), ("1e300", nil), ("00:00:05:25", nil),
    ] as [(String, Double?)])
  func times(text: String, seconds: Double?) throws {
    let rate = try FrameRate(25)
    let time = try? TimeArgument(argument: text)?.time(rate: rate)
    #expect(time?.seconds == seconds)
  }

  @Test(
    "ranges of a 10 s timeline",
    arguments: [
      ("2..5", 2, 5), ("2..", 2, 10), ("..5", 0, 5), ("00:00:02:00..3", 2, 3),
    ] as [(String, Double, Double)])
  func ranges(text: String, from: Double, upTo: Double) throws {
    let argument = try #require(RangeArgument(argument: text))
    let range = try argument.range(rate: FrameRate(25), duration: Time(wholeSeconds: 10))
    #expect(range.start.seconds == from)
    #expect(range.end.seconds == upTo)
  }

  @Test("what is no range", arguments: ["", "..", "5", "a..b", "1..b", "1-2", "1..2..3"])
  func noRange(text: String) { #expect(RangeArgument(argument: text) == nil) }

  @Test(
    "ranges that a 10 s timeline does not have",
    arguments: ["5..5", "6..5", "10..", "12..13", "-1..2", "9.5..20", "0..10.1"])
  func outside(text: String) throws {
    let argument = try #require(RangeArgument(argument: text))
    #expect(throws: MoonreelError.self) {
      try argument.range(rate: FrameRate(25), duration: Time(wholeSeconds: 10))
    }
  }

  @Test(
    "settings",
    arguments: [
      ("a=b", "a", "b"), ("a=", "a", ""), ("a=b=c", "a", "b=c"),
      ("headline=Hello you", "headline", "Hello you"),
    ])
  func settings(text: String, name: String, value: String) throws {
    let setting = try #require(SettingArgument(argument: text))
    #expect(setting.name == name)
    #expect(setting.value == value)
  }

  @Test("what is no setting", arguments: ["", "a", "=b"])
  func noSetting(text: String) { #expect(SettingArgument(argument: text) == nil) }

  @Test(
    "quantities",
    arguments: [
      ("1", 1, 1), ("64k", 65_536, 64_000), ("256M", 268_435_456, 256_000_000),
      ("1G", 1 << 30, 1_000_000_000),
      ("0", nil, nil), ("-1", nil, nil), ("", nil, nil), ("k", nil, nil), ("1.5M", nil, nil),
      ("9223372036854775807G", nil, nil),
    ] as [(String, Int?, Int?)])
  func quantities(text: String, bytes: Int?, count: Int?) {
    #expect(ByteCountArgument(argument: text)?.bytes == bytes)
    #expect(CountArgument(argument: text)?.count == count)
  }

  @Test(
    "sizes",
    arguments: [
      ("640x360", 640, 360, true), ("640x", 640, nil, true), ("x360", nil, 360, true),
      ("x", nil, nil, false), ("640", nil, nil, false), ("0x5", nil, nil, false),
      ("axb", nil, nil, false),
      ("1x2x3", nil, nil, false),
    ] as [(String, Int?, Int?, Bool)])
  func sizes(text: String, width: Int?, height: Int?, isSize: Bool) {
    let size = SizeArgument(argument: text)
    #expect((size != nil) == isSize)
    #expect(size?.width == width)
    #expect(size?.height == height)
  }
}

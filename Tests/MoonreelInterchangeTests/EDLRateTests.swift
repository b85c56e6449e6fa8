// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import MoonreelMedia
import Testing

/// Speeds and timecodes at every rate, to the frame.
@Suite("Rates and speeds of edit decision lists")
struct EDLRateTests {
  struct Rate: CustomStringConvertible, Sendable {
    var rate: FrameRate
    /// Frames of a second of timecode.
    var count: Int
    var isDrop = false
    /// Frames from 00:00:00:00 to 01:00:00:00.
    var hour: Int64

    var description: String { "\(rate)\(isDrop ? " drop-frame" : "")" }
    var mark: String { isDrop ? ";" : ":" }
  }

  static let rates: [Rate] = {
    func rate(_ numerator: Int64, _ denominator: Int64 = 1) -> FrameRate? {
      try? FrameRate(numerator, denominator)
    }
    let rows: [(FrameRate?, Int, Bool, Int64)] = [
      (rate(24_000, 1001), 24, false, 86_400), (rate(24), 24, false, 86_400),
      (rate(25), 25, false, 90_000), (rate(30_000, 1001), 30, true, 107_892),
      (rate(30_000, 1001), 30, false, 108_000), (rate(30), 30, false, 108_000),
      (rate(50), 50, false, 180_000), (rate(60_000, 1001), 60, true, 215_784),
      (rate(60_000, 1001), 60, false, 216_000), (rate(60), 60, false, 216_000),
    ]
    return rows.compactMap { rate, count, isDrop, hour in
      rate.map { Rate(rate: $0, count: count, isDrop: isDrop, hour: hour) }
    }
  }()

  /// Speeds as the frames of the source in frames of the record.
  static let speeds: [(source: Int64, record: Int64)] = [
    (1, 1), (2, 1), (3, 1), (4, 1), (10, 1), (1, 2), (1, 4), (1, 10), (3, 4), (3, 2), (5, 4),
    (1, 3),
    (2, 5), (11, 10), (-1, 1), (-2, 1), (-1, 2), (-3, 4),
  ]

  @Test("M2 means the same fraction in both ways of writing it", arguments: rates)
  func speeds(rate: Rate) throws {
    for (source, record) in Self.speeds {
      let frames = 240 * Int64(rate.count) / 24 / 12 * 12
      let shown = (abs(source) * frames * 2 + record) / (record * 2)
      for base in [Double(rate.count), rate.rate.framesPerSecond.doubleValue] {
        let number = base * Double(source) / Double(record)
        let text = "\((number * 10).rounded() / 10)"
        let list = """
          FCM: \(rate.isDrop ? "DROP" : "NON-DROP") FRAME
          001 TAPE V C \(code(0, rate)) \(code(shown, rate)) \(code(rate.hour, rate)) \(code(rate.hour + frames, rate))
          M2 TAPE \(text) \(code(0, rate))
          """
        let timeline = try Editorial.Timeline(edl: list, rate: rate.rate, named: "a.edl")
        #expect(timeline.omissions == [])
        let clip = try #require(clips(timeline).first)
        #expect(speed(clip) == Double(source) / Double(record), "\(list)")
        #expect(clip.properties.sourceRange?.duration == rate.rate.time(ofFrame: frames))
      }
    }
  }

  @Test("the program begins at the full hour of its timecode", arguments: rates)
  func hours(rate: Rate) throws {
    for first in [Int64(0), 10, Int64(rate.count) * 60] {
      let start = rate.hour + first
      let list =
        "FCM: \(rate.isDrop ? "DROP" : "NON-DROP") FRAME\n001 TAPE V C \(code(0, rate)) \(code(5, rate)) \(code(start, rate)) \(code(start + 5, rate))"
      let timeline = try Editorial.Timeline(edl: list, rate: rate.rate, named: "a.edl")
      #expect(timeline.startTime == rate.rate.time(ofFrame: rate.hour), "\(list)")
      #expect(timeline.tracks.wholeDuration == rate.rate.time(ofFrame: first + 5), "\(list)")
      // The head says how the form without a mark is counted.
      let plain = list.replacing(";", with: ":")
      let other = try Editorial.Timeline(edl: plain, rate: rate.rate, named: "a.edl")
      #expect(other == timeline, "\(plain)")
    }
  }

  @Test("a film's list comes back with the same speeds and frames", arguments: rates)
  func films(rate: Rate) throws {
    let text = """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = "\(rate.rate)" }
      local fps = \(rate.rate.framesPerSecond.numerator) / \(rate.rate.framesPerSecond.denominator)
      local speeds = { 1, 2, 0.5, 0.25, 0.75, 1.5, 3, 1.25, 1 / 3, -1, -2, -0.5 }
      for index, speed in ipairs(speeds) do
        local first, factor = 6 + index, math.abs(speed)
        show:add { source = mr.samples.clips[1], audio = false, at = 24 * index / fps, duration = 24 / fps,
          trim = { first / fps, (first + 24 * factor) / fps }, speed = factor, reverse = speed < 0 }
      end
      return show
      """
    let cut = try Films.cut(try Films.run(text), for: .edl)
    let written = try cut.text(.edl)
    let faults = written.losses.filter { $0.reason.contains("tenths") }
    #expect(faults.isEmpty, "\(faults.map(\.text))")
    let read = try Editorial.Timeline(edl: written.text, rate: rate.rate, named: "a.edl")
    #expect(read.omissions == [], "\(written.text)")
    let (before, after) = (clips(cut.timeline), clips(read))
    #expect(before.count == 12 && after.count == 12)
    for (one, other) in zip(before, after) {
      #expect(abs(speed(one) - speed(other)) < 1e-6, "\(written.text)")
      let (first, second) = (one.properties.sourceRange, other.properties.sourceRange)
      #expect(
        first?.duration == second?.duration && first?.start == second?.start, "\(written.text)")
    }
  }

  // MARK: Reading

  private func clips(_ timeline: Editorial.Timeline) -> [Editorial.Clip] {
    timeline.tracks.children.flatMap { element -> [Editorial.Clip] in
      guard case .track(let track) = element else { return [] }
      return track.children.compactMap { if case .clip(let clip) = $0 { clip } else { nil } }
    }
  }

  private func speed(_ clip: Editorial.Clip) -> Double {
    clip.properties.effects.reduce(1) { speed, effect in
      switch effect.kind {
      case .linearTimeWarp(let factor): speed * factor
      case .freezeFrame: 0
      case .timeEffect, .other: speed
      }
    }
  }

  /// The timecode of `frame`, counted by hand.
  private func code(_ frame: Int64, _ rate: Rate) -> String {
    var label = frame
    if rate.isDrop {
      let dropped = Int64(rate.count / 15)
      let (tens, rest) = frame.quotientAndRemainder(dividingBy: rate.hour / 6)
      let minute = Int64(rate.count) * 60
      label += tens * 9 * dropped
      if rest >= minute { label += dropped * ((rest - minute) / (minute - dropped) + 1) }
    }
    let count = Int64(rate.count)
    let parts = [label / count / 3600, label / count / 60 % 60, label / count % 60, label % count]
    let texts = parts.map { ($0 < 10 ? "0" : "") + "\($0)" }
    return texts[0] + ":" + texts[1] + ":" + texts[2] + rate.mark + texts[3]
  }
}

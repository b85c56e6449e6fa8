// SPDX-License-Identifier: MIT

import MoonreelCore

/// A time as a script writes it; frames and timecodes wait for the rate of whoever receives them.
enum TimeValue: Hashable, Sendable {
  case time(Time)
  case frames(Int64)
  case timecode(String)

  /// Whether it means another time at another rate.
  var countsFrames: Bool { if case .time = self { false } else { true } }

  /// The time at `rate`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when the label does not exist at the rate, or frames are
  ///   meant and no rate is known.
  func time(rate: FrameRate?) throws -> Time {
    if case .time(let time) = self { return time }
    guard let rate else {
      throw MoonreelError(
        .invalidArgument,
        "frames and timecodes need a frame rate, and none is known here; give seconds, or say the "
          + "rate with 'fps' (mr.timeline { fps = 25 })")
    }
    switch self {
    case .time(let time): return time
    case .frames(let count): return rate.time(ofFrame: count)
    case .timecode(let text): return try Time(text: text, rate: rate)
    }
  }
}

/// The two times of a range as a script writes them.
struct TimeBounds: Hashable, Sendable {
  var start: TimeValue
  /// The end, or the duration.
  var end: TimeValue
  var isDuration: Bool

  /// Whether it means another range at another rate.
  var countsFrames: Bool { start.countsFrames || end.countsFrames }

  /// The range at `rate`.
  func range(_ rate: FrameRate?) throws -> TimeRange {
    let (start, second) = (try self.start.time(rate: rate), try self.end.time(rate: rate))
    let end = isDuration ? start + second : second
    guard start <= end else {
      throw MoonreelError(
        .invalidArgument, "the range ends at \(end), before its start at \(start)")
    }
    guard end <= .distantFuture else {
      throw MoonreelError(.invalidArgument, "the range ends later than 100 years")
    }
    return TimeRange(start: start, end: end)
  }
}

/// Something that is known once the frame rate is.
typealias AtRate<Value> = (FrameRate?) throws -> Value

/// `mr.frames(n)`: a count of frames at a rate that is not known yet.
final class FrameCountHandle: Handle {
  override class var typeName: String { "frame count" }
  override var cost: Int { 32 }
  override var description: String { "\(count) frames" }
  override var identity: AnyHashable? { count }
  let count: Int64

  init(_ count: Int64) { self.count = count }
}

extension Argument {
  /// A time; negative ones only where allowed.
  func timeValue() throws -> TimeValue {
    switch value {
    case .integer, .number:
      let seconds = try number()
      return .time(try naming { try Time(seconds: seconds) })
    case .string(let text) where text.contains(":"):
      return Time(clock: text).map { .time($0) } ?? .timecode(text)
    case .object(let handle as FrameCountHandle): return .frames(handle.count)
    default:
      throw expected(
        "a time: seconds, '1:30.5', a timecode '00:00:05:12', or mr.frames(n)", hint: timeHint)
    }
  }

  /// A time at `rate`.
  func time(_ rate: FrameRate?) throws -> Time {
    let value = try timeValue()
    return try naming { try value.time(rate: rate) }
  }

  /// A duration at `rate`: not negative.
  func duration(_ rate: FrameRate?) throws -> Time {
    let time = try time(rate)
    guard time >= .zero else { throw expected("a duration, 0 or more") }
    return time
  }

  /// A range at `rate`: `{ start, stop }` or `{ from =, duration = }`.
  func range(_ rate: FrameRate?) throws -> TimeRange {
    let bounds = try timeBounds()
    return try naming { try bounds.range(rate) }
  }

  /// A time for a rate that is known later; zero where nothing was given.
  func laterTime() throws -> AtRate<Time> {
    guard !isNil else { return { _ in .zero } }
    let value = try timeValue()
    if !value.countsFrames {
      let time = try naming { try value.time(rate: nil) }
      return { _ in time }
    }
    return later(value.time)
  }

  /// A range for a rate that is known later.
  func laterRange() throws -> AtRate<TimeRange> {
    let bounds = try timeBounds()
    if !bounds.countsFrames {
      let range = try naming { try bounds.range(nil) }
      return { _ in range }
    }
    return later(bounds.range)
  }

  /// `read`, its errors naming this argument. It holds neither the value nor the state: objects that Lua
  /// holds keep it.
  private func later<Value>(_ read: @escaping AtRate<Value>) -> AtRate<Value> {
    let label = label
    return { rate in
      do { return try read(rate) } catch let error as MoonreelError {
        throw Self.refused(error, label)
      }
    }
  }

  /// The two times of a range, as written.
  func timeBounds() throws -> TimeBounds {
    let rule = "a range: { start, stop } or { from =, duration = }"
    guard case .table(let view) = value else { throw expected(rule) }
    if try view.keys().names.isEmpty {
      guard try items(rule).count == 2 else { throw expected(rule) }
      return TimeBounds(
        start: try part(try view.item(1), "start").timeValue(),
        end: try part(try view.item(2), "stop").timeValue(), isDuration: false)
    }
    let options = try options(["from", "duration"], owner: label)
    let start = try options["from"].ifGiven { try $0.timeValue() } ?? .time(.zero)
    let length = try options.required("duration", "how long it lasts").timeValue()
    return TimeBounds(start: start, end: length, isDuration: true)
  }

  private func part(_ value: LuaValue, _ name: String) -> Argument {
    Argument(state: state, value: value, label: "\(name) of \(label)")
  }

  /// A frame rate: `25`, `29.97`, `"30000/1001"`.
  func frameRate() throws -> FrameRate {
    switch value {
    case .integer, .number:
      let number = try number()
      return try naming { try FrameRate(number) }
    case .string(let text): return try naming { try FrameRate(text: text) }
    default: throw expected("a frame rate: 25, 29.97 or \"30000/1001\"")
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Argument {
  static let animatorNames = [
    "by", "from", "to", "state", "range", "delay", "duration", "stagger", "spread", "ease", "order",
    "seed",
  ]
  static let animatorStateNames = [
    "x", "y", "scale", "rotation", "skew", "opacity", "blur", "color", "tracking",
  ]

  /// A movement of letters, words or lines of a title that lasts for `length`; `nil`: as long as wanted.
  func textAnimator(lasting length: Time?) throws -> TextAnimator {
    let options = try options(Self.animatorNames, owner: label)
    let given = try options.one(
      of: ["from", "to", "state"],
      "'from' (what enters), 'to' (what leaves) and 'state' (a function, or what a 'range' shows)"
    ).name
    var animator =
      try !options["range"].isNil
      ? try selection(options, lasting: length)
      : given == "state"
        ? try expression(options) : try movement(options, isLeaving: given == "to")
    try options["by"].ifGiven { animator.unit = try $0.choice() }
    return animator
  }

  private func movement(_ options: Options, isLeaving: Bool) throws -> TextAnimator {
    var animator = TextAnimator(
      try options[isLeaving ? "to" : "from"].textAnimatorState(), isLeaving: isLeaving,
      duration: try options["duration"].ifGiven { try $0.duration(nil) } ?? Self.usualDuration,
      stagger: try options["stagger"].ifGiven { try $0.duration(nil) } ?? Self.usualStagger)
    try options["spread"].ifGiven { argument in
      guard try options["stagger"].isNil else {
        throw MoonreelError(.invalidArgument, "\(label) takes 'stagger' or 'spread', not both")
      }
      animator.spread = try argument.duration(nil)
    }
    try options["delay"].ifGiven { animator.delay = try $0.time(nil) }
    try Self.setOrder(&animator, options)
    return animator
  }

  private static func setOrder(_ animator: inout TextAnimator, _ options: Options) throws {
    try options["ease"].ifGiven { animator.timing = try $0.timingFunction() }
    try options["order"].ifGiven { animator.order = try $0.choice() }
    try options["seed"].ifGiven { animator.seed = UInt32(try $0.integer(0...Int(UInt32.max))) }
  }

  /// Refuses options that do not go with `name`.
  private func check(_ options: Options, for name: String, _ allowed: [String], _ reason: String)
    throws
  {
    for other in Self.animatorNames where !allowed.contains(other) {
      guard try options[other].isNil else {
        throw MoonreelError(
          .invalidArgument, "'\(other)' of \(label) does not go with '\(name)', \(reason)")
      }
    }
  }

  static let rangeNames = ["start", "stop", "offset", "shape"]

  /// `state = { … }, range = { start =, stop =, offset =, shape = }`.
  private func selection(_ options: Options, lasting length: Time?) throws -> TextAnimator {
    let allowed = ["state", "by", "range", "ease", "order", "seed"]
    try check(options, for: "range", allowed, "which says when each moves")
    var animator = TextAnimator(
      try options["state"].textAnimatorState(), duration: .zero, stagger: .zero)
    try Self.setOrder(&animator, options)
    let range = try options["range"]
    let given = try range.options(Self.rangeNames, owner: range.label)
    let clock = KeyframeClock(length: length, rate: nil)
    var selector = RangeSelector()
    try given["start"].ifGiven { selector.start = try $0.animatedShare(clock) }
    try given["stop"].ifGiven { selector.stop = try $0.animatedShare(clock) }
    try given["offset"].ifGiven { selector.offset = try $0.animatedShare(clock) }
    try given["shape"].ifGiven { selector.shape = try $0.choice() }
    animator.selector = selector
    return animator
  }

  /// A share of the units, keyframes of such, or a function of the title's time.
  private func animatedShare(_ clock: KeyframeClock) throws -> Animated<Double> {
    guard try isAnimation else { return .constant(try real(-100...100)) }
    return try animated(clock, options: nothing) { try $0.real(-100...100) }
  }

  /// `state = function(time, index, count)`, which says everything by itself.
  private func expression(_ options: Options) throws -> TextAnimator {
    try check(options, for: "state", ["state", "by"], "which knows the time")
    let argument = try options["state"]
    let rule = "a function (time, index, count) that returns a state such as { y = 4 }"
    let callback = LuaFunction(try argument.callback(rule), argument.label)
    return TextAnimator(unit: .character) { time, index, count in
      let seed = (UInt64(bitPattern: time.flicks), UInt64(index) + 1)
      return try callback.call(
        [.seconds(time), .count(index + 1), .count(count)], seed: seed
      ) { try $0.textAnimatorState() }
    }
  }

  private static let usualDuration = Time(flicks: Time.flicksPerSecond * 2 / 5)
  private static let usualStagger = Time(flicks: Time.flicksPerSecond / 20)

  private func textAnimatorState() throws -> TextAnimator.State {
    let options = try options(Self.animatorStateNames, owner: label)
    var state = TextAnimator.State()
    state.offset = Point(
      try options["x"].ifGiven { try $0.real(-1e5...1e5) } ?? 0,
      try options["y"].ifGiven { try $0.real(-1e5...1e5) } ?? 0)
    try options["scale"].ifGiven { argument in
      guard case .table = argument.value else {
        let factor = try argument.real(-100...100)
        state.scale = Size(factor, factor)
        return
      }
      let rule = "a factor, or { across, down }"
      let parts = try argument.items(rule).map { try $0.real(-100...100) }
      guard parts.count == 2 else { throw argument.expected(rule) }
      state.scale = Size(parts[0], parts[1])
    }
    try options["rotation"].ifGiven { state.rotation = try $0.real(-1e5...1e5) }
    try options["skew"].ifGiven { state.skew = try $0.lean() }
    try options["opacity"].ifGiven { state.opacity = try $0.real(0...1) }
    try options["blur"].ifGiven { state.blur = try $0.real(0...Shadow.largestBlur) }
    try options["color"].ifGiven { state.color = try $0.color() }
    try options["tracking"].ifGiven { state.tracking = try $0.real(-10_000...10_000) }
    return state
  }

  /// Degrees across, or `{ across, down }`.
  private func lean() throws -> Point {
    guard case .table = value else { return Point(try real(-89...89), 0) }
    let rule = "degrees, or { across, down }"
    let parts = try items(rule).map { try $0.real(-89...89) }
    guard parts.count == 2 else { throw expected(rule) }
    return Point(parts[0], parts[1])
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Argument {
  static let animatorNames = [
    "by", "from", "to", "delay", "duration", "stagger", "ease", "order", "seed",
  ]
  static let animatorStateNames = [
    "x", "y", "scale", "rotation", "opacity", "blur", "color", "tracking",
  ]

  /// A movement of letters, words or lines.
  func textAnimator() throws -> TextAnimator {
    let options = try options(Self.animatorNames, owner: label)
    let isLeaving = try options["from"].isNil
    guard try isLeaving != options["to"].isNil else {
      throw MoonreelError(
        .invalidArgument, "\(label) needs one of 'from' (what enters) and 'to' (what leaves)")
    }
    let state = try options[isLeaving ? "to" : "from"].textAnimatorState()
    var animator = TextAnimator(
      state, isLeaving: isLeaving,
      duration: try options["duration"].ifGiven { try $0.duration(nil) } ?? Self.usualDuration,
      stagger: try options["stagger"].ifGiven { try $0.duration(nil) } ?? Self.usualStagger)
    try options["by"].ifGiven { animator.unit = try $0.choice() }
    try options["delay"].ifGiven { animator.delay = try $0.time(nil) }
    try options["ease"].ifGiven { animator.timing = try $0.timingFunction() }
    try options["order"].ifGiven { animator.order = try $0.choice() }
    try options["seed"].ifGiven { animator.seed = UInt32(try $0.integer(0...Int(UInt32.max))) }
    return animator
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
    try options["opacity"].ifGiven { state.opacity = try $0.real(0...1) }
    try options["blur"].ifGiven { state.blur = try $0.real(0...Shadow.largestBlur) }
    try options["color"].ifGiven { state.color = try $0.color() }
    try options["tracking"].ifGiven { state.tracking = try $0.real(-1000...1000) }
    return state
  }
}

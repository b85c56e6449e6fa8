// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What keyframes are counted in: the length of what they belong to, and its rate.
struct KeyframeClock {
  /// What shares are shares of; `nil`: nothing, shares are refused.
  let length: Time?
  /// What frames are counted at; `nil`: nothing, frames are refused.
  let rate: FrameRate?
  /// What happens after the last key where the keys do not say.
  var repeats = RepeatMode.none
  /// Where the script gives the keys, for those who ask why a value is what it is.
  var place: String?
}

extension Argument {
  /// Whether it is a function, a sound curve, or a list of keyframes: of tables that begin with what is no table.
  var isAnimation: Bool {
    get throws {
      switch value {
      case .function, .object(is SoundCurveHandle): return true
      case .table(let view):
        guard case .table(let first) = try view.item(1) else { return false }
        if case .table = try first.item(1) { return false }
        return true
      default: return false
      }
    }
  }

  /// A value that may move: a function, a list of keyframes, or what `read` reads; without a clock only that.
  func moving<Value: Interpolatable>(
    _ clock: KeyframeClock?, read: @escaping @Sendable (Argument) throws -> Value
  ) throws -> Moving<Value> {
    guard let clock, try isAnimation else { return Moving(try read(self)) }
    return try Moving(try animated(clock, options: nothing, read: read))
  }

  /// A number that may move; where an easing leads beyond `range`, its end.
  func movingReal(_ clock: KeyframeClock?, _ range: ClosedRange<Double>) throws -> Moving<Double> {
    try moving(clock) { try $0.real(range) }
      .map { min(range.upperBound, max(range.lowerBound, $0)) }
  }

  /// A value that may move from key to key if there is a way from each to the next: `difference` says why
  /// there is none.
  func moving<Value: Interpolatable>(
    _ clock: KeyframeClock?, difference: (Value, Value) -> String?,
    read: @escaping @Sendable (Argument) throws -> Value
  ) throws -> Moving<Value> {
    guard let clock, try isAnimation else { return Moving(try read(self)) }
    let animation = try animated(clock, options: nothing, read: read)
    if case .keyframes(let keyframes) = animation {
      for (index, key) in keyframes.keys.enumerated().dropFirst() {
        let before = keyframes.keys[index - 1]
        guard key.time > before.time, let reason = difference(key.value, before.value) else {
          continue
        }
        throw MoonreelError(
          .invalidArgument,
          "bad \(label): keyframe \(index + 1) cannot follow keyframe \(index): \(reason)"
        )
      }
    }
    return try Moving(animation)
  }

  /// An animation: a list of keys `{ time, value, easing }`, a sound curve, or a function of the layer's time.
  func animated<Value: Interpolatable>(
    _ clock: KeyframeClock, options: Argument, read: @escaping @Sendable (Argument) throws -> Value
  ) throws -> Animated<Value> {
    if case .object(let handle as SoundCurveHandle) = value {
      return try handle.animated(self, read: read)
    }
    if case .function = value {
      let callback = LuaFunction(try callback(), label)
      note(256)
      return .expression { time in
        let seed = (UInt64(bitPattern: time.flicks), UInt64(1))
        return try callback.call([.number(time.seconds)], seed: seed, read: read)
      }
    }
    let settings = try options.options(["repeats", "path"], owner: options.label)
    let path = try settings["path"].ifGiven { try $0.choice(Keyframe<Value>.Path.self) } ?? .linear
    let repeats =
      try settings["repeats"].ifGiven { try $0.choice(RepeatMode.self) }
      ?? clock.repeats
    let keys = try items("a list of keyframes { time, value, easing }, or a function (time)")
      .map { try $0.keyframe(clock, path, read: read) }
    note(keys.count * (MemoryLayout<Keyframe<Value>>.stride + 32))
    var animation = try naming { try KeyframeAnimation(keys, repeats: repeats) }
    animation.place = clock.place
    return .keyframes(animation)
  }

  private func keyframe<Value: Interpolatable>(
    _ clock: KeyframeClock, _ path: Keyframe<Value>.Path, read: (Argument) throws -> Value
  ) throws -> Keyframe<Value> {
    let names = ["time", "value", "ease", "path"]
    let options = try options(
      names, owner: label, items: 3, rule: "a keyframe { time, value, easing }")
    func part(_ position: Int, _ name: String) throws -> Argument {
      let item = try options.item(position, name)
      return item.isNil ? try options[name] : item
    }
    let (time, value) = (try part(1, "time"), try part(2, "value"))
    guard !time.isNil, !value.isNil else { throw expected("a keyframe { time, value, easing }") }
    return Keyframe(
      time: try time.keyTime(clock), value: try read(value),
      timing: try part(3, "ease").ifGiven { try $0.timingFunction() } ?? .linear,
      path: try options["path"].ifGiven { try $0.choice() } ?? path)
  }

  /// A time of a layer: seconds, frames, a timecode, or a share of its length such as `"50%"`.
  private func keyTime(_ clock: KeyframeClock) throws -> Time {
    guard case .string(let text) = value, text.hasSuffix("%") else { return try time(clock.rate) }
    guard let percent = Double(text.dropLast()), abs(percent) <= 1e6 else {
      throw expected("a time, or a share of the layer's length such as \"50%\"")
    }
    guard let length = clock.length else {
      throw unknownWhole("give seconds, or say the 'duration'")
    }
    return try naming { try Time(seconds: length.seconds * percent / 100) }
  }

  /// A length that may be a share.
  func relativeLength() throws -> RelativeLength {
    switch try length() {
    case .pixels(let pixels): RelativeLength(pixels: pixels)
    case .share(let share): RelativeLength(share: share)
    }
  }

  /// A rectangle in pixels or shares.
  func relativeRect() throws -> RelativeRect {
    let box = try relativeBox()
    let sides = [box.origin.x, box.origin.y, box.size.width, box.size.height]
    func rect(_ part: (Length) -> Double) -> Rect {
      Rect(x: part(sides[0]), y: part(sides[1]), width: part(sides[2]), height: part(sides[3]))
    }
    return RelativeRect(pixels: rect(\.pixels), shares: rect(\.share))
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What keyframes are counted in: a layer's length and its composition's rate.
struct KeyframeClock {
  let length: Time
  let rate: FrameRate
}

extension Argument {
  /// An animation: a list of keys `{ time, value, easing }`, or a function of the layer's time.
  func animated<Value: Interpolatable>(
    _ clock: KeyframeClock, options: Argument, read: @escaping @Sendable (Argument) throws -> Value
  ) throws -> Animated<Value> {
    if case .function = value {
      let callback = LuaFunction(try callback(), label)
      return .expression { time in
        let seed = (UInt64(bitPattern: time.flicks), UInt64(1))
        return try callback.call([.number(time.seconds)], seed: seed, read: read)
      }
    }
    let settings = try options.options(["repeats", "path"], owner: options.label)
    let path = try settings["path"].ifGiven { try $0.choice(Keyframe<Value>.Path.self) } ?? .linear
    let repeats = try settings["repeats"].ifGiven { try $0.choice(RepeatMode.self) } ?? .none
    let keys = try items("a list of keyframes { time, value, easing }, or a function (time)")
      .map { try $0.keyframe(clock, path, read: read) }
    return .keyframes(try naming { try KeyframeAnimation(keys, repeats: repeats) })
  }

  private func keyframe<Value: Interpolatable>(
    _ clock: KeyframeClock, _ path: Keyframe<Value>.Path, read: (Argument) throws -> Value
  ) throws -> Keyframe<Value> {
    let names = ["time", "value", "ease", "path"]
    let options = try options(names, owner: label, items: 3)
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
    return try naming { try Time(seconds: clock.length.seconds * percent / 100) }
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

// SPDX-License-Identifier: MIT

import MoonreelCore

/// Copies the properties of a Lottie text: values, keyframes, outlines, transforms.
struct LottieProperties {
  /// What a property's values are.
  enum Kind {
    /// One number within a range; between keyframes it may swing beyond.
    case scalar(ClosedRange<Double>)
    /// One number that is never outside its range.
    case count(ClosedRange<Double>)
    /// Two or three numbers, of which two are used.
    case point
    /// Width and height of a shape.
    case size
    /// Red, green, blue and perhaps alpha.
    case color
    /// Offsets and colours of a gradient.
    case gradient(stops: Int)
    /// An outline.
    case path
  }

  /// What all properties of a text may hold together.
  final class Budget {
    var keyframes = 200_000
    var points = 500_000
  }

  static let opacity = Kind.scalar(0...100)
  static let angle = Kind.scalar(-1e6...1e6)
  // holds: a number of ours.
  static let length = Kind.scalar(0...longest)
  /// The longest side or radius of a shape. rlottie measures outlines in single precision until they are right
  /// to a hundredth, and those of much longer ones never are.
  static let longest = 10_000.0
  /// Coordinates of outlines.
  // holds: a number of ours.
  static let coordinates = -longest...longest
  /// Where things may lie.
  static let places = -50_000.0...50_000
  /// The longest time in frames.
  static let frames = -1e6...1e6

  let budget: Budget

  /// The property `key` of `object`; where it is missing, `usual` for all of time, or an error without one.
  func property(_ key: String, of object: LottieObject, _ kind: Kind, usual: [Double]? = nil) throws
    -> JSONValue.Member
  {
    guard let property = try object.object(key) else {
      guard let usual else { throw object.mistake(key, "a property") }
      return JSONValue.Member(key, .fixed(usual.count == 1 ? .number(usual[0]) : .numbers(usual)))
    }
    guard property.has("k") else { throw property.mistake("k", "a value or keyframes") }
    let isAnimated: Bool
    if case .path = kind {
      isAnimated = try property.isListOfObjects("k") && property.hasKeyframes
    } else {
      isAnimated = property.isListOfObjects("k")
    }
    guard isAnimated else {
      return JSONValue.Member(key, .fixed(try value("k", of: property, kind)))
    }
    return JSONValue.Member(
      key, .object([.init("a", .integer(1)), .init("k", .array(try keyframes(property, kind)))]))
  }

  // MARK: Values

  private func value(_ key: String, of object: LottieObject, _ kind: Kind) throws -> JSONValue {
    switch kind {
    case .scalar(let range), .count(let range):
      return .number(try object.numbers(key, range)[0])
    case .point:
      return .numbers(Array(try object.numbers(key, atLeast: 2, Self.places).prefix(3)))
    case .size:
      // holds: a number of ours.
      return .numbers(Array(try object.numbers(key, atLeast: 2, 0...Self.longest).prefix(2)))
    case .color:
      return .numbers(Array(try object.numbers(key, atLeast: 3, 0...255).prefix(4)))
    case .gradient(let stops):
      let numbers = try object.numbers(key, atLeast: 4 * stops, atMost: 1024, -1...256)
      guard (numbers.count - 4 * stops) % 2 == 0 else {
        throw object.mistake(key, "four numbers for each colour, then two for each opacity")
      }
      return .numbers(numbers)
    case .path: return try path(key, of: object)
    }
  }

  /// An outline, which keyframes hold in a list of one.
  private func path(_ key: String, of object: LottieObject) throws -> JSONValue {
    let path: LottieObject
    if object.isListOfObjects(key) {
      path = try object.objects(key, atMost: 1)[0]
    } else if let found = try object.object(key) {
      path = found
    } else {
      throw object.mistake(key, "an outline")
    }
    let parts = try ["i", "o", "v"].map { try points($0, of: path) }
    guard parts[0].count == parts[2].count, parts[1].count == parts[2].count else {
      throw path.mistake("v", "as many points as tangents")
    }
    budget.points -= parts[2].count
    guard budget.points >= 0 else {
      throw MoonreelError(.limitExceeded, "it has more than 500000 points; simplify it")
    }
    return .object(
      zip(["i", "o", "v"], parts).map { .init($0, .array($1)) }
        + [.init("c", .bool(try path.flag("c")))])
  }

  private func points(_ key: String, of path: LottieObject) throws -> [JSONValue] {
    let items = try path.list(key, atMost: 20_000)
    return try items.map { item in
      guard case .array(let parts) = item, parts.count >= 2,
        let x = parts[0].double, let y = parts[1].double,
        Self.coordinates.contains(x), Self.coordinates.contains(y)
      else { throw path.mistake(key, "points of two numbers from -10000 to 10000") }
      return .numbers([x, y])
    }
  }

  // MARK: Keyframes

  private func keyframes(_ property: LottieObject, _ kind: Kind) throws -> [JSONValue] {
    let frames = try property.objects("k", atMost: 20_000)
    budget.keyframes -= frames.count
    guard budget.keyframes >= 0 else {
      throw MoonreelError(.limitExceeded, "it has more than 200000 keyframes; simplify it")
    }
    let times = try frames.map { try $0.number("t", Self.frames) }
    guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw property.mistake("k", "keyframes in order of time")
    }
    let values = try frames.map { $0.has("s") ? try value("s", of: $0, kind) : nil }
    let ends = try frames.map { $0.has("e") ? try value("e", of: $0, kind) : nil }
    guard var last = values.first ?? nil else {
      throw property.mistake("k", "a value, 's', in the first keyframe")
    }
    return try frames.indices.map { index in
      // What a keyframe does not say is what the one before ended with.
      let start = values[index] ?? (index > 0 ? ends[index - 1] : nil) ?? last
      let end = (index + 1 < frames.count ? values[index + 1] : nil) ?? ends[index] ?? start
      last = end
      return try keyframe(
        frames[index], times[index], start, end, kind, isLast: index + 1 == frames.count)
    }
  }

  private func keyframe(
    _ frame: LottieObject, _ time: Double, _ start: JSONValue, _ end: JSONValue, _ kind: Kind,
    isLast: Bool
  ) throws -> JSONValue {
    var members: [JSONValue.Member] = [.init("t", .number(time)), .init("s", start.listed)]
    if isLast { return .object(members) }
    members.append(.init("e", end.listed))
    let holds = try frame.flag("h")
    if holds { members.append(.init("h", .integer(1))) }
    if !holds {
      for key in ["i", "o"] { members.append(.init(key, try tangent(key, of: frame, kind))) }
    }
    if case .point = kind, frame.has("to"), frame.has("ti"), !holds {
      for key in ["ti", "to"] {
        let numbers = try frame.numbers(key, atLeast: 2)
        members.append(.init(key, .numbers(Array(numbers.prefix(2)))))
      }
    }
    return .object(members)
  }

  /// A handle of the easing curve; straight where it is missing.
  private func tangent(_ key: String, of frame: LottieObject, _ kind: Kind) throws -> JSONValue {
    let usual = key == "i" ? 1.0 : 0.0
    guard let handle = try frame.object(key) else {
      return .object([.init("x", .number(usual)), .init("y", .number(usual))])
    }
    let x = handle.has("x") ? try handle.numbers("x", -10...10)[0] : usual
    let y = handle.has("y") ? try handle.numbers("y", -1000...1000)[0] : usual
    let limits = kind.swing
    return .object([
      .init("x", .number(min(1, max(0, x)))),
      .init("y", .number(min(limits.upperBound, max(limits.lowerBound, y)))),
    ])
  }
}

extension LottieProperties.Kind {
  /// How far easing may go beyond the values at both ends, as shares of the way between them.
  fileprivate var swing: ClosedRange<Double> {
    switch self {
    case .scalar, .point, .color: -5...6
    case .size, .path: -0.5...1.5
    case .count, .gradient: 0...1
    }
  }
}

extension LottieObject {
  /// Whether `k` holds keyframes and not an outline in a list.
  fileprivate var hasKeyframes: Bool {
    get throws { try objects("k", atMost: 20_000).first?.has("t") == true }
  }
}

extension JSONValue {
  /// A list of numbers.
  static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number($0) }) }

  /// A property that does not change.
  static func fixed(_ value: JSONValue) -> JSONValue {
    .object([.init("a", .integer(0)), .init("k", value)])
  }

  /// The value as keyframes hold it: in a list.
  fileprivate var listed: JSONValue {
    if case .array = self { self } else { .array([self]) }
  }
}

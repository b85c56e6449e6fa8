// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore
import MoonreelModel
import MoonreelRender

/// A value that follows a sound, in a script: what moving properties take, and a function of time.
final class SoundCurveHandle: Handle {
  override class var typeName: String { "sound curve" }
  override var cost: Int { 256 + curve.byteCount }
  private let curve: SoundCurve
  /// The moment of the sound at which the clock says zero of what is moved.
  private let offset: Time
  private let (from, to): (GivenValue, GivenValue)

  private init(_ curve: SoundCurve, offset: Time, from: GivenValue, to: GivenValue) {
    (self.curve, self.offset, self.from, self.to) = (curve, offset, from, to)
  }

  static var binding: TypeBinding {
    TypeBinding(SoundCurveHandle.self) { type in
      type.operation("__call") { call in
        let handle: SoundCurveHandle = try call[0].object()
        return try handle.value(at: try call[1].time(nil), call)
      }
      type.method("share", ["time"]) { handle, call in
        .number(handle.share(at: try call[0].time(nil)))
      }
    }
  }

  private static let options = [
    "of", "band", "on", "every", "attack", "release", "floor", "ceiling", "offset", "from", "to",
  ]

  /// `sound:follow { … }`.
  static func make(of sound: SoundDataHandle, _ call: Call) throws -> SoundCurveHandle {
    let options = try call[0].options(Self.options, owner: call.name)
    let seconds = { (name: String, usual: Double) in
      try options[name].ifGiven { try $0.number(0...3600) } ?? usual
    }
    let curve: SoundCurve
    if try options["on"].isNil {
      let pace = SoundCurve.Pace(
        attack: try seconds("attack", 0.01), release: try seconds("release", 0.15))
      curve = try following(sound.features, options, pace)
    } else {
      let pace = SoundCurve.Pace(
        attack: try seconds("attack", 0), release: try seconds("release", 0.3))
      curve = try pulsing(sound.features, options, pace)
    }
    func end(_ name: String, _ usual: Int64) throws -> GivenValue {
      let given = try options[name]
      let value = given.isNil ? LuaValue.integer(usual) : given.value
      return try Argument(state: given.state, value: value, label: given.label).given()
    }
    let offset = try options["offset"].ifGiven { try $0.time(nil) } ?? .zero
    return SoundCurveHandle(curve, offset: offset, from: try end("from", 0), to: try end("to", 1))
  }

  private static func following(
    _ features: SoundFeatures, _ options: Options, _ pace: SoundCurve.Pace
  ) throws -> SoundCurve {
    if try !options["every"].isNil {
      throw MoonreelError(.invalidArgument, "'every' of \(options.owner) goes with 'on'")
    }
    let of = try options["of"].ifGiven { try $0.choice(among: ["level", "peak"]) }
    let band = try options["band"].ifGiven { try $0.soundBand() }
    guard of == nil || band == nil else {
      throw MoonreelError(.invalidArgument, "\(options.owner) takes 'of' or 'band', not both")
    }
    let quantity = try SoundQuantity(band ?? (of == "peak" ? .peak : .level))
    let floor = try options["floor"].ifGiven { try $0.number(-120...100) } ?? -40
    let ceiling = try options["ceiling"].ifGiven { argument in
      let ceiling = try argument.number(-120...100)
      guard ceiling > floor else {
        throw argument.expected("decibels above the floor of \(Argument.text(floor))")
      }
      return ceiling
    }
    return SoundCurve(
      following: quantity, of: features, floor: floor, ceiling: ceiling, pace: pace)
  }

  private static func pulsing(
    _ features: SoundFeatures, _ options: Options, _ pace: SoundCurve.Pace
  ) throws -> SoundCurve {
    for name in ["of", "band", "floor", "ceiling"] where try !options[name].isNil {
      throw MoonreelError(
        .invalidArgument, "\(options.owner) takes 'on' or '\(name)', not both")
    }
    let kind = try options["on"].choice(SoundMoments.self)
    let step = try options["every"].ifGiven { try $0.integer(1...1000) } ?? 1
    if kind == .onsets, step == 1 {
      let moments = features.rhythm.onsets.map { (time: $0.time, height: $0.strength) }
      return SoundCurve(pulsingAt: moments, of: features, pace: pace)
    }
    let moments = kind.times(of: features.rhythm, every: step).map { (time: $0, height: 1.0) }
    return SoundCurve(pulsingAt: moments, of: features, pace: pace)
  }

  private func share(at time: Time) -> Double { curve.value(at: time + offset) }

  /// Its value as a function of time: numbers, or lists of as many numbers.
  private func value(at time: Time, _ call: Call) throws -> LuaValue {
    let share = share(at: time)
    func number(_ from: LuaValue, _ to: LuaValue) -> LuaValue? {
      guard let from = from.plainNumber, let to = to.plainNumber else { return nil }
      return .number(from + (to - from) * share)
    }
    if let value = number(from.value, to.value) { return value }
    if case .mixture(let first, _) = from.value, case .mixture(let second, _) = to.value,
      first.count == second.count, !first.isEmpty
    {
      let values = zip(first, second).compactMap(number)
      if values.count == first.count { return .list(values) }
    }
    throw MoonreelError(
      .invalidArgument,
      "a sound curve can be called where 'from' and 'to' are numbers, or lists of as many; ask for its share: curve:share(time)"
    )
  }

  /// What it makes of a property that `read` reads.
  ///
  /// - Throws: what `read` throws at `from` and `to`.
  func animated<Value: Interpolatable>(
    _ argument: Argument, read: (Argument) throws -> Value
  ) throws -> Animated<Value> {
    let lua = argument.state.current
    func end(_ given: GivenValue, _ name: String) throws -> Value {
      let top = lua_gettop(lua)
      defer { lua_settop(lua, top) }
      try argument.state.push(given.value, on: lua)
      return try read(
        Argument(
          state: argument.state, value: argument.state.value(lua, lua_gettop(lua)),
          label: "'\(name)' of the sound curve for \(argument.label)"))
    }
    let (from, to) = (try end(from, "from"), try end(to, "to"))
    let (curve, offset) = (curve, offset)
    argument.note(curve.byteCount)
    return .expression { time in from.interpolated(to: to, curve.value(at: time + offset)) }
  }
}

extension Argument {
  /// A band of frequencies: `{ low, high }` in hertz.
  fileprivate func soundBand() throws -> SoundQuantity.Kind {
    let rule = "{ low, high } in hertz, such as { 20, 150 }"
    let ends = try items(rule)
    let range = SpectrumBands.lowest...SpectrumBands.highest
    guard ends.count == 2 else { throw expected(rule) }
    let (low, high) = (try ends[0].number(range), try ends[1].number(range))
    guard low < high else { throw expected(rule) }
    return .band(low: low, high: high)
  }
}

extension LuaValue {
  fileprivate var plainNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

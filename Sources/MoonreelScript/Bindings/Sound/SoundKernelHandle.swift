// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A sound kernel in a script: called with a table of parameters, it gives an effect.
final class SoundKernelHandle: Handle {
  override class var typeName: String { "sound kernel" }
  override var description: String { kernel.name }
  let kernel: SoundKernel
  private let declaration: SoundKernelDeclaration

  init(_ kernel: SoundKernel, _ declaration: SoundKernelDeclaration) {
    (self.kernel, self.declaration) = (kernel, declaration)
  }

  static var binding: TypeBinding {
    TypeBinding(SoundKernelHandle.self) { type in
      type.property("name") { .string($0.kernel.name) }
      type.property("steps") { .integer(Int64($0.kernel.steps.count)) }
      type.operation("__call") { call in
        let handle = try call[0].object(SoundKernelHandle.self)
        return .object(SoundEffectHandle(try handle.effect(call[1])))
      }
    }
  }

  /// The effect with the parameters `given`, defaults for the rest.
  private func effect(_ given: Argument) throws -> SoundEffect {
    let keys = Array(declaration.inputs.dropFirst())
    let owner = "the sound kernel '\(kernel.name)'"
    let options = try given.options(
      declaration.params.map(\.name) + keys + ["tail", "latency"], owner: owner)
    // Times of keyframes are seconds: the effect does not know yet what it is applied to.
    let clock = KeyframeClock(length: nil, rate: nil)
    let numbers = try declaration.params.map { param -> Animated<Double> in
      try options[param.name].ifGiven { try $0.animatedNumber(clock) } ?? .constant(param.value)
    }
    func time(_ name: String, _ usual: SoundKernelDeclaration.Length) throws -> Time {
      if let seconds = try options[name].ifGiven({ try $0.real(0...60) }) {
        return try Time(seconds: seconds)
      }
      switch usual {
      case .seconds(let seconds): return try Time(seconds: seconds)
      case .parameter(let name):
        let index = declaration.params.firstIndex { $0.name == name } ?? 0
        return try Time(seconds: min(60, max(0, try numbers[index].value(at: .zero))))
      }
    }
    var effect = SoundEffect(
      kernel.name, .kernel(kernel, numbers: numbers), tail: try time("tail", declaration.tail),
      latency: try time("latency", declaration.latency))
    effect.sideChains = try keys.map { name in
      let key = try options[name]
      guard !key.isNil else {
        throw MoonreelError(
          .invalidArgument, "\(owner) needs '\(name)': the layer or bus that it listens to")
      }
      return try key.soundReference()
    }
    return effect
  }
}

/// A sound effect in a script, ready to be applied.
final class SoundEffectHandle: Handle {
  override class var typeName: String { "sound effect" }
  override var description: String { effect.name }
  override var cost: Int { 512 }
  let effect: SoundEffect

  init(_ effect: SoundEffect) { self.effect = effect }

  static var binding: TypeBinding {
    TypeBinding(SoundEffectHandle.self) { type in
      type.property("name") { .string($0.effect.name) }
      type.property("tail") { .seconds($0.effect.tail) }
      type.method("during", ["range"]) { handle, call in
        var effect = handle.effect
        effect.timeRange = try call[0].range(nil)
        return .object(SoundEffectHandle(effect))
      }
    }
  }
}

/// A bus in a script.
final class SoundBusHandle: Handle {
  override class var typeName: String { "sound bus" }
  override var description: String { bus.name }
  override var cost: Int { 512 }
  let bus: SoundBus
  /// The buses that it needs.
  let others: [SoundBus]

  init(_ bus: SoundBus, others: [SoundBus]) { (self.bus, self.others) = (bus, others) }

  static var binding: TypeBinding {
    TypeBinding(SoundBusHandle.self) { type in type.property("name") { .string($0.bus.name) } }
  }
}

/// `mr.bus { … }`.
final class SoundBusFunction {
  private var count = 0

  func make(_ call: Call) throws -> SoundBusHandle {
    let options = try call[0].options(
      ["name", "effects", "volume", "bus", "sends"], owner: call.name)
    count += 1
    let name = try options["name"].ifGiven { try $0.string() } ?? "bus \(count)"
    var bus = SoundBus(SoundBusID(count), name: name)
    bus.parameters.effects = try options["effects"].ifGiven { try $0.soundEffects() } ?? []
    try options["volume"].ifGiven { bus.parameters.setVolume(try $0.real(0...1000), at: .zero) }
    var route = SoundRoute()
    try route.read(options)
    (bus.parameters.output, bus.parameters.sends) = (route.output, route.sends)
    return SoundBusHandle(bus, others: route.buses)
  }
}

/// Where a sound goes, as a script says it.
struct SoundRoute {
  var output: SoundBusID?
  var sends: [SoundSend] = []
  /// All buses on the way.
  var buses: [SoundBus] = []

  /// Reads `bus` and `sends` of `options`.
  mutating func read(_ options: Options) throws {
    try options["bus"].ifGiven { try read(bus: $0) }
    try options["sends"].ifGiven { try read(sends: $0) }
  }

  /// Goes to the bus that `argument` names.
  mutating func read(bus argument: Argument) throws { output = try add(argument) }

  /// Goes to a list of `{ bus, gain }` besides.
  mutating func read(sends argument: Argument) throws {
    for item in try argument.items("a list of { bus, gain }") {
      let pair = try item.options([], owner: item.label, items: 2, rule: "{ bus, gain }")
      let gain = try pair.item(2, "gain").ifGiven { try $0.real(0...1000) } ?? 1
      sends.append(SoundSend(to: try add(try pair.item(1, "bus")), gain: gain))
    }
  }

  private mutating func add(_ argument: Argument) throws -> SoundBusID {
    let handle: SoundBusHandle = try argument.object()
    buses += [handle.bus] + handle.others
    return handle.bus.id
  }
}

extension Argument {
  /// One sound effect, or a list of them.
  func soundEffects() throws -> [SoundEffect] {
    let rule = "a sound effect, or a list of them; moonreel.audio has some"
    if case .object(let handle as SoundEffectHandle) = value { return [handle.effect] }
    guard case .table = value else { throw expected(rule) }
    return try items(rule).map { item in
      guard case .object(let handle as SoundEffectHandle) = item.value else {
        throw item.expected("a sound effect; moonreel.audio has some")
      }
      return handle.effect
    }
  }

  /// A number, or one that moves.
  func animatedNumber(
    _ clock: KeyframeClock, _ range: ClosedRange<Double> = -1e9...1e9
  ) throws -> Animated<Double> {
    guard try isAnimation else { return .constant(try real(range)) }
    return try animated(clock, options: nothing) { try $0.real(range) }
  }

  /// A sound of a mix: a layer, a bus or a track.
  func soundReference() throws -> SoundReference {
    switch value {
    case .object(let handle as LayerHandle): return .layer(handle.layer.id)
    case .object(let handle as SoundBusHandle): return .bus(handle.bus.id)
    case .object(let handle as TrackHandle): return .track(handle.id)
    default: throw expected("a layer, a bus or a track")
    }
  }
}

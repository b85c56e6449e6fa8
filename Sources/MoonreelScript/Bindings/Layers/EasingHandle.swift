// SPDX-License-Identifier: MIT

import MoonreelCore

/// How far a change has come for how much of its time: called with a share, it gives a share.
final class EasingHandle: Handle {
  override class var typeName: String { "easing function" }
  override var cost: Int { 128 }
  override var description: String { "easing \(name)" }
  /// Easings of one name are one.
  override var identity: AnyHashable? { Self.names.contains(name) ? name : nil }
  let name: String
  let function: TimingFunction

  init(_ name: String, _ function: TimingFunction) { (self.name, self.function) = (name, function) }

  static var binding: TypeBinding {
    TypeBinding(EasingHandle.self) { type in
      type.property("name") { .string($0.name) }
      type.operation("__call") { call in
        let handle: EasingHandle = try call[0].object()
        return .number(try handle.function.value(at: try call[1].number()))
      }
    }
  }

  /// `mr.easing.…`.
  static var functions: [FunctionBinding] {
    [
      .value("named", ["name"]) { .object(try $0[0].namedEasing()) },
      .value("bezier", ["x1", "y1", "x2", "y2"]) { call in
        let numbers = try (0..<4).map { try call[$0].number() }
        let curve = try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
        return .object(EasingHandle("bezier", .bezier(curve)))
      },
      .value("steps", ["count", "position?"]) { call in
        let count = try call[0].integer(1...10_000)
        let position = try call[1].ifGiven { try $0.choice(TimingFunction.StepPosition.self) }
        return .object(EasingHandle("steps", .steps(count, position ?? .jumpEnd)))
      },
      .value("spring", ["options?"]) { call in
        let options = try call[0].options(["mass", "stiffness", "damping"], owner: call.name)
        let spring = try Spring(
          mass: try options["mass"].ifGiven { try $0.number() } ?? 1,
          stiffness: try options["stiffness"].ifGiven { try $0.number() } ?? 100,
          damping: try options["damping"].ifGiven { try $0.number() } ?? 10)
        return .object(EasingHandle("spring", .spring(spring)))
      },
    ]
  }

  /// The names of all easings that have one, as Lua writes them.
  static let names = TimingFunction.named.map { SnakeCase.text($0.name) }
}

extension Argument {
  /// An easing by its name.
  fileprivate func namedEasing() throws -> EasingHandle {
    let name = try choice(among: EasingHandle.names)
    let index = EasingHandle.names.firstIndex(of: name) ?? 0
    return EasingHandle(name, TimingFunction.named[index].function)
  }

  /// A timing function: an easing, its name, or a function of a share.
  func timingFunction() throws -> TimingFunction {
    switch value {
    case .object(let handle as EasingHandle): return handle.function
    case .string: return try namedEasing().function
    case .function:
      let callback = LuaFunction(try callback(), label)
      return .function { share in
        try callback.call([.number(share)], seed: (share.bitPattern, 1)) { try $0.number() }
      }
    default: throw expected("an easing such as \"in_out_sine\", or a function (share)")
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.adjustment { … }`: as the source of a layer, nothing of its own, and effects for what lies below.
final class AdjustmentHandle: Handle {
  override class var typeName: String { "adjustment" }
  let effects: [LayerEffect]

  init(_ effects: [LayerEffect]) { self.effects = effects }

  static var binding: TypeBinding {
    TypeBinding(AdjustmentHandle.self) { type in
      type.property("effects") { .list($0.effects.map { .string($0.name) }) }
    }
  }
}

extension ScriptHost {
  /// `mr.adjustment(effects)`.
  func adjustment(_ call: Call) throws -> AdjustmentHandle {
    AdjustmentHandle(try call[0].ifGiven { try effects($0, place: call.place) } ?? [])
  }

  /// A list of effects, or one.
  func effects(_ argument: Argument, place: String) throws -> [LayerEffect] {
    try argument.list("a list of effects").map { try effect($0, place: place) }
  }
}

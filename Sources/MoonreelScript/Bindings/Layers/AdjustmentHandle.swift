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
    AdjustmentHandle(
      try call[0].ifGiven { try effects($0, rate: nil, place: call.place) } ?? [])
  }

  /// A list of effects, or one; frames in their ranges are counted at `rate`, where one is known.
  func effects(_ argument: Argument, rate: FrameRate?, place: String) throws -> [LayerEffect] {
    try argument.list("a list of effects").map { item in
      guard try item.isTimedEffect else { return try effect(item, place: place) }
      let options = try item.options(
        ["effect", "range"], owner: item.label, rule: "{ effect = …, range = … }")
      var timed = try effect(
        try options.required(
          "effect", "a function (image, context), a kernel, or one of moonreel.effects"),
        place: place)
      try options["range"].ifGiven { argument in
        let range = try argument.range(rate)
        guard !range.isEmpty else { throw argument.expected("a range of some length") }
        timed.timeRange = range
      }
      return timed
    }
  }
}

extension Argument {
  /// Whether it is a plain table that names an effect or its range.
  fileprivate var isTimedEffect: Bool {
    get throws {
      guard case .table(let view) = value, !view.hasMetatable else { return false }
      return try !view.field("effect").isNil || !view.field("range").isNil
    }
  }
}

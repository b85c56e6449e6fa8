// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a script's effect or transition says of itself.
private struct Members {
  var name: String?
  var audio: CrossFade?
  var drawWith: LuaReference?
  /// Where it was made, while somebody wants to know.
  var place: String?
  /// The kinds of its options by name.
  var kinds: [String: String] = [:]
  /// The ranges of its numbers by name.
  var limits: [String: ClosedRange<Double>] = [:]
}

extension ScriptHost {
  /// An effect: a function (image, context), or what `moonreel.effect` makes.
  func effect(_ argument: Argument, place: String) throws -> LayerEffect {
    argument.note(768)
    if case .object(let handle as KernelHandle) = argument.value {
      let use = try handle.use(argument, reading: ["the layer's"])
      var effect = LayerEffect(use.name) { image, _, context in
        try use.image([image], at: context)
      }
      effect.place = place
      return effect
    }
    if case .function = argument.value {
      let callback = LuaFunction(
        try argument.callback("an effect: a function (image, context)"), "the effect")
      var effect = LayerEffect(callback.shownName) { image, _, context in
        try callback.image(
          [.object(ImageHandle(image)), .object(ContextHandle(context))], for: context)
      }
      effect.place = place
      return effect
    }
    let rule = "an effect: a function (image, context), a kernel, or one of moonreel.effects"
    let members = try members(of: argument, rule)
    guard let draw = members.drawWith, let object = try argument.kept() else {
      throw argument.expected(rule)
    }
    let callback = LuaFunction(draw, "the effect '\(members.name ?? "")'", place: place)
    var effect = LayerEffect(members.name ?? "effect") { image, values, context in
      let given = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.lua) }
      return try callback.image(
        [
          .kept(object), .object(ImageHandle(image)), .record(given),
          .object(ContextHandle(context)),
        ], for: context, madeAt: members.place)
    }
    effect.place = members.place ?? place
    effect.parameterRanges = members.limits
    effect.parameterKinds = members.kinds.compactMapValues(LayerEffect.ParameterKind.init(lua:))
    return effect
  }

  /// A transition: a function (from, to, progress, params, context), or what `moonreel.transition` makes.
  func transition(_ argument: Argument, place: String) throws -> LayerTransition {
    let nowhere = LayerID(0)
    let rule = "a transition: a function, a kernel, or one of moonreel.transitions"
    if case .object(let handle as KernelHandle) = argument.value {
      let use = try handle.use(argument, reading: ["the one that goes", "the one that comes"])
      return LayerTransition(use.name, from: nowhere, to: nowhere, place: place) {
        from, to, share, context in
        try use.image([from, to], at: context, knowing: ["progress": share])
      }
    }
    if case .function = argument.value {
      let callback = LuaFunction(
        try argument.callback("a transition: a function (from, to, progress, params, context)"),
        "the transition")
      return LayerTransition(callback.shownName, from: nowhere, to: nowhere, place: place) {
        from, to, share, context in
        try callback.image(
          [
            .object(ImageHandle(from)), .object(ImageHandle(to)), .number(share), .record([]),
            .object(ContextHandle(context)),
          ], for: context)
      }
    }
    let members = try members(of: argument, rule)
    guard members.drawWith == nil, let object = try argument.kept(), let name = members.name else {
      throw argument.expected(rule)
    }
    let callback = LuaFunction(object, "the transition '\(name)'", place: place)
    return LayerTransition(
      name, from: nowhere, to: nowhere, crossFade: members.audio ?? .equalPower,
      place: members.place ?? place
    ) { from, to, share, context in
      try callback.image(
        [
          .object(ImageHandle(from)), .object(ImageHandle(to)), .number(share),
          .object(ContextHandle(context)),
        ], for: context, madeAt: members.place)
    }
  }

  private func members(of argument: Argument, _ rule: String) throws -> Members {
    guard case .table(let view) = argument.value, try view.uncalled == nil, let describe else {
      throw argument.expected(rule)
    }
    return try state.call(describe, [.table(view)]) { results in
      let names = ["name", "audio", "draw_with", "place", "kinds", "limits"]
      let table = try results.value(label: argument.label).options(names, owner: argument.label)
      var members = Members()
      members.name = try table["name"].ifGiven { try $0.string() }
      members.audio = try table["audio"].ifGiven { try $0.choice() }
      members.drawWith = try table["draw_with"].ifGiven { try $0.callback() }
      members.place = try table["place"].ifGiven { try $0.string() }
      if case .table(let kinds) = try table["kinds"].value {
        for name in try kinds.keys().names {
          if case .string(let kind) = try kinds.field(name) { members.kinds[name] = kind }
        }
      }
      if case .table(let limits) = try table["limits"].value {
        for name in try limits.keys().names {
          members.limits[name] = try limits.range(of: name)
        }
      }
      return members
    }
  }
}

extension TableView {
  /// The numbers `{ least, greatest }` of field `name`; `nil` where they are none.
  fileprivate func range(of name: String) throws -> ClosedRange<Double>? {
    guard case .table(let ends) = try field(name), let low = try ends.item(1).double,
      let high = try ends.item(2).double, low <= high
    else { return nil }
    return low...high
  }
}

extension LuaValue {
  /// The number that it is; `nil` where it is none.
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

extension LayerEffect.ParameterKind {
  /// The kind of an option of `moonreel.options`; `nil` for kinds that cannot move.
  fileprivate init?(lua kind: String) {
    switch kind {
    case "number", "integer": self = .number
    case "point": self = .point
    case "color": self = .color
    default: return nil
    }
  }
}

extension EffectValue {
  /// The value as scripts see it.
  var lua: LuaValue {
    switch self {
    case .number(let number): .number(number)
    case .point(let x, let y): .list([.number(x), .number(y)])
    case .color(let color):
      .list([color.red, color.green, color.blue, color.alpha].map { .number($0) })
    }
  }
}

extension Argument {
  /// The value of an effect's parameter.
  func effectValue(_ kind: LayerEffect.ParameterKind) throws -> EffectValue {
    switch kind {
    case .number: return .number(try number())
    case .point:
      let parts = try items("{ x, y } in pixels")
      guard parts.count == 2 else { throw expected("{ x, y } in pixels") }
      return .point(try parts[0].number(), try parts[1].number())
    case .color: return .color(try color())
    }
  }
}

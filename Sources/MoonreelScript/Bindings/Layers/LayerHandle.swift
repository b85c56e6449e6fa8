// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One layer of a composition in a script.
final class LayerHandle: Handle {
  override class var typeName: String { "layer" }
  override var cost: Int { 128 }
  override var description: String { layer.label }
  override var identity: AnyHashable? { PartIdentity(owner, id.rawValue) }
  let owner: CompositionHandle
  let id: LayerID

  init(_ owner: CompositionHandle, _ id: LayerID) { (self.owner, self.id) = (owner, id) }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    owner.keep(&notes, of: account)
  }

  var layer: Layer {
    get { owner.composition[id] }
    set { owner.composition[id] = newValue }
  }

  /// Changes a property as `change` does; `place` is where the script does so.
  private func set(
    _ property: LayerProperty, place: String, _ change: (inout LayerDraft) throws -> Void
  ) throws {
    var draft = LayerDraft(self, place: place)
    try draft.checkHasPicture(property)
    try change(&draft)
    switch property.stage {
    case .source:
      try draft.settle()
      try owner.show(draft.nested, on: id)
    case .time:
      try draft.settle()
      if draft.hasOtherSource { try owner.show(draft.nested, on: id) }
    case .look: break
    }
    layer = draft.layer
  }

  static var binding: TypeBinding {
    TypeBinding(LayerHandle.self) { type in
      type.property("id") { .count($0.id.rawValue) }
      type.property("composition") { .object($0.owner) }
      type.property("start") { .seconds($0.layer.timeRange.start) }
      type.property("stop") { .seconds($0.layer.timeRange.end) }
      for property in LayerProperty.all {
        type.property(property.name, get: { try property.value($0, .zero) }) {
          handle, argument, call in
          try handle.set(property, place: call.place) { try property.setOrMove(&$0, argument) }
        }
      }
      type.method("animate", ["property", "keyframes", "options?"]) { handle, call in
        try handle.animate(call)
        return call.receiver
      }
      type.method("value", ["property", "time?"]) { handle, call in
        let time = try call[1].ifGiven { try $0.time(handle.owner.composition.frameRate) }
        return try handle.value(try call[0].string(), at: time ?? .zero, call)
      }
      type.method("marker", ["name", "time?"]) { handle, call in
        let name = try call[0].string()
        guard !call[1].isNil else {
          return .some(handle.owner.markers[handle.id]?[name], LuaValue.seconds)
        }
        let time = try call[1].time(handle.owner.composition.frameRate)
        call.state.notes.add(96 + name.utf8.count)
        handle.owner.markers[handle.id, default: [:]][name] = time
        return call.receiver
      }
    }
  }

  /// The parameter of an effect that `name` means: `"vignette.strength"`.
  private func parameter(_ name: String) -> (effect: Int, name: String)? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let index = layer.effects.firstIndex(where: { $0.name == parts[0] }),
      layer.effects[index].parameterKinds[parts[1]] != nil
    else { return nil }
    return (index, parts[1])
  }

  /// The names of everything that can move.
  private var movingNames: [String] {
    LayerProperty.all.filter { $0.move != nil }.map(\.name)
      + layer.effects.flatMap { effect in
        effect.parameterKinds.keys.map { "\(effect.name).\($0)" }.sorted()
      }
  }

  private func unknown(_ name: String) -> MoonreelError {
    let hint = NearestName.hint(name, among: movingNames, of: "layer")
    return MoonreelError(.invalidArgument, "\(layer.label) has no property '\(name)'\(hint)")
  }

  private func animate(_ call: Call) throws {
    guard case .string(let name) = call[0].value else {
      throw call[0].expected("the name of a property such as \"opacity\"")
    }
    let keys = Argument(
      state: call.state, value: call[1].value, label: "'\(name)' of layer:animate")
    if let (index, parameter) = parameter(name),
      let kind = layer.effects[index].parameterKinds[parameter]
    {
      let clock = LayerDraft(self, place: call.place).clock
      layer.effects[index].parameters[parameter] = try keys.animated(clock, options: call[2]) {
        try $0.effectValue(kind)
      }
      return
    }
    guard let property = LayerProperty.named(name) else { throw unknown(name) }
    guard let move = property.move else {
      throw MoonreelError(
        .invalidArgument, "'\(name)' of \(layer.label) cannot move; set it: layer.\(name) = …")
    }
    try set(property, place: call.place) { try move(&$0, keys, call[2]) }
  }

  private func value(_ name: String, at time: Time, _ call: Call) throws -> LuaValue {
    if let (index, parameter) = parameter(name) {
      return try .some(layer.effects[index].parameters[parameter]?.value(at: time)) { $0.lua }
    }
    guard let property = LayerProperty.named(name) else { throw unknown(name) }
    return try property.value(self, time)
  }
}

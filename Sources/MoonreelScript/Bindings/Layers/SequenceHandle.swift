// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Layers of a composition one after the other, which are edited together.
final class SequenceHandle: Handle {
  override class var typeName: String { "sequence" }
  override var cost: Int { 256 }
  let owner: CompositionHandle
  private var sequence: LayerSequence

  init(_ owner: CompositionHandle, _ sequence: LayerSequence) {
    (self.owner, self.sequence) = (owner, sequence)
  }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    owner.keep(&notes, of: account)
  }

  private func value(_ id: LayerID) -> LuaValue { .object(LayerHandle(owner, id)) }

  static var binding: TypeBinding {
    TypeBinding(SequenceHandle.self) { type in
      type.property("composition") { .object($0.owner) }
      type.property("layers") { .list($0.sequence.layers.map($0.value)) }
      type.items {
        $0.sequence.layers
      } _: {
        $0.value($1)
      }
      addTrims(&type)
      addArrangements(&type)
    }
  }

  /// Edits that change which stretches of the layers are shown.
  private static func addTrims(_ type: inout TypeBuilder<SequenceHandle>) {
    addEdge("trim", &type) { try $0.trim($1, $2, by: $3, in: &$4) }
    addEdge("ripple", &type) { try $0.ripple($1, $2, by: $3, in: &$4) }
    addShift("slip", &type) { try $0.slip($1, by: $2, in: &$3) }
    addShift("slide", &type) { try $0.slide($1, by: $2, in: &$3) }
    addShift("roll", &type, needsNext: true) { try $0.roll($1, by: $2, in: &$3) }
  }

  /// A method (layer, edge, by).
  private static func addEdge(
    _ name: String, _ type: inout TypeBuilder<SequenceHandle>,
    _ edit:
      @escaping (
        inout LayerSequence, Int, LayerSequence.Edge, Time, inout Composition
      ) throws -> Void
  ) {
    type.method(name, ["layer", "edge", "by"]) { handle, call in
      let (index, edge) = (try handle.position(call[0]), try call[1].edge())
      let amount = try handle.amount(call[2])
      try handle.edit { try edit(&$0, index, edge, amount, &$1) }
      return call.receiver
    }
  }

  /// A method (layer, by); the layer must have one behind it where the edit `needsNext`.
  private static func addShift(
    _ name: String, _ type: inout TypeBuilder<SequenceHandle>, needsNext: Bool = false,
    _ edit: @escaping (inout LayerSequence, Int, Time, inout Composition) throws -> Void
  ) {
    type.method(name, ["layer", "by"]) { handle, call in
      let index = try handle.position(call[0])
      guard !needsNext || index + 1 < handle.sequence.layers.count else {
        throw call[0].expected("a layer that another one follows")
      }
      let amount = try handle.amount(call[1])
      try handle.edit { try edit(&$0, index, amount, &$1) }
      return call.receiver
    }
  }

  /// Edits that change which layers there are.
  private static func addArrangements(_ type: inout TypeBuilder<SequenceHandle>) {
    type.method("split", ["time"]) { handle, call in
      let time = try call[0].time(handle.owner.composition.frameRate)
      let whole = handle.sequence.position(at: time, in: handle.owner.composition)
        .map { handle.sequence.layers[$0] }
      let second = try handle.edit { try $0.split(at: time, in: &$1) }
      if let whole { handle.owner.copyAttachments(of: whole, to: second) }
      return handle.value(second)
    }
    type.method("lift", ["layer"]) { handle, call in
      let index = try handle.position(call[0])
      try handle.edit { try $0.lift(index, in: &$1) }
      return call.receiver
    }
    type.method("extract", ["layer"]) { handle, call in
      let index = try handle.position(call[0])
      try handle.edit { try $0.extract(index, in: &$1) }
      return call.receiver
    }
    type.method("insert", ["position", "options"]) { handle, call in
      let position = try call[0].integer(1...handle.sequence.layers.count + 1)
      return try handle.placing(call[1], call) { layer, sequence, composition in
        try sequence.insert(layer, at: position - 1, in: &composition)
      }
    }
    type.method("overwrite", ["time", "options"]) { handle, call in
      let time = try call[0].time(handle.owner.composition.frameRate)
      return try handle.placing(call[1], call) { layer, sequence, composition in
        try sequence.overwrite(layer, at: time, in: &composition)
      }
    }
  }

  private func edit<Result>(
    _ body: (inout LayerSequence, inout Composition) throws -> Result
  ) throws -> Result { try body(&sequence, &owner.composition) }

  /// Makes a layer of `argument` and lets `place` put it into the sequence.
  private func placing(
    _ argument: Argument, _ call: Call,
    _ place: (LayerID, inout LayerSequence, inout Composition) throws -> Void
  ) throws -> LuaValue {
    let id = try owner.addItem(argument, call, at: .zero)
    do {
      try edit { try place(id, &$0, &$1) }
    } catch {
      owner.composition[id].isEnabled = false
      throw error
    }
    return value(id)
  }

  /// The position of a layer, which `argument` names by itself or by its number.
  private func position(_ argument: Argument) throws -> Int {
    guard !sequence.layers.isEmpty else {
      throw MoonreelError(
        .invalidArgument, "bad \(argument.label): the sequence has no layers any more")
    }
    guard case .object = argument.value else {
      return try argument.integer(1...sequence.layers.count) - 1
    }
    let id = try owner.layer(argument)
    guard let index = sequence.layers.firstIndex(of: id) else {
      throw argument.expected("a layer of the sequence")
    }
    return index
  }

  /// How far an edit goes: a time that may be negative.
  private func amount(_ argument: Argument) throws -> Time {
    try argument.time(owner.composition.frameRate)
  }
}

extension Argument {
  fileprivate func edge() throws -> LayerSequence.Edge { try choice() }
}

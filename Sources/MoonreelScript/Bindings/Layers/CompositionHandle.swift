// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A composition in a script.
final class CompositionHandle: Handle {
  override class var typeName: String { "composition" }
  override var cost: Int { 2048 }
  var composition: Composition {
    didSet {
      holding.bytes = composition.byteEstimate
      if host.hasFinished { host.state.hasLateChange = true }
    }
  }
  private let holding = MemoryHolding(1024)
  /// The host lives longer: it owns Lua, and Lua holds the handle.
  unowned let host: ScriptHost
  /// Layers that show other compositions.
  private var nested: [LayerID: CompositionHandle] = [:]
  /// How deep others lie in this one.
  private let depth = NestingDepth()
  /// Named moments of layers, on their own clocks.
  var markers: [LayerID: [String: Time]] = [:]

  init(_ composition: Composition, host: ScriptHost) {
    (self.composition, self.host) = (composition, host)
  }

  /// Makes `buses`, and those that they need, part of it.
  func add(_ buses: [SoundBus]) {
    for bus in buses where !composition.buses.contains(where: { $0.id == bus.id }) {
      composition.buses.append(bus)
    }
  }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    holding.keep(notes.taken())
  }

  /// Notes that somebody keeps `composed`, which was made of it.
  func note(_ composed: ComposedTimeline, _ notes: inout MemoryNotes) {
    notes.add(composition.byteEstimate + composed.byteEstimate)
    for charge in holding.notes.charges { notes.add(charge) }
  }

  /// Adds `layer`, whose source is `nested` where that is another composition.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where compositions would lie too deep in one another.
  func add(_ layer: Layer, nested: CompositionHandle?) throws -> LayerID {
    if let nested { try depth.add(nested.depth) }
    let id = composition.add(layer)
    if let nested { self.nested[id] = nested }
    return id
  }

  /// Notes that layer `id` shows `nested`, or no composition any more.
  ///
  /// - Throws: as ``add(_:nested:)``.
  func show(_ nested: CompositionHandle?, on id: LayerID) throws {
    if let nested { try depth.add(nested.depth) }
    self.nested[id] = nested
  }

  /// Layer `id`, with what it shows as that is now.
  func sounding(_ id: LayerID) throws -> Layer {
    var layer = composition[id]
    if let handle = nested[id] {
      layer.source = .composition(try handle.lowered(isNested: true))
    }
    return layer
  }

  /// The composition that layer `id` shows.
  func nested(on id: LayerID) -> CompositionHandle? { nested[id] }

  /// Gives layer `copy` what is kept here for layer `id`.
  func copyAttachments(of id: LayerID, to copy: LayerID) {
    nested[copy] = nested[id]
    markers[copy] = markers[id]
  }

  /// Whether `other` is this composition or lies somewhere in it.
  func contains(_ other: CompositionHandle) -> Bool {
    var (seen, waiting) = (Set<ObjectIdentifier>(), [self])
    while let next = waiting.popLast() {
      if next === other { return true }
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      waiting += next.nested.values
    }
    return false
  }

  /// The composition as tracks, those inside it as they are now.
  ///
  /// - Parameter isNested: whether it will be part of another picture: nothing lies behind its layers then
  ///   unless it has a background.
  func lowered(isNested: Bool = false) throws -> ComposedTimeline {
    var known: [ObjectIdentifier: ComposedTimeline] = [:]
    return try lowered(isNested: isNested, &known)
  }

  /// The same; what lies inside is lowered once, however often it is shown, and kept in `known`.
  private func lowered(
    isNested: Bool, _ known: inout [ObjectIdentifier: ComposedTimeline]
  ) throws -> ComposedTimeline {
    if isNested, let found = known[ObjectIdentifier(self)] { return found }
    var composition = composition
    for (id, handle) in nested {
      composition[id].source = .composition(try handle.lowered(isNested: true, &known))
    }
    let lowered = try composition.lowered(isNested: isNested)
    if isNested { known[ObjectIdentifier(self)] = lowered }
    return lowered
  }

  /// A layer of this composition that `argument` names.
  func layer(_ argument: Argument) throws -> LayerID {
    if case .string = argument.value {
      throw argument.expected("a layer", hint: "give what composition:add returned, not a name")
    }
    let handle: LayerHandle = try argument.object()
    guard handle.owner === self else {
      throw MoonreelError(
        .invalidArgument,
        "bad \(argument.label): expected a layer of the same composition, got \(handle.layer.label) of "
          + "another one")
    }
    return handle.id
  }

  static var binding: TypeBinding {
    TypeBinding(CompositionHandle.self) { type in
      type.property("size") { .size($0.composition.size) }
      type.property("fps") { .rate($0.composition.frameRate) }
      type.property("seed") { .integer(Int64(bitPattern: $0.composition.seed)) }
      type.property("layers") { handle in
        .list(handle.composition.layers.map { .object(LayerHandle(handle, $0.id)) })
      }
      type.property(
        "duration", get: { .seconds($0.composition.duration) },
        set: { handle, argument in
          handle.composition.chosenDuration = try argument.ifGiven {
            try $0.duration(handle.composition.frameRate)
          }
        })
      addLayers(&type)
      addCallbacks(&type)
    }
  }

  private static func addLayers(_ type: inout TypeBuilder<CompositionHandle>) {
    type.method("add", ["options"]) { handle, call in
      let options = try call[0].options(LayerOptions.names, owner: call.name)
      let reader = LayerOptions(owner: handle, options: options, place: call.place)
      return .object(LayerHandle(handle, try reader.add()))
    }
    type.method("transition", ["from", "to", "transition", "options?"]) { handle, call in
      var transition = try handle.host.transition(call[2], place: call.place)
      (transition.from, transition.to) = (try handle.layer(call[0]), try handle.layer(call[1]))
      let options = try call[3].options(["ease", "audio"], owner: call.name)
      try options["ease"].ifGiven { transition.timing = try $0.timingFunction() }
      try options["audio"].ifGiven { transition.crossFade = try $0.choice() }
      try handle.composition.validate(transition)
      handle.composition.transitions.append(transition)
      return call.receiver
    }
    type.method("add_captions", ["captions", "options?"]) { handle, call in
      handle.composition.captionTracks.append(try call.captionTrack())
      return call.receiver
    }
    type.method("add_metadata", ["groups", "options?"]) { handle, call in
      handle.composition.metadataTracks.append(try call.metadataTrack())
      return call.receiver
    }
    type.method("sequence", ["options"]) { handle, call in
      .object(try SequenceOptions(handle, call).add())
    }
  }

  private static func addCallbacks(_ type: inout TypeBuilder<CompositionHandle>) {
    type.method("on_frame", ["function"]) { handle, call in
      let function = try call[0].callback("a function (frame, time, context)")
      handle.composition.filter = LuaFilter(
        callback: LuaFunction(function, "on_frame"), takesTime: true)
      return call.receiver
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How a layer sounds, in a script: `layer.audio`. What is set here changes that alone.
final class LayerAudioHandle: Handle {
  override class var typeName: String { "layer audio" }
  override var identity: AnyHashable? { PartIdentity(layer.owner, layer.id.rawValue) }
  let layer: LayerHandle

  init(_ layer: LayerHandle) { self.layer = layer }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    layer.keep(&notes, of: account)
  }

  static var binding: TypeBinding {
    TypeBinding(LayerAudioHandle.self) { type in
      for property in AudioProperty.all {
        type.property(property.name, get: { try property.value($0.layer.layer) }) {
          handle, argument, call in
          var draft = LayerDraft(handle.layer, place: call.place)
          try property.set(&draft, argument)
          handle.layer.layer = draft.layer
        }
      }
    }
  }
}

/// One property of a layer's sound: the row that its `audio` is read and set by.
struct AudioProperty: Sendable {
  let name: String
  let value: @Sendable (Layer) throws -> LuaValue
  /// Sets it; nil: to what is usual.
  let set: @Sendable (inout LayerDraft, Argument) throws -> Void

  /// All of them, in the order in which they are set.
  static let all: [AudioProperty] = [
    AudioProperty(name: "volume") {
      .number(try $0.audio.volume.value(at: .zero))
    } set: {
      draft, argument in
      guard !argument.isNil else { return draft.layer.audio.volume = .constant(1) }
      try LayerProperty.named("volume")?.setOrMove(&draft, argument)
    },
    .duration("fade_in", \.fadeIn), .duration("fade_out", \.fadeOut),
    AudioProperty(name: "fade_curve") {
      .string(SnakeCase.text($0.audio.fadeInCurve.rawValue))
    } set: { draft, argument in
      let curve = try argument.ifGiven { try $0.choice(FadeCurve.self) } ?? .tri
      (draft.layer.audio.fadeInCurve, draft.layer.audio.fadeOutCurve) = (curve, curve)
    },
    AudioProperty(name: "pitch") {
      .some($0.audio.pitch) { .string(SnakeCase.text($0.rawValue)) }
    } set: { draft, argument in
      draft.layer.audio.pitch = try argument.ifGiven { try $0.choice() }
    },
    .moving("volume_db", \.decibels, -1000...60), .moving("pan", \.pan, -1...1),
    .moving("balance", \.balance, -1...1),
    AudioProperty(name: "invert") {
      .boolean($0.audio.isInverted)
    } set: { draft, argument in
      draft.layer.audio.isInverted = try argument.ifGiven { try $0.boolean() } ?? false
    },
    .given("channels") { $0.layer.audio.channelMatrix = try $1.ifGiven { try $0.channelMatrix() } },
    .given("effects") { $0.layer.audio.effects = try $1.ifGiven { try $0.soundEffects() } ?? [] },
    .given("duck") { draft, argument in
      draft.layer.audio.duck = try argument.ifGiven { try draft.owner.host.duck($0) }
    },
    .given("tap") { draft, argument in
      draft.layer.audio.tap = try argument.ifGiven {
        try draft.owner.host.tap($0, owner: $0.label)
      }
    },
    .duration("declick", \.declick),
    AudioProperty(name: "mute") {
      .boolean(!$0.audio.isEnabled)
    } set: { draft, argument in
      draft.layer.audio.isEnabled = try argument.ifGiven { !(try $0.boolean()) } ?? true
    },
    AudioProperty(name: "solo") {
      .boolean($0.audio.isSolo)
    } set: { draft, argument in
      draft.layer.audio.isSolo = try argument.ifGiven { try $0.boolean() } ?? false
    },
    .given("bus") { draft, argument in
      var route = SoundRoute()
      try argument.ifGiven { try route.read(bus: $0) }
      draft.layer.audio.output = route.output
      draft.owner.add(route.buses)
    },
    .given("sends") { draft, argument in
      var route = SoundRoute()
      try argument.ifGiven { try route.read(sends: $0) }
      draft.layer.audio.sends = route.sends
      draft.owner.add(route.buses)
    },
    AudioProperty(name: "loudness") {
      .loudness($0.audio.loudness)
    } set: { draft, argument in
      draft.layer.audio.loudness = try argument.ifGiven { try $0.loudness() }
    },
  ]

  private static func duration(
    _ name: String, _ path: WritableKeyPath<LayerAudio, Time> & Sendable
  ) -> AudioProperty {
    AudioProperty(name: name) {
      .seconds($0.audio[keyPath: path])
    } set: { draft, argument in
      let rate = draft.rate
      draft.layer.audio[keyPath: path] = try argument.ifGiven { try $0.duration(rate) } ?? .zero
    }
  }

  /// A number that may move, 0 if nothing is said; read as it is at the layer's start.
  private static func moving(
    _ name: String, _ path: WritableKeyPath<LayerAudio, Animated<Double>> & Sendable,
    _ range: ClosedRange<Double>
  ) -> AudioProperty {
    AudioProperty(name: name) {
      .number(try $0.audio[keyPath: path].value(at: .zero))
    } set: { draft, argument in
      let clock = draft.clock
      draft.layer.audio[keyPath: path] =
        try argument.ifGiven { try $0.animatedNumber(clock, range) } ?? .constant(0)
    }
  }

  /// What is given back as it was given.
  private static func given(
    _ name: String, read: @escaping @Sendable (inout LayerDraft, Argument) throws -> Void
  ) -> AudioProperty {
    AudioProperty(name: name) { layer in
      (layer.givenValues["audio.\(name)"] as? GivenValue)?.value ?? .nil
    } set: { draft, argument in
      try read(&draft, argument)
      draft.layer.givenValues["audio.\(name)"] = argument.isNil ? nil : try argument.given()
    }
  }
}

extension LayerDraft {
  /// `true`, `false`, another layer's, or `{ volume =, fade_in =, … }`, what it does not name being as usual.
  mutating func setAudio(_ argument: Argument) throws {
    switch argument.value {
    case .boolean(let flag): layer.audio.isEnabled = flag
    case .object(let handle as LayerAudioHandle):
      let other = handle.layer.layer
      layer.audio = other.audio
      for property in AudioProperty.all {
        let name = "audio.\(property.name)"
        layer.givenValues[name] = other.givenValues[name]
      }
    default:
      let given = try argument.options(AudioProperty.all.map(\.name), owner: argument.label)
      layer.audio = LayerAudio()
      for property in AudioProperty.all {
        layer.givenValues["audio.\(property.name)"] = nil
        let argument = try given[property.name]
        if !argument.isNil { try property.set(&self, argument) }
      }
    }
  }
}

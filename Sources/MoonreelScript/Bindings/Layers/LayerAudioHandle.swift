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
  let set: Read

  typealias Read = @Sendable (inout LayerDraft, Argument) throws -> Void

  /// All of them, in the order in which they are set.
  static let all: [AudioProperty] = [
    .moving("volume", \.volume) { draft, argument in
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
    .curve("fade_in_curve", \.fadeInCurve), .curve("fade_out_curve", \.fadeOutCurve),
    .given("range") { draft, argument in
      let rate = draft.rate
      draft.layer.audio.timeRange = try argument.ifGiven { try $0.soundRange(rate) }
    },
    AudioProperty(name: "pitch") {
      .some($0.audio.pitch) { .string(SnakeCase.text($0.rawValue)) }
    } set: { draft, argument in
      draft.layer.audio.pitch = try argument.ifGiven { try $0.choice() }
    },
    .moving("volume_db", \.decibels), .moving("pan", \.pan), .moving("balance", \.balance),
    .option("invert", \.isInverted) { .boolean($0) },
    .option("channels", \.channelMatrix), .option("effects", \.effects),
    .given("duck") { draft, argument in
      draft.layer.audio.duck = try argument.ifGiven { try draft.owner.host.duck($0) }
    },
    .given("tap") { draft, argument in
      draft.layer.audio.tap = try argument.ifGiven {
        try draft.owner.host.tap($0, owner: $0.label)
      }
    },
    .duration("declick", \.declick), .option("mute", \.isEnabled) { .boolean(!$0) },
    .option("solo", \.isSolo) { .boolean($0) },
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
    .option("loudness", \.loudness) { .loudness($0) },
  ]

  /// What layers have in common with tracks (``SoundOption``); without `text` it is given back as it was given.
  private static func option<Value>(
    _ name: String, _ path: WritableKeyPath<LayerAudio, Value> & Sendable,
    as text: (@Sendable (Value) throws -> LuaValue)? = nil
  ) -> AudioProperty {
    let read = option(name, path)
    guard let text else { return .given(name, read: read) }
    return AudioProperty(name: name, value: { try text($0.audio[keyPath: path]) }, set: read)
  }

  /// Sets what layers have in common with tracks.
  private static func option<Value>(
    _ name: String, _ path: WritableKeyPath<LayerAudio, Value> & Sendable
  ) -> Read {
    { draft, argument in
      guard !argument.isNil, let option = SoundOption.named(name) else {
        draft.layer.audio[keyPath: path] = LayerAudio()[keyPath: path]
        return
      }
      let clock = draft.clock
      try option.read(&draft.layer.audio, argument, clock)
    }
  }

  /// A number, or what moves, which is given back as it was given; where `animate` said how it moves it is the number at the
  /// start.
  private static func moving(
    _ name: String, _ path: WritableKeyPath<LayerAudio, Animated<Double>> & Sendable,
    set: Read? = nil
  ) -> AudioProperty {
    let given = AudioProperty.given(name, read: set ?? option(name, path))
    return AudioProperty(name: name) { layer in
      if let number = layer.audio[keyPath: path].constant { return .number(number) }
      let value = try given.value(layer)
      if case .nil = value { return .number(try layer.audio[keyPath: path].value(at: .zero)) }
      return value
    } set: {
      try given.set(&$0, $1)
    }
  }

  private static func curve(
    _ name: String, _ path: WritableKeyPath<LayerAudio, FadeCurve> & Sendable
  ) -> AudioProperty {
    AudioProperty(name: name) {
      .string(SnakeCase.text($0.audio[keyPath: path].rawValue))
    } set: { draft, argument in
      draft.layer.audio[keyPath: path] = try argument.ifGiven { try $0.choice() } ?? .tri
    }
  }

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

  /// What is given back as it was given.
  private static func given(_ name: String, read: @escaping Read) -> AudioProperty {
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

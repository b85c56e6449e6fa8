// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension LayerProperty {
  /// How a layer looks and sounds, where that stays as it is.
  static let looks: [LayerProperty] = [
    LayerProperty("name") { handle, _ in
      .text(handle.layer.name)
    } set: { draft, argument in
      draft.layer.name = try argument.ifGiven { try $0.string() }
    },
    LayerProperty("level") { handle, _ in
      .count(handle.layer.level)
    } set: { draft, argument in
      draft.layer.level = try argument.integer(-1_000_000...1_000_000)
    },
    .choice("fit", \.fit), .choice("gravity", \.gravity), .choice("blend", \.blendMode),
    .choice("sampling", \.sampling), .flag("enabled", \.isEnabled), .flag("solo", \.isSolo),
    .flag("motion_blur", \.hasMotionBlur, isOfPicture: true),
    .flag("auto_orient", \.transform.isAutoOriented),
    .given("motion_path") { draft, argument in
      draft.layer.transform.motionPath = try argument.ifGiven { try $0.motionPath() }
    },
    .given("effects") { draft, argument in
      let own = try argument.ifGiven {
        try draft.owner.host.effects($0, rate: draft.rate, place: draft.place)
      }
      draft.layer.effects = draft.sourceEffects + (own ?? [])
    },
    .given("compositor") { draft, argument in
      draft.layer.compositor = try argument.ifGiven { try $0.layerCompositor() }
    },
    LayerProperty("audio") { handle, _ in
      try LuaValue.audio(of: handle.layer)
    } set: { draft, argument in
      try draft.setAudio(argument)
    },
  ]
}

extension LayerDraft {
  /// `true`, `false`, or `{ volume =, fade_in =, … }`, what it does not name being as usual.
  fileprivate mutating func setAudio(_ argument: Argument) throws {
    if case .boolean(let flag) = argument.value {
      layer.audio.isEnabled = flag
      layer.givenValues["audio.mute"] = nil
      return
    }
    let given = try argument.options(
      [
        "volume", "fade_in", "fade_out", "fade_curve", "fade_in_curve", "fade_out_curve", "range",
        "pitch", "bus", "sends", "declick", "duck", "tap",
      ] + SoundOption.all.map(\.name), owner: argument.label)
    layer.audio = LayerAudio()
    try given["volume"].ifGiven { try LayerProperty.named("volume")?.setOrMove(&self, $0) }
    try given["fade_in"].ifGiven { layer.audio.fadeIn = try $0.duration(rate) }
    try given["fade_out"].ifGiven { layer.audio.fadeOut = try $0.duration(rate) }
    try given["fade_curve"].ifGiven { argument in
      let curve = try argument.choice(FadeCurve.self)
      (layer.audio.fadeInCurve, layer.audio.fadeOutCurve) = (curve, curve)
    }
    try given["fade_in_curve"].ifGiven { layer.audio.fadeInCurve = try $0.choice() }
    try given["fade_out_curve"].ifGiven { layer.audio.fadeOutCurve = try $0.choice() }
    try given["range"].ifGiven { layer.audio.timeRange = try $0.soundRange(rate) }
    try given["pitch"].ifGiven { layer.audio.pitch = try $0.choice() }
    for option in SoundOption.all {
      try given[option.name].ifGiven { try option.read(&layer.audio, $0, clock) }
    }
    try given["duck"].ifGiven { layer.audio.effects.append(try owner.host.duck($0)) }
    try given["tap"].ifGiven {
      layer.audio.effects.append(try owner.host.tap($0, owner: $0.label))
    }
    try given["declick"].ifGiven { layer.audio.declick = try $0.duration(rate) }
    var route = SoundRoute()
    try route.read(given)
    (layer.audio.output, layer.audio.sends) = (route.output, route.sends)
    owner.add(route.buses)
    for name in Self.soundsKeptAsGiven {
      layer.givenValues["audio." + name] = try given[name].ifGiven { try $0.given() }
    }
  }

  /// What Swift holds of a sound in another form than the script gave it, and what may move.
  fileprivate static let soundsKeptAsGiven = [
    "mute", "volume_db", "pan", "balance", "channels", "range", "fade_in_curve", "fade_out_curve",
    "effects", "bus", "sends", "tap", "duck",
  ]
}

extension LuaValue {
  /// As `audio` of a layer is given; where the volume moves, that at its start.
  fileprivate static func audio(of layer: Layer) throws -> LuaValue {
    let audio = layer.audio
    guard audio.isEnabled || layer.givenValues["audio.mute"] != nil else { return .boolean(false) }
    let plain: [(String, LuaValue)] = [
      ("volume", .number(try audio.volume.value(at: .zero))),
      ("declick", .seconds(audio.declick)), ("fade_in", .seconds(audio.fadeIn)),
      ("fade_out", .seconds(audio.fadeOut)),
      ("fade_curve", .string(SnakeCase.text(audio.fadeInCurve.rawValue))),
      ("pitch", .some(audio.pitch) { .string(SnakeCase.text($0.rawValue)) }),
      ("invert", .boolean(audio.isInverted)), ("solo", .boolean(audio.isSolo)),
      ("loudness", .loudness(audio.loudness)),
    ]
    let given = LayerDraft.soundsKeptAsGiven.compactMap { name in
      (layer.givenValues["audio." + name] as? GivenValue).map { (name, $0.value) }
    }
    return .record(plain + given)
  }
}

extension Argument {
  fileprivate func motionPath() throws -> MotionPath {
    guard case .string(let text) = value else {
      throw expected("path data as SVG writes it, such as \"M 0 0 L 640 360\"")
    }
    return try naming {
      let path = try PathData.path(text)
      note(text.utf8.count + path.byteEstimate)
      return try MotionPath(path)
    }
  }

  fileprivate func layerCompositor() throws -> LayerCompositing {
    let rule = "a function (image, below, context) that returns an image"
    let callback = LuaFunction(try callback(rule), "the layer's compositor")
    return { image, below, context in
      try callback.image(
        [
          .object(ImageHandle(image)), .object(ImageHandle(below)),
          .object(ContextHandle(context)),
        ], for: context)
    }
  }
}

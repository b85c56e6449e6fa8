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
      return
    }
    let given = try argument.options(
      [
        "volume", "fade_in", "fade_out", "fade_curve", "pitch", "volume_db", "pan", "balance",
        "invert", "channels", "effects", "bus", "sends", "mute", "solo", "loudness", "tap",
        "declick", "duck",
      ], owner: argument.label)
    layer.audio = LayerAudio()
    try given["volume"].ifGiven { try LayerProperty.named("volume")?.setOrMove(&self, $0) }
    try given["fade_in"].ifGiven { layer.audio.fadeIn = try $0.duration(rate) }
    try given["fade_out"].ifGiven { layer.audio.fadeOut = try $0.duration(rate) }
    try given["fade_curve"].ifGiven { argument in
      let curve = try argument.choice(FadeCurve.self)
      (layer.audio.fadeInCurve, layer.audio.fadeOutCurve) = (curve, curve)
    }
    try given["pitch"].ifGiven { layer.audio.pitch = try $0.choice() }
    try given["volume_db"].ifGiven {
      layer.audio.decibels = try $0.animatedNumber(clock, -1000...60)
    }
    try given["pan"].ifGiven { layer.audio.pan = try $0.animatedNumber(clock, -1...1) }
    try given["balance"].ifGiven { layer.audio.balance = try $0.animatedNumber(clock, -1...1) }
    try given["invert"].ifGiven { layer.audio.isInverted = try $0.boolean() }
    try given["channels"].ifGiven { layer.audio.channelMatrix = try $0.channelMatrix() }
    try given["effects"].ifGiven { layer.audio.effects = try $0.soundEffects() }
    try given["duck"].ifGiven { layer.audio.effects.append(try owner.host.duck($0)) }
    try given["tap"].ifGiven {
      layer.audio.effects.append(try owner.host.tap($0, owner: $0.label))
    }
    try given["declick"].ifGiven { layer.audio.declick = try $0.duration(rate) }
    try given["mute"].ifGiven { layer.audio.isEnabled = !(try $0.boolean()) }
    try given["solo"].ifGiven { layer.audio.isSolo = try $0.boolean() }
    var route = SoundRoute()
    try route.read(given)
    (layer.audio.output, layer.audio.sends) = (route.output, route.sends)
    owner.add(route.buses)
    try given["loudness"].ifGiven { layer.audio.loudness = try $0.loudness() }
    for name in Self.soundsKeptAsGiven {
      layer.givenValues["audio." + name] = try given[name].ifGiven { try $0.given() }
    }
  }

  /// What Swift holds of a sound in another form than the script gave it, and what may move.
  fileprivate static let soundsKeptAsGiven = [
    "volume_db", "pan", "balance", "channels", "effects", "bus", "sends", "tap", "duck",
  ]
}

extension LuaValue {
  /// As `audio` of a layer is given; where the volume moves, that at its start.
  fileprivate static func audio(of layer: Layer) throws -> LuaValue {
    let audio = layer.audio
    guard audio.isEnabled else { return .boolean(false) }
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
  /// `{ 2, 1 }`, the source's channel for each; or `{ { 1, 0 }, { 0.5, 0.5 } }`, the gains of all channels for each.
  fileprivate func channelMatrix() throws -> [[Double]] {
    let rule = "a list with a channel's number, or a list of gains, for each channel"
    let rows = try items(rule)
    guard (1...64).contains(rows.count) else { throw expected(rule) }
    return try rows.map { row in
      if case .table = row.value { return try row.items(rule).map { try $0.real(-1000...1000) } }
      let source = try row.integer(1...64)
      return (1...source).map { $0 == source ? 1 : 0 }
    }
  }

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

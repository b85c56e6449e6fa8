// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads what `composition:add` is given.
struct LayerOptions {
  let owner: CompositionHandle
  let options: Options
  /// Where the script makes the layer.
  let place: String
  /// What it shows, where the options do not say it.
  var source: Argument?
  /// When it begins, where the options do not say it.
  var start: Time?
  /// How long it lasts where the options say nothing; nil: as long as its source.
  var usualDuration: Argument?

  static let own = [
    "source", "at", "duration", "trim", "speed", "reverse", "freeze", "time_remap",
    "frame_blending",
    "name",
    "level", "fit", "gravity", "blend", "sampling", "mask", "matte", "parent", "effects",
    "compositor", "audio", "enabled", "solo", "motion_blur", "motion_path", "auto_orient",
  ]
  static let names = own + LayerProperty.all.map(\.name).filter { $0 != "volume" }

  private var host: ScriptHost { owner.host }
  private var rate: FrameRate { owner.composition.frameRate }

  /// Adds the layer.
  func add() throws -> LayerID {
    let shown = try source ?? options["source"]
    if shown.isNil { try checkHasEffects() }
    let given = try host.layerSource(shown, in: owner)
    let (source, nested) = try known(given)
    if source.isAdjustment { try checkAdjustment() }
    let timing = try timing(of: source)
    var layer = Layer(source, over: try timeRange(of: source, timing), timing: timing)
    layer.place = place
    if case .object(let adjustment as AdjustmentHandle) = shown.value {
      layer.effects = adjustment.effects
    }
    try setRemap(of: &layer)
    if layer.timing.remap != nil { layer.source = source }
    try setLook(of: &layer)
    try setBonds(of: &layer)
    try setSound(of: &layer)
    let clock = KeyframeClock(length: layer.timeRange.duration, rate: rate)
    for property in LayerProperty.all where property.name != "volume" {
      try options[property.name].ifGiven { try property.setOrAnimate(&layer, $0, clock) }
    }
    return try owner.add(layer, nested: nested)
  }

  /// Refuses a layer that shows nothing and changes nothing.
  private func checkHasEffects() throws {
    let effects = try options["effects"]
    let isEmpty: Bool
    if case .table = effects.value {
      isEmpty = try effects.list("a list of effects").isEmpty
    } else {
      isEmpty = effects.isNil
    }
    guard isEmpty, try options["compositor"].isNil else { return }
    // A nil that was read in the same line was probably meant to be the source.
    if let absence = options.state.absence, absence.place == place {
      throw MoonreelError(
        .invalidArgument,
        "\(options.owner) needs a 'source': what was given is nothing (nil), because "
          + "\(absence.reason)")
    }
    throw Self.showsNothing(options.owner)
  }

  /// The error of a layer that shows nothing and changes nothing.
  static func showsNothing(_ owner: String) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "\(owner) needs a 'source', which the layer shows, or 'effects', which change what lies "
        + "below; for one that only serves others as parent, write source = mr.adjustment {}"
    )
  }

  /// Refuses what means nothing to a layer without a picture of its own.
  private func checkAdjustment() throws {
    for name in Self.pictureNames where try !options[name].isNil {
      throw Self.notOfAdjustments(name, options.owner)
    }
  }

  /// Options of a picture, which an adjustment layer has not.
  static let pictureNames = [
    "crop", "fit", "gravity", "sampling", "blend", "trim", "speed", "reverse", "freeze",
    "time_remap", "frame_blending", "motion_blur",
  ]

  static func notOfAdjustments(_ name: String, _ owner: String) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "bad '\(name)' of \(owner): an adjustment layer has no picture of its own; it changes what lies "
        + "below by its effects, as far as its mask, matte and opacity let it")
  }

  private func known(_ given: GivenSource) throws -> (LayerSource, CompositionHandle?) {
    switch given {
    case .known(let source): return (source, nil)
    case .nested(let handle):
      guard !handle.contains(owner) else {
        throw MoonreelError(
          .invalidArgument,
          "bad 'source' of \(options.owner): the composition would contain itself")
      }
      return (.composition(handle.composition.outline), handle)
    }
  }

  // MARK: Time

  private func timing(of source: LayerSource) throws -> LayerTiming {
    var timing = LayerTiming()
    timing.sourceStart = source.availableRange?.start ?? .zero
    try options["trim"].ifGiven { timing.sourceStart = try trim($0, source).start }
    try options["speed"].ifGiven { argument in
      let speed = try argument.speed()
      timing.speed = Rational(Int64(limiting: (speed * 1_000_000).rounded()), 1_000_000)
    }
    try options["reverse"].ifGiven { timing.isReversed = try $0.boolean() }
    try options["frame_blending"].ifGiven { timing.blendsFrames = try $0.boolean() }
    try options["freeze"].ifGiven { argument in
      let time = try argument.time(rate(of: source))
      if let range = source.availableRange, !(range.start..<range.end).contains(time) {
        throw MoonreelError(
          .invalidArgument,
          "bad 'freeze' of \(options.owner): the source lasts from \(range.start) to \(range.end), and has no "
            + "picture at \(time)")
      }
      timing.frozenTime = time
    }
    return timing
  }

  private func rate(of source: LayerSource) -> FrameRate {
    switch source {
    case .media(let video?, _): video.frameRate ?? rate
    case .composition(let composed): composed.videoComposition.frameRate
    default: rate
    }
  }

  private func trim(_ argument: Argument, _ source: LayerSource) throws -> TimeRange {
    let range = try argument.range(rate(of: source))
    guard !range.isEmpty else { throw argument.expected("a range of some length") }
    return range
  }

  private func timeRange(of source: LayerSource, _ timing: LayerTiming) throws -> TimeRange {
    let start = try start ?? options["at"].ifGiven { try $0.time(rate) } ?? .zero
    if let argument = try options["duration"].ifGiven({ $0 }) ?? usualDuration {
      let duration = try argument.duration(rate)
      guard duration > .zero else { throw argument.expected("a duration above 0") }
      try check(duration, reaches: try sourceLength(source, timing), timing)
      return TimeRange(start: start, duration: duration)
    }
    let isItem = self.start != nil
    if source.isStill, !isItem, timing.frozenTime == nil, let range = untilTheEnd(from: start) {
      return range
    }
    guard let shown = try sourceLength(source, timing) else {
      if let range = untilTheEnd(from: start) { return range }
      throw MoonreelError(
        .invalidArgument,
        "\(options.owner) needs a 'duration': what it shows has no end of its own, nor has the "
          + "composition")
    }
    return TimeRange(
      start: start,
      duration: shown.multiplied(by: timing.speed.denominator, dividedBy: timing.speed.numerator))
  }

  /// From `start` to the end of the composition, where that is chosen.
  private func untilTheEnd(from start: Time) -> TimeRange? {
    guard let end = owner.composition.chosenDuration, end > start else { return nil }
    return TimeRange(start: start, end: end)
  }

  /// Refuses a duration that goes on after the end of the stretch that 'trim' names.
  private func check(_ duration: Time, reaches shown: Time?, _ timing: LayerTiming) throws {
    guard let shown, try !options["trim"].isNil, try options["time_remap"].isNil else { return }
    let played = shown.multiplied(
      by: timing.speed.denominator, dividedBy: timing.speed.numerator)
    guard duration > played + rate.frameDuration else { return }
    throw MoonreelError(
      .invalidArgument,
      "bad 'duration' of \(options.owner): 'trim' shows the source for \(played), and the layer lasts "
        + "\(duration); leave one of them out, or play slower with 'speed'")
  }

  /// How much of the source there is to show; `nil` where it has no end.
  private func sourceLength(_ source: LayerSource, _ timing: LayerTiming) throws -> Time? {
    if timing.frozenTime != nil { return nil }
    if let argument = try options["trim"].ifGiven({ $0 }) {
      return try trim(argument, source).duration
    }
    return source.availableRange?.duration ?? source.usualDuration
  }

  private func setRemap(of layer: inout Layer) throws {
    try options["time_remap"].ifGiven { argument in
      for other in ["speed", "reverse", "freeze"] where try !options[other].isNil {
        throw MoonreelError(
          .invalidArgument, "bad '\(other)' of \(options.owner): 'time_remap' already sets it")
      }
      let clock = KeyframeClock(length: layer.timeRange.duration, rate: rate)
      layer.timing.remap = try argument.animated(clock, options: argument.nothing) {
        try $0.number(0...1e9)
      }
    }
  }

  // MARK: The rest

  private func setLook(of layer: inout Layer) throws {
    try options["name"].ifGiven { layer.name = try $0.string() }
    try options["level"].ifGiven { layer.level = try $0.integer(-1_000_000...1_000_000) }
    layer.fit = try options["fit"].ifGiven { try $0.choice() } ?? layer.source.usualFit
    try options["gravity"].ifGiven { layer.gravity = try $0.choice() }
    try options["blend"].ifGiven { layer.blendMode = try $0.choice() }
    try options["sampling"].ifGiven { layer.sampling = try $0.choice() }
    try options["enabled"].ifGiven { layer.isEnabled = try $0.boolean() }
    try options["solo"].ifGiven { layer.isSolo = try $0.boolean() }
    try options["motion_blur"].ifGiven { layer.hasMotionBlur = try $0.boolean() }
    try options["auto_orient"].ifGiven { layer.transform.isAutoOriented = try $0.boolean() }
    try options["motion_path"].ifGiven { argument in
      guard case .string(let text) = argument.value else {
        throw argument.expected("path data as SVG writes it, such as \"M 0 0 L 640 360\"")
      }
      layer.transform.motionPath = try argument.naming {
        let path = try PathData.path(text)
        argument.note(text.utf8.count + path.byteEstimate)
        return try MotionPath(path)
      }
    }
    try options["effects"].ifGiven { argument in
      layer.effects += try host.effects(argument, rate: rate, place: place)
    }
    try options["compositor"].ifGiven { argument in
      let rule = "a function (image, below, context) that returns an image"
      let callback = LuaFunction(try argument.callback(rule), "the layer's compositor")
      layer.compositor = { image, below, context in
        try callback.image(
          [
            .object(ImageHandle(image)), .object(ImageHandle(below)),
            .object(ContextHandle(context)),
          ], for: context)
      }
    }
  }

  private func setBonds(of layer: inout Layer) throws {
    try options["parent"].ifGiven { layer.parent = try owner.layer($0) }
    try options["matte"].ifGiven { argument in
      let (given, channel, isInverted) = try stencil(argument, "layer")
      layer.matte = LayerMatte(try owner.layer(given), channel: channel, isInverted: isInverted)
    }
    try options["mask"].ifGiven { argument in
      let (given, channel, isInverted) = try stencil(argument, "picture")
      layer.mask = LayerMask(
        try maskPicture(given), channel: channel, isInverted: isInverted)
    }
  }

  /// The picture of a mask: an image, a source, or a function (time, context) that draws.
  private func maskPicture(_ argument: Argument) throws -> LayerMask.Picture {
    switch argument.value {
    case .object(let handle as SourceHandle) where handle.source.mediaType == .video:
      argument.note(handle.holding)
      return .source(handle.source)
    case .function:
      let rule = "a function (time, context) that returns an image"
      let callback = LuaFunction(try argument.callback(rule), "the mask")
      return .source(
        DrawnSource(duration: nil, naturalSize: owner.composition.size) { time, context in
          try callback.image([.seconds(time), .object(ContextHandle(context))], for: context)
        })
    case .object(is ImageHandle), .string: return .image(try argument.image())
    default:
      throw argument.expected("an image, a source of pictures, or a function (time, context)")
    }
  }

  /// What says what is kept of the layer: `what`, or `{ what, channel =, inverted = }`.
  private func stencil(_ argument: Argument, _ what: String) throws -> (
    Argument, Image.MatteChannel, Bool
  ) {
    guard case .table = argument.value else { return (argument, .alpha, false) }
    let given = try argument.options(["channel", "inverted"], owner: argument.label, items: 1)
    return (
      try given.item(1, what), try given["channel"].ifGiven { try $0.choice() } ?? .alpha,
      try given["inverted"].ifGiven { try $0.boolean() } ?? false
    )
  }

  private func setSound(of layer: inout Layer) throws {
    let argument = try options["audio"]
    if case .boolean(let flag) = argument.value {
      layer.audio.isEnabled = flag
      return
    }
    let given = try argument.options(
      ["volume", "fade_in", "fade_out", "fade_curve", "pitch"], owner: argument.label)
    let clock = KeyframeClock(length: layer.timeRange.duration, rate: rate)
    try given["volume"].ifGiven { volume in
      try LayerProperty.named("volume")?.setOrAnimate(&layer, volume, clock)
    }
    try given["fade_in"].ifGiven { layer.audio.fadeIn = try $0.duration(rate) }
    try given["fade_out"].ifGiven { layer.audio.fadeOut = try $0.duration(rate) }
    try given["fade_curve"].ifGiven { argument in
      let curve = try argument.choice(FadeCurve.self)
      (layer.audio.fadeInCurve, layer.audio.fadeOutCurve) = (curve, curve)
    }
    try given["pitch"].ifGiven { layer.audio.pitch = try $0.choice() }
  }
}

extension LayerProperty {
  /// Sets the property, or lets it move where `argument` is a function or a list of keyframes.
  func setOrAnimate(_ layer: inout Layer, _ argument: Argument, _ clock: KeyframeClock) throws {
    guard try argument.isAnimation else {
      var argument = argument
      if case .table = argument.value {
        argument.alternative = ", or keyframes { { time, value }, … }"
      }
      return try set(&layer, argument)
    }
    try animate(&layer, argument, clock, argument.nothing)
  }
}

extension Argument {
  /// How fast a source is played.
  fileprivate func speed() throws -> Double {
    if case .integer(..<0) = value { throw backwards }
    if case .number(..<0) = value { throw backwards }
    return try number(0.001...1000)
  }

  private var backwards: MoonreelError {
    expected("a number from 0.001 to 1000", hint: "to play backwards write reverse = true")
  }

  /// No options, in this argument's name.
  var nothing: Argument { Argument(state: state, value: .nil, label: label) }
}

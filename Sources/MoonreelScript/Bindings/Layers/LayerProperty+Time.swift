// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension LayerProperty {
  /// What a layer shows.
  static let shown: [LayerProperty] = [
    .given("source", stage: .source) { draft, argument in try draft.setSource(argument) }
  ]

  /// When a layer is there, and which moment of its source it shows when.
  static let timed: [LayerProperty] = [
    LayerProperty("at", stage: .time) { handle, _ in
      .seconds(handle.layer.timeRange.start)
    } set: { draft, argument in
      draft.times.start = try argument.time(draft.rate)
    },
    LayerProperty("duration", stage: .time) { handle, _ in
      .seconds(handle.layer.timeRange.duration)
    } set: { draft, argument in
      let duration = try argument.duration(draft.rate)
      guard duration > .zero else { throw argument.expected("a duration above 0") }
      draft.times.duration = duration
    },
    LayerProperty("loop", stage: .time, isOfPicture: true) { handle, _ in
      handle.layer.loop?.given ?? .nil
    } set: { draft, argument in
      try draft.setLoop(argument)
    },
    LayerProperty("trim", stage: .time, isOfPicture: true) { handle, _ in
      let layer = handle.layer
      if let loop = layer.loop { return .some(loop.round, LuaValue.range) }
      return .range(layer.timing.sourceRange(lasting: layer.timeRange.duration))
    } set: { draft, argument in
      let range = try argument.range(draft.sourceRate)
      guard !range.isEmpty else { throw argument.expected("a range of some length") }
      guard draft.layer.loop == nil else { return draft.setLoop(stretch: range) }
      draft.times.setTrim(range)
    },
    LayerProperty("speed", stage: .time, isOfPicture: true) { handle, _ in
      .number(handle.layer.timing.speed.doubleValue)
    } set: { draft, argument in
      try draft.checkIsNotRemapped("speed")
      draft.times.setSpeed(try argument.speed())
    },
    LayerProperty("reverse", stage: .time, isOfPicture: true) { handle, _ in
      .boolean(handle.layer.timing.isReversed)
    } set: { draft, argument in
      try draft.checkIsNotRemapped("reverse")
      draft.times.timing.isReversed = try argument.boolean()
    },
    LayerProperty("frame_blending", stage: .time, isOfPicture: true) { handle, _ in
      switch handle.layer.timing.frameBlending {
      case .none: .boolean(false)
      case .mix: .boolean(true)
      case .flow: .string("flow")
      }
    } set: { draft, argument in
      draft.times.timing.frameBlending = try argument.frameBlending()
    },
    LayerProperty("freeze", stage: .time, isOfPicture: true) { handle, _ in
      .some(handle.layer.timing.frozenTime, LuaValue.seconds)
    } set: { draft, argument in
      try draft.checkIsNotRemapped("freeze")
      draft.times.timing.frozenTime = try argument.ifGiven { try draft.frozenTime($0) }
    },
    .given("time_remap", isOfPicture: true) { draft, argument in
      let clock = draft.clock
      draft.times.timing.remap = try argument.ifGiven { argument in
        try argument.animated(clock, options: argument.nothing) { try $0.number(0...1e9) }
      }
      let layer = draft.layer
      draft.layer.show(draft.times.source, over: layer.timeRange, timing: draft.times.timing)
    },
  ]
}

extension Argument {
  /// The line of the script that made the object; `nil` for other values, and where nobody wants to know.
  fileprivate var madeAt: String? {
    if case .object(let handle) = value { handle.madeAt } else { nil }
  }

  /// Whether frames are mixed, or `"flow"`.
  fileprivate func frameBlending() throws -> FrameBlending {
    guard case .string(let text) = value else { return try boolean() ? .mix : .none }
    guard text == "flow" else { throw expected("true, false or \"flow\"") }
    return .flow
  }
}

extension LayerDraft {
  /// What a frame of the source is counted at.
  var sourceRate: FrameRate { (layer.loop?.base.source ?? times.source).frameRate ?? rate }

  /// Refuses to set `name` where keyframes say what is shown.
  fileprivate func checkIsNotRemapped(_ name: String) throws {
    guard layer.timing.remap != nil else { return }
    throw isRemapped(name)
  }

  /// The error of `name` beside a time remap.
  func isRemapped(_ name: String) -> MoonreelError {
    MoonreelError(.invalidArgument, "bad '\(name)' of \(label): 'time_remap' already sets it")
  }

  fileprivate func frozenTime(_ argument: Argument) throws -> Time {
    let time = try argument.time(sourceRate)
    if let range = times.source.availableRange, !(range.start..<range.end).contains(time) {
      throw MoonreelError(
        .invalidArgument,
        "bad 'freeze' of \(label): the source lasts from \(range.start) to \(range.end), and has no "
          + "picture at \(time)")
    }
    return time
  }

  /// Shows what `argument` names. A layer of pictures stays one.
  fileprivate mutating func setSource(_ argument: Argument) throws {
    shown = try owner.host.layerSource(argument, in: owner)
    let source = shown.source
    nested = shown.nested
    if let nested, nested.contains(owner) {
      throw MoonreelError(
        .invalidArgument, "bad 'source' of \(label): the composition would contain itself")
    }
    guard isNew || source.isAdjustment == layer.source.isAdjustment else {
      throw argument.expected(
        layer.source.isAdjustment
          ? "an adjustment, as an adjustment layer has" : "what the layer can show instead",
        hint: "for the other kind add another layer")
    }
    times.source = source
    times.timing.sourceStart = source.availableRange?.start ?? .zero
    if layer.loop != nil {
      layer.loop?.base = shown
      layer.loop?.stretch = nil
      times.timing.sourceStart = .zero
    }
    if isNew { layer.fit = source.usualFit }
    layer.sourcePlace = argument.madeAt
    let own = layer.effects.dropFirst(sourceEffects.count)
    sourceEffects = Self.effects(of: argument.value)
    layer.effects = sourceEffects + own
  }
}

extension Argument {
  /// How fast a source is played.
  fileprivate func speed() throws -> Rational {
    if case .integer(..<0) = value { throw backwards }
    if case .number(..<0) = value { throw backwards }
    let speed = try number(0.001...1000)
    return Rational(Int64(limiting: (speed * 1_000_000).rounded()), 1_000_000)
  }

  private var backwards: MoonreelError {
    expected("a number from 0.001 to 1000", hint: "to play backwards write reverse = true")
  }
}

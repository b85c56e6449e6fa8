// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import MoonreelRender

/// `mr.analyze` and `mr.detect.…`: what is measured of sounds and pictures while a script runs.
struct MeasuringFunctions {
  /// The host lives longer: it owns Lua, and Lua holds the functions.
  unowned let host: ScriptHost

  /// `mr.detect.…`.
  var detectors: [FunctionBinding] {
    [
      .value("silence", ["sound", "options?"]) { try silence($0) },
      .value("scenes", ["asset", "options?"]) { try scenes($0) },
      .value("black", ["asset", "options?"]) { try black($0) },
      .value("motion", ["asset", "options?"]) { try motion($0) },
      .value("shake", ["asset", "options?"]) { try shake($0) },
    ]
  }

  private static let sounds =
    "what sounds: a path, an asset or its sound track, a source, a timeline, a composition or a layer"

  /// `mr.analyze(sound, { range = })`.
  func analyze(_ call: Call) throws -> SoundDataHandle {
    let options = try call[1].options(["range"], owner: call.name)
    if case .object(let handle as SoundDataHandle) = call[0].value { return handle }
    return SoundDataHandle(
      try features(of: call[0], range: try options["range"].ifGiven { try $0.range(nil) }))
  }

  /// What is measured of the sound that `argument` names.
  func features(of argument: Argument, range: TimeRange? = nil) throws -> SoundFeatures {
    switch argument.value {
    case .object(let handle as SoundDataHandle): return handle.features
    case .object(let handle as LayerHandle): return try features(of: handle, argument, range)
    case .string(let path):
      let asset = try argument.naming { try host.asset(at: path) }
      return try features(of: asset, argument, range)
    case .object(let handle as AssetHandle): return try features(of: handle, argument, range)
    case .object(is AssetTrackHandle), .object(is SourceHandle), .object(is TimelineHandle),
      .object(is CompositionHandle):
      return try measured(try argument.segmentSource(for: .audio), argument, range)
    default: throw argument.expected(Self.sounds)
    }
  }

  private func features(
    of asset: AssetHandle, _ argument: Argument, _ range: TimeRange?
  ) throws -> SoundFeatures {
    guard let source = asset.source(.audio) else {
      throw MoonreelError(.invalidArgument, "bad \(argument.label): '\(asset.path)' has no sound")
    }
    return try measured(source, argument, range)
  }

  /// What a layer plays, on the layer's own clock.
  private func features(
    of handle: LayerHandle, _ argument: Argument, _ range: TimeRange?
  ) throws -> SoundFeatures {
    let layer = try handle.owner.sounding(handle.id)
    guard let played = try argument.naming({ try layer.playedSound() }) else {
      throw MoonreelError(.invalidArgument, "bad \(argument.label): \(layer.label) has no sound")
    }
    let offset = layer.clockOffset - played.range.start
    let own = range.map { $0.shifted(by: -offset).intersection(played.range) } ?? played.range
    return try measured(played.source, argument, own).shifted(by: offset)
  }

  private func measured(
    _ source: SegmentSource, _ argument: Argument, _ range: TimeRange?
  ) throws -> SoundFeatures {
    let measurer = SoundMeasurer(gate: host.gate, warnings: host.warnings)
    return try argument.naming {
      try host.state.watch.allowMeasuring { try measurer.features(of: source, range: range) }
    }
  }
}

// MARK: Detecting

extension MeasuringFunctions {
  /// A list of `{ from, to }`.
  private func ranges(_ ranges: [TimeRange]) -> LuaValue { .list(ranges.map { .range($0) }) }

  private func silence(_ call: Call) throws -> LuaValue {
    let options = try call[1].options(
      ["threshold", "min_duration", "pad", "range"], owner: call.name)
    let range = try options["range"].ifGiven { try $0.range(nil) }
    let features = try features(of: call[0], range: range)
    let pad = try options["pad"].ifGiven { try $0.duration(nil) } ?? .zero
    return ranges(
      features.silences(
        below: try options["threshold"].ifGiven { try $0.number(-120...0) } ?? -50,
        lasting: try options["min_duration"].ifGiven { try $0.duration(nil) }
          ?? Time(flicks: Time.flicksPerSecond / 2), pad: pad, in: range))
  }

  private func scenes(_ call: Call) throws -> LuaValue {
    let options = try call[1].options(["threshold", "min_duration", "range"], owner: call.name)
    let changes = try changes(call, options)
    return .list(
      changes.scenes(
        above: try options["threshold"].ifGiven { try $0.number(0.001...1) } ?? 0.1,
        lasting: try options["min_duration"].ifGiven { try $0.duration(nil) } ?? .zero
      ).map { .seconds($0) })
  }

  private func black(_ call: Call) throws -> LuaValue {
    let options = try call[1].options(["threshold", "min_duration", "range"], owner: call.name)
    let changes = try changes(call, options)
    return ranges(
      changes.blacks(
        below: try options["threshold"].ifGiven { try $0.number(0...1) } ?? 0.1,
        lasting: try options["min_duration"].ifGiven { try $0.duration(nil) }
          ?? Time(flicks: Time.flicksPerSecond / 2)))
  }

  /// What is measured of the pictures of the file that the call names.
  private func changes(_ call: Call, _ options: Options) throws -> PictureChanges {
    try measured(call, options) { track, range in
      try PictureChangeReader(gate: host.gate, warnings: host.warnings).changes(
        of: track, range: range)
    }
  }

  /// What `measure` finds in the pictures of the file that the call names.
  private func measured<Value>(
    _ call: Call, _ options: Options, _ measure: (AssetTrack, TimeRange?) throws -> Value
  ) throws -> Value {
    let track: AssetTrack?
    switch call[0].value {
    case .string(let path): track = try call[0].naming { try host.asset(at: path) }.videoTrack
    case .object(let handle as AssetHandle): track = handle.videoTrack
    case .object(let handle as AssetTrackHandle): track = handle.track
    default: throw call[0].expected("an asset, its track of pictures, or a path")
    }
    guard let track, track.mediaType == .video else {
      throw MoonreelError(.invalidArgument, "bad \(call[0].label): expected a file with pictures")
    }
    let range = try options["range"].ifGiven { try $0.range(track.video?.nominalFrameRate) }
    return try call[0].naming {
      try host.state.watch.allowMeasuring { try measure(track, range) }
    }
  }
}

// MARK: The camera

extension MeasuringFunctions {
  private func motion(_ call: Call) throws -> LuaValue {
    let options = try call[1].options(["range"], owner: call.name)
    let motion = try measured(call, options) { track, range in
      try CameraMotionReader(gate: host.gate, warnings: host.warnings).motion(
        of: track, range: range)
    }
    return .list(
      motion.frames.map {
        .record(
          row($0.time, $0.move, $0.degrees, $0.scale) + [("cut", .boolean($0.isCut))])
      })
  }

  private func shake(_ call: Call) throws -> LuaValue {
    let options = try call[1].options(
      ["smoothing", "rotation", "scale", "max_zoom", "range"], owner: call.name)
    var look = SteadyPath.Look()
    try options["smoothing"].ifGiven { look.smoothing = try $0.number(0.05...60) }
    try options["rotation"].ifGiven { look.turns = try $0.boolean() }
    try options["scale"].ifGiven { look.scales = try $0.boolean() }
    try options["max_zoom"].ifGiven { look.mostZoom = try $0.number(1...4) }
    let path = try measured(call, options) { track, range in
      try SteadyPath(
        try CameraMotionReader(gate: host.gate, warnings: host.warnings).motion(
          of: track, range: range), look, cancellation: host.gate.cancellation)
    }
    return .list(
      path.steps.map {
        .record(row($0.time, $0.move, $0.degrees, $0.scale) + [("zoom", .number($0.zoom))])
      })
  }

  private func row(_ time: Time, _ move: Point, _ degrees: Double, _ scale: Double)
    -> [(String, LuaValue)]
  {
    [
      ("time", .seconds(time)), ("x", .number(move.x)), ("y", .number(move.y)),
      ("rotation", .number(degrees)), ("scale", .number(scale)),
    ]
  }
}

extension AssetHandle {
  /// The first track of pictures of a file.
  fileprivate var videoTrack: AssetTrack? {
    if case .asset(let track)? = source(.video) { track } else { nil }
  }
}

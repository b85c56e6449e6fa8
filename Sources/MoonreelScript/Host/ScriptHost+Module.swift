// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore
import MoonreelExport
import MoonreelModel

extension ScriptHost {
  /// The types that scripts see.
  static var types: [TypeBinding] {
    [
      AssetHandle.binding, AssetTrackHandle.binding, SourceHandle.binding, TimelineHandle.binding,
      TrackHandle.binding, LayerInstructionHandle.binding, VideoCompositionHandle.binding,
      VideoInstructionHandle.binding,
      AudioMixHandle.binding, ImageHandle.binding, TransformHandle.binding, RequestHandle.binding,
      ContextHandle.binding, ExportHandle.binding, TermHandle.binding, PixelHandle.binding,
      KernelHandle.binding, ShaderHandle.binding, SoundKernelHandle.binding,
      SoundEffectHandle.binding,
      SoundBusHandle.binding, LUTHandle.binding, CompositionHandle.binding, LayerHandle.binding,
      LayerAudioHandle.binding,
      SequenceHandle.binding, CaptionsHandle.binding,
      SoundDataHandle.binding, SoundCurveHandle.binding, PlayerHandle.binding,
      LayerStackHandle.binding, AdjustmentHandle.binding, EasingHandle.binding,
      TypeBinding(FrameCountHandle.self) { _ in },
    ]
  }

  /// The functions of the module.
  var functions: [FunctionBinding] {
    let composition = VideoCompositionFunction(host: self)
    let export = ExportFunction(host: self)
    let parameters = ParameterFunction(host: self)
    let kernels = KernelFunction { [unowned self] in
      vectors.map { ($0.name, .kept($0.function)) }
    }
    let sounds = SoundKernelFunction()
    let buses = SoundBusFunction()
    let layers = CompositionFunction(host: self)
    let texts = TextFunction(host: self)
    let captions = CaptionsFunction(host: self)
    let metadata = MetadataFunction(host: self)
    let measuring = MeasuringFunctions(host: self)
    let players = PlayerFunction(host: self)
    let capture = CaptureFunction(host: self)
    return [
      .value("asset", ["path", "options?"]) { [unowned self] in .object(try asset($0)) },
      .value("otio", ["path", "options?"]) { [unowned self] in try cut($0) },
      .value("captions", ["source", "options?"]) { .object(try captions.make($0)) },
      .value("timed_metadata", ["source"]) { try metadata.make($0) },
      .value("analyze", ["sound", "options?"]) { .object(try measuring.analyze($0)) },
      .value("capture", ["options"]) { .object(try capture.make($0)) },
      .value("player", ["film", "options?"]) { .object(try players.make($0)) },
      .value("lut", ["path"]) { [unowned self] in .object(try lut($0)) },
      .value("timeline", ["options?"]) { call in
        let options = try call[0].options(["fps"], owner: call.name)
        var timeline = Timeline()
        timeline.frameRate = try options["fps"].ifGiven { try $0.frameRate() }
        return .object(TimelineHandle(timeline))
      },
      .value("video_composition", ["options", "more?"]) { .object(try composition.make($0)) },
      .value("composition", ["options"]) { .object(try layers.make($0)) },
      .value("adjustment", ["effects?"]) { [unowned self] in .object(try adjustment($0)) },
      .value("overlay", ["film", "layers"]) { [unowned self] in .object(try overlay($0)) },
      .value("text", ["options"]) { try texts.make($0) },
      .value("shape", ["options"]) { try ShapeFunction.make($0) },
      .value("svg", ["file"]) { [unowned self] in try ImageHandle.value(try svg($0)) },
      .value("measure_text", ["options"]) { try texts.measure($0) },
      .value("text_units", ["options", "by?"]) { try texts.units($0) },
      .value("layer_instruction", ["track"]) {
        .object(LayerInstructionHandle(try $0[0].videoTrack()))
      },
      .value("audio_mix") { _ in .object(AudioMixHandle()) },
      .value("export", ["options"]) { .object(try export.make($0)) },
      .value("params", ["declarations"]) { try parameters.declare($0) },
      .value("frames", ["count"]) {
        let most = 1 << 40
        return .object(FrameCountHandle(Int64(try $0[0].integer(-most...most))))
      },
      .value("kernel", ["options"]) { .object(try kernels.make($0)) },
      .value("glsl", ["shader"]) { [unowned self] in try glsl($0) },
      .value("sound_kernel", ["options"]) { .object(try sounds.make($0)) },
      .value("tap", ["options"]) { [unowned self] call in
        .object(SoundEffectHandle(try tap(call[0], owner: call.name)))
      },
      .value("sound_processor", ["kind", "options?"]) { [unowned self] in
        .object(try SoundProcessorFunction(host: self).make($0))
      },
      .value("bus", ["options?"]) { .object(try buses.make($0)) },
      .value("pixel", ["red", "green", "blue", "alpha"]) { .object(try kernels.pixel($0)) },
      .value("color", ["color"]) { try ImageHandle.value(Image(color: try $0[0].color())) },
    ] + DataFunctions(host: self).all
  }

  /// Tables of functions within the module.
  var groups: [(name: String, functions: [FunctionBinding])] {
    [
      ("transform", TransformHandle.functions), ("image", ImageFunctions.all),
      ("source", SourceFunctions(host: self).all), ("easing", EasingHandle.functions),
      ("audio", PluginFunctions(host: self).all),
      ("detect", MeasuringFunctions(host: self).detectors),
    ]
  }

  /// Values within the module.
  var values: [(String, LuaValue)] {
    [
      ("samples", .record([("clips", .list(SampleClip.paths.map { .string($0) }))])),
      ("presets", .list(ExportPreset.all.map { .string($0.name) })),
    ]
  }

  /// Puts the module `moonreel` on the stack of `lua`, as a table whose unknown names are errors.
  func pushModule(on lua: OpaquePointer) throws -> LuaValue {
    var members = functions.map { (name: $0.name, value: native($0, "mr.\($0.name)")) }
    for group in groups {
      let table = group.functions.map { ($0.name, native($0, "mr.\(group.name).\($0.name)")) }
      let names = group.functions.map(\.name)
      members.append((group.name, try strictTable(table, "mr.\(group.name)", names, on: lua)))
    }
    for (name, value) in values {
      guard case .record(let fields) = value else {
        members.append((name, value))
        continue
      }
      members.append((name, try strictTable(fields, "mr.\(name)", fields.map(\.0), on: lua)))
    }
    return try strictTable(members, "mr", members.map(\.name), on: lua)
  }

  /// What `require` calls for a module that consists of functions of the host.
  func loader(of functions: [HostFunction], _ module: String) -> LuaValue {
    .native(
      state.register("require") { [unowned self] call in
        let members = functions.map { ($0.name, native($0.binding, "\(module).\($0.name)")) }
        return [try strictTable(members, module, functions.map(\.name), on: call.lua)]
      })
  }

  /// What `require` calls for pictures of the program.
  func loader(of pictures: [String: Image]) -> LuaValue {
    .native(
      state.register("require") { _ in
        [
          .record(
            try pictures.sorted { $0.key < $1.key }.map {
              ($0.key, try ImageHandle.value($0.value))
            })
        ]
      })
  }

  private func native(_ function: FunctionBinding, _ name: String) -> LuaValue {
    .native(state.register(function, as: name))
  }

  /// A table on the stack that raises where a name is unknown.
  private func strictTable(
    _ members: [(String, LuaValue)], _ name: String, _ names: [String], on lua: OpaquePointer
  ) throws -> LuaValue {
    try state.push(.record(members), on: lua)
    // Only what lies on no stack: the state keeps the function, and a stack its state.
    let current = Set(OldNames.rows[name, default: [:]].values)
    let renamed = Dictionary(
      uniqueKeysWithValues: members.filter { member in
        if case .native = member.1 { current.contains(member.0) } else { false }
      })
    let missing = state.register(name) { call in
      let wanted = call[1].value
      guard case .string(let unknown) = wanted else { return [.nil] }
      if let new = call.state.newName(of: unknown, in: name, on: call.lua) {
        return [renamed[new] ?? .nil]
      }
      let hint = NearestName.hint(unknown, among: names, of: name)
      throw MoonreelError(.invalidArgument, "unknown name '\(unknown)' in \(name)\(hint)")
    }
    let call = state.register(name) { _ in
      let few = names.sorted().prefix(3).map { "\(name).\($0)" }.joined(separator: ", ")
      let files = name == "mr.image" ? "; a picture file is opened with mr.asset \"photo.png\"" : ""
      throw MoonreelError(
        .invalidArgument, "\(name) is no function but has functions: \(few), …\(files)")
    }
    guard mr_make_module(lua, -1, name, missing, call) == LUA_OK else {
      throw MoonreelError(.limitExceeded, "Cannot start Lua: the memory limit is too small.")
    }
    return state.value(lua, lua_gettop(lua))
  }
}

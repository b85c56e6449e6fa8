// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.video_composition { … }` and `mr.video_composition(timeline, { … })`.
struct VideoCompositionFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  static let names = [
    "size", "fps", "scale", "background", "color", "instructions", "compositor", "filter", "seed",
    "frame_timing", "metadata_tracks", "working_space", "hdr", "hdr_metadata",
  ]

  func make(_ call: Call) throws -> VideoCompositionHandle {
    if case .object(let handle as TimelineHandle) = call[0].value {
      let options = try call[1].options(Self.names, owner: call.name)
      return try make(options, timeline: handle, at: call.place)
    }
    guard !call[0].isNil else {
      throw call[0].expected("a table of options, or a timeline")
    }
    return try make(
      try call[0].options(Self.names, owner: call.name), timeline: nil, at: call.place)
  }

  private func make(
    _ options: Options, timeline: TimelineHandle?, at place: String
  ) throws -> VideoCompositionHandle {
    let rate = try options["fps"].ifGiven { try $0.frameRate() } ?? timeline?.rate ?? .usual
    var size = try options["size"].ifGiven { try $0.pixelSize() }
    if size == nil, let natural = timeline?.timeline.naturalSize, natural.width > 0 {
      size = natural
    }
    guard let size else {
      _ = try options.required("size", "{ width, height } in pixels")
      preconditionFailure("a missing size was refused")
    }
    var composition = VideoComposition(renderSize: size, frameRate: rate)
    composition.place = place
    var tracks = NamedTracks()
    try set(options, of: &composition, naming: &tracks)
    try setHDR(options, timeline?.timeline, of: &composition)
    let background = try options["background"].ifGiven { try $0.color() }
    var reader = InstructionReader(
      host: host, composition: composition, background: background ?? .black, tracks: tracks)
    composition.instructions = try instructions(
      options, &reader, composition, timeline: timeline, background: background)
    if let timeline {
      try reader.tracks.check(areOf: timeline, options.owner)
      composition.tellCompositors(of: timeline)
    }
    return VideoCompositionHandle(
      composition, timeline: timeline, tracks: reader.tracks, host: host)
  }

  private func set(
    _ options: Options, of composition: inout VideoComposition, naming tracks: inout NamedTracks
  ) throws {
    try options["scale"].ifGiven { composition.renderScale = try $0.real(0.01...16) }
    try options["color"].ifGiven { composition.color = try $0.colorTags() }
    try options["working_space"].ifGiven { composition.workingSpace = try $0.choice() }
    try options["seed"].ifGiven { composition.seed = UInt64(try $0.integer(0...Int.max)) }
    composition.seed = try options["seed"].isNil ? host.options.seed : composition.seed
    try options["frame_timing"].ifGiven {
      composition.sourceTrackIDForFrameTiming = tracks.note(try $0.videoTrack())
    }
    try options["metadata_tracks"].ifGiven { argument in
      composition.sourceMetadataTrackIDs = try argument.list("a list of tracks")
        .map { tracks.note(try $0.object()) }
    }
    try options["compositor"].ifGiven { composition.compositor = try host.compositor($0) }
    try options["filter"].ifGiven { argument in
      let function = try argument.callback("a function (image, context) that returns an image")
      composition.filter = LuaFilter(callback: LuaFunction(function, "the filter"))
    }
  }

  private func setHDR(
    _ options: Options, _ timeline: Timeline?, of composition: inout VideoComposition
  ) throws {
    try options["hdr_metadata"].ifGiven { composition.hdrMetadata = try $0.hdrMetadata() }
    try options["hdr"].ifGiven { argument in
      let handling: HDRHandling = try argument.choice()
      guard try options["color"].isNil else {
        throw MoonreelError(
          .invalidArgument, "\(options.owner) has both 'hdr' and 'color': give one of them")
      }
      guard let timeline else {
        throw MoonreelError(
          .invalidArgument,
          "'hdr' of \(options.owner) needs a timeline as its first argument; or say 'color'")
      }
      composition.color = handling.color(for: timeline)
    }
  }

  /// The instructions given; or else those of the timeline; or else one for all of time, where a
  /// compositor draws.
  private func instructions(
    _ options: Options, _ reader: inout InstructionReader, _ composition: VideoComposition,
    timeline: TimelineHandle?, background: Color?
  ) throws -> [VideoInstruction] {
    let given = try options["instructions"]
    if !given.isNil {
      let items = try given.list("a list of instructions")
      return try items.map { try reader.instruction($0, isOnly: items.count == 1) }
    }
    if composition.compositor != nil {
      var instruction = VideoInstruction(timeRange: TimeRange(start: .zero, end: .distantFuture))
      instruction.backgroundColor = background ?? .black
      return [instruction]
    }
    guard let timeline else {
      throw MoonreelError(
        .invalidArgument,
        "\(options.owner) needs 'instructions', a 'compositor', or a timeline as its first argument"
      )
    }
    let made = VideoComposition.automaticInstructions(
      for: timeline.timeline, size: composition.renderSize)
    return made.map { instruction in
      var instruction = instruction
      instruction.backgroundColor = background ?? instruction.backgroundColor
      return instruction
    }
  }
}

extension Argument {
  /// Colour tags: a name, or a table of parts that overrule BT.709's.
  func colorTags() throws -> ColorTags {
    if case .string = value {
      let names = [
        "bt709", "bt601_525", "bt601_625", "bt2020", "bt2020_pq", "bt2020_hlg", "display_p3",
        "srgb",
      ]
      switch try choice(among: names) {
      case "bt601_525": return .untagged(height: 480)
      case "bt601_625": return .untagged(height: 576)
      case "bt2020":
        return ColorTags(
          matrix: .bt2020, transfer: .bt709, primaries: .bt2020, range: .limited, siting: .topLeft)
      case "bt2020_pq": return .bt2100(.pq)
      case "bt2020_hlg": return .bt2100(.hlg)
      case "display_p3":
        return ColorTags(
          matrix: .bt709, transfer: .srgb, primaries: .displayP3, range: .limited)
      case "srgb": return .srgb
      default: return .bt709
      }
    }
    let options = try options(["matrix", "transfer", "primaries", "range", "siting"], owner: label)
    var tags = ColorTags.bt709
    try options["matrix"].ifGiven { tags.matrix = try $0.choice() }
    try options["transfer"].ifGiven { tags.transfer = try $0.choice() }
    try options["primaries"].ifGiven { tags.primaries = try $0.choice() }
    try options["range"].ifGiven { tags.range = try $0.choice() }
    try options["siting"].ifGiven { tags.siting = try $0.choice() }
    return tags
  }
}

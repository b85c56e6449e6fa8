// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// `mr.export { timeline, video =, audio =, … }`: a description; the host writes the file.
final class ExportHandle: Handle {
  override class var typeName: String { "export" }
  override var cost: Int {
    8192 + request.timeline.byteEstimate + (request.videoComposition?.byteEstimate ?? 0)
  }
  private let holding = MemoryHolding()
  let request: ExportRequest

  init(_ request: ExportRequest) { self.request = request }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    holding.keep(notes.taken())
  }

  static var binding: TypeBinding { TypeBinding(ExportHandle.self) { _ in } }
}

/// Reads the options of `mr.export`.
struct ExportFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  static let names =
    [
      "video", "audio", "preset", "size", "fps", "scale", "render_quality", "range", "metadata",
      "metadata_filter", "hdr", "loudness", "sound_tracks", "chapters", "passthrough", "smart",
      "pitch", "incremental", "also",
    ] + outputNames

  /// What is said of a file, whichever of several it is.
  static let outputNames = [
    "container", "video_codec", "video_encoder", "audio_codec", "quality", "video_bit_rate",
    "passes", "audio_bit_rate", "video_options", "audio_options", "alpha", "chroma", "bit_depth",
    "sample_rate", "channels", "optimize_for_network", "file_length_limit", "include_video",
    "include_audio", "include_subtitles", "subtitle_codec", "renditions", "segment_seconds",
  ]

  func make(_ call: Call) throws -> ExportHandle {
    let options = try call[0].options(Self.names, owner: call.name, items: 1)
    let first = try options.item(1, "timeline")
    if first.isNil {
      throw MoonreelError(
        .invalidArgument, "mr.export needs a timeline first: mr.export { timeline, … }")
    }
    var request = try host.request(first, at: call.place)
    let rate = try setModel(options, of: &request, timeline: first.timelineHandle)
    try setRequest(options, rate, of: &request)
    try setOutput(options, of: &request.output)
    try options["also"].ifGiven { argument in
      request.additionalOutputs = try argument.list("a file, or a list of them").map {
        try additionalOutput($0)
      }
    }
    try check(request)
    return ExportHandle(request)
  }

  /// Sets composition and mix; returns the rate that the rest counts in.
  private func setModel(
    _ options: Options, of request: inout ExportRequest, timeline: TimelineHandle?
  ) throws -> FrameRate {
    try options["hdr"].ifGiven { request.hdr = try $0.choice() }
    try options["video"].ifGiven {
      let handle: VideoCompositionHandle = try $0.object()
      try handle.tracks.check(areOf: timeline, $0.label)
      if let timeline { handle.composition.tellCompositors(of: timeline) }
      request.videoComposition = handle.composition
    }
    for name in ["size", "fps", "hdr"]
    where try !options[name].isNil && request.videoComposition != nil {
      let known = request.videoComposition
      let hint =
        switch name {
        case "size":
          "has \(known?.renderSize.description ?? "its own"); say it there, or use 'scale'"
        case "fps": "has \(known?.frameRate.description ?? "its own"); say it there"
        default: "says it; give 'hdr' or 'color' there"
        }
      throw MoonreelError(
        .invalidArgument, "bad '\(name)' of mr.export: what is exported \(hint)")
    }
    let size = try options["size"].ifGiven { try $0.pixelSize() }
    let rate = try options["fps"].ifGiven { try $0.frameRate() }
    if size != nil || rate != nil {
      var prototype = VideoComposition(propertiesOf: request.timeline, hdr: request.hdr)
      prototype.renderSize = size ?? request.timeline.naturalSize
      prototype.frameRate = rate ?? request.timeline.frameRate ?? .usual
      request.videoComposition = VideoComposition(
        propertiesOf: request.timeline, prototype: prototype)
    }
    let received = request.effectiveComposition.frameRate
    try options["audio"].ifGiven { argument in
      let mix = try argument.object(AudioMixHandle.self)
      try mix.tracks.check(areOf: timeline, argument.label)
      request.audioMix = try argument.naming { try mix.mix(at: received) }
    }
    return received
  }

  private func setRequest(
    _ options: Options, _ rate: FrameRate, of request: inout ExportRequest
  ) throws {
    try options["preset"].ifGiven { argument in
      let name = try argument.string()
      request.preset = try argument.naming { try ExportPreset.named(name) }
    }
    try options["range"].ifGiven { argument in
      let range = try argument.range(rate)
      guard !range.isEmpty, range.start >= .zero else {
        throw argument.expected("a range that is not empty and begins at 0 or later")
      }
      let end = request.timeline.duration
      guard range.start < end, range.end <= end + rate.frameDuration else {
        throw MoonreelError(
          .invalidArgument,
          "bad 'range' of mr.export: the film ends at \(end), and the range goes on to \(range.end)"
        )
      }
      request.timeRange = range
    }
    try options["scale"].ifGiven { request.scale = try $0.real(0.01...16) }
    try options["render_quality"].ifGiven { request.renderQuality = try $0.choice() }
    try options["metadata"].ifGiven { request.metadata = try $0.texts() }
    try options["metadata_filter"].ifGiven { request.metadataFilter = try $0.metadataFilter() }
    try options["passthrough"].ifGiven { request.passthrough = try $0.choice() }
    try options["incremental"].ifGiven { argument in
      request.spans = try argument.boolean() ? SpanOptions(cache: nil) : nil
    }
    try options["smart"].ifGiven {
      request.copiesUntouched = try $0.boolean() ? .asked : .never
    }
    try options["pitch"].ifGiven { request.timePitchAlgorithm = try $0.choice() }
    try options["loudness"].ifGiven { request.loudness = try $0.loudness() }
    try options["sound_tracks"].ifGiven { argument in
      request.soundTracks = try argument.list("a list of tracks of sound").map {
        try $0.soundTrack(of: request)
      }
    }
    try options["chapters"].ifGiven { argument in
      request.output.chapters = try argument.list("a list of chapters").map {
        try $0.chapter(rate)
      }
    }
  }

  /// Sets what ``outputNames`` say.
  private func setOutput(_ options: Options, of output: inout OutputOptions) throws {
    try setEncoding(options, of: &output)
    try options["container"].ifGiven { output.container = try $0.choice() }
    try options["video_codec"].ifGiven { output.videoCodec = try $0.choice() }
    try options["video_encoder"].ifGiven { output.videoEncoder = try $0.string() }
    try options["audio_codec"].ifGiven { try $0.setAudioCodec(of: &output) }
    try options["include_video"].ifGiven { output.includesVideo = try $0.boolean() }
    try options["include_audio"].ifGiven { output.includesAudio = try $0.boolean() }
    try options["include_subtitles"].ifGiven { output.includesSubtitles = try $0.boolean() }
    try options["subtitle_codec"].ifGiven { output.subtitleCodec = try $0.choice() }
    try options["optimize_for_network"].ifGiven { output.optimizeForNetwork = try $0.boolean() }
    try options["renditions"].ifGiven { argument in
      output.renditions = try argument.list("a size such as \"720p\", or a list of them").map {
        try $0.rendition()
      }
    }
    try options["segment_seconds"].ifGiven {
      output.segmentDuration = try Time(seconds: try $0.number(1...60))
    }
    try options["file_length_limit"].ifGiven {
      output.fileLengthLimit = Int64(try $0.integer(1...Int.max))
    }
  }

  private func setEncoding(_ options: Options, of output: inout OutputOptions) throws {
    try options["quality"].ifGiven { output.quality = try $0.number(0...1) }
    try options["video_bit_rate"].ifGiven {
      output.videoBitRate = try $0.integer(1000...Int(Int32.max))
    }
    try options["passes"].ifGiven { output.passes = try $0.integer(1...2) }
    try options["audio_bit_rate"].ifGiven {
      output.audioBitRate = try $0.integer(1000...Int(Int32.max))
    }
    try options["video_options"].ifGiven { output.videoOptions = try $0.texts() }
    try options["audio_options"].ifGiven { output.audioOptions = try $0.texts() }
    try options["alpha"].ifGiven { output.hasAlpha = try $0.boolean() }
    try options["chroma"].ifGiven { output.chroma = try $0.choice() }
    try options["bit_depth"].ifGiven { argument in
      let depth = try argument.integer(8...16)
      guard [8, 10, 12, 16].contains(depth) else { throw argument.expected("8, 10, 12 or 16") }
      output.bitDepth = depth
    }
    try options["sample_rate"].ifGiven { output.sampleRate = try $0.integer(8000...384_000) }
    try options["channels"].ifGiven { output.channelLayout = try $0.channelLayout() }
  }

  /// A file that is written beside the main one: it lies in its folder, wherever that is.
  private func additionalOutput(_ argument: Argument) throws -> AdditionalOutput {
    let options = try argument.options(
      ["path", "width", "height", "scale", "preset"]
        + Self.outputNames.filter { $0 != "file_length_limit" }, owner: argument.label)
    let path = try options.required("path", "the name of a file such as \"{name}-720p.mp4\"")
    let name = try path.string()
    guard !name.isEmpty, !name.contains("/") else {
      throw path.expected("the name of a file without a folder: it lies beside the main one")
    }
    var output = AdditionalOutput(path: "{folder}/" + name)
    try options["width"].ifGiven { output.size = .width(try $0.integer(16...16384)) }
    try options["height"].ifGiven { output.size = .height(try $0.integer(16...16384)) }
    try options["scale"].ifGiven { output.size = .scale(try $0.real(0.01...16)) }
    try options["preset"].ifGiven { argument in
      let name = try argument.string()
      output.preset = try argument.naming { try ExportPreset.named(name) }
    }
    try setOutput(options, of: &output.output)
    return output
  }

  private func check(_ request: ExportRequest) throws {
    try request.videoComposition?.validate(for: request.timeline, range: request.timeRange)
    try request.audioMix?.validate(for: request.timeline)
  }
}

extension Argument {
  /// A table of texts by name; numbers and flags become text.
  func texts() throws -> [String: String] {
    guard case .table(let view) = value, view.count == 0 else {
      throw expected("a table of values by name")
    }
    var texts: [String: String] = [:]
    for name in try view.keys().names {
      let item = Argument(state: state, value: try view.field(name), label: "'\(name)' of \(label)")
      switch item.value {
      case .string(let text): texts[name] = text
      case .integer(let number): texts[name] = "\(number)"
      case .number(let number): texts[name] = Self.text(number)
      case .boolean(let flag): texts[name] = flag ? "1" : "0"
      default: throw item.expected("a string, a number or a boolean")
      }
    }
    return texts
  }

  /// The codec of the sound, or that of its source with its packets.
  fileprivate func setAudioCodec(of output: inout OutputOptions) throws {
    let names = AudioCodec.allCases.map { SnakeCase.text($0.rawValue) }
    let name = try choice(among: names + ["copy"])
    output.copiesSound = name == "copy"
    output.audioCodec = names.firstIndex(of: name).map { Array(AudioCodec.allCases)[$0] }
  }

  /// The timeline whose tracks are shown, where a script made it.
  fileprivate var timelineHandle: TimelineHandle? {
    switch value {
    case .object(let handle as TimelineHandle): handle
    case .object(let handle as VideoCompositionHandle): handle.timeline
    default: nil
    }
  }

  fileprivate func metadataFilter() throws -> MetadataFilter {
    if case .table = value {
      return .only(try items("a list of keys").map { try $0.string().lowercased() })
    }
    switch try choice(among: ["all", "none", "for_sharing"]) {
    case "none": return .none
    case "for_sharing": return .forSharing
    default: return .all
    }
  }

  fileprivate func chapter(_ rate: FrameRate) throws -> Chapter {
    let options = try options(["range", "title"], owner: label)
    let range = try options.required("range", "{ start, stop }").range(rate)
    return Chapter(range: range, title: try options["title"].ifGiven { try $0.string() })
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// The settings that the file at `path` will be written with: what ``output`` says, else the preset,
  /// else the usual codecs of the container that the path's ending names.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where the ending is unknown or the settings contradict
  ///   each other, `unsupportedFormat` where no encoder is there.
  public func settings(forPath path: String) throws -> OutputSettings {
    let container = try self.container(forPath: path)
    let preset = preset?.isPassthrough == true ? nil : preset
    let video = try videoEncoding(in: container, preset)
    let wantsSound = preset.map { $0.audio != nil } ?? true
    let copied = wantsSound ? try copiedSound(in: container) : nil
    let audio = copied == nil ? try audioEncoding(in: container, preset) : nil
    guard video != nil || audio != nil || copied != nil else {
      throw nothingToWrite(in: container)
    }
    var settings = OutputSettings(
      container: container, video: video, audio: audio,
      metadata: metadataFilter.apply(to: metadata), chapters: output.chapters,
      optimizeForNetwork: output.optimizeForNetwork, fileLengthLimit: output.fileLengthLimit)
    settings.copiedSound = copied
    try makeStream(of: &settings) { try $0.videoEncoding(in: container, $0.preset) }
    if let audio, !soundTracks.isEmpty {
      let tracks = encodings(like: audio)
      (settings.audio, settings.moreAudio) = (tracks[0], Array(tracks.dropFirst()))
    }
    settings.subtitles = try subtitleEncodings(in: container)
    settings.timedMetadata = timedMetadataEncodings(in: container)
    return settings
  }

  /// Whether there is anything to see.
  public var hasPictures: Bool {
    if let videoComposition, !videoComposition.instructions.isEmpty { return true }
    return timeline.tracks(.video).contains { $0.segments.contains { !$0.isEmpty } }
  }

  /// Whether there is anything to hear.
  public var hasSound: Bool {
    timeline.tracks(.audio).contains { $0.isEnabled && $0.segments.contains { !$0.isEmpty } }
  }

  /// The composition that draws the timeline: the given one, or the automatic one.
  public var effectiveComposition: VideoComposition {
    videoComposition ?? VideoComposition(propertiesOf: timeline, hdr: hdr)
  }

  private func videoEncoding(in container: Container, _ preset: ExportPreset?) throws
    -> VideoEncoding?
  {
    let codecs = EncoderCatalogue.videoCodecs(in: container)
    guard hasPictures, output.includesVideo, !codecs.isEmpty,
      preset.map({ $0.video != nil }) ?? true
    else { return nil }
    let wish = preset?.video
    let named = output.videoEncoder.flatMap(EncoderCatalogue.codec(ofEncoder:))
    let codec = output.videoCodec ?? named ?? wish?.codec ?? codecs[0]
    try EncoderCatalogue.admit(codec, in: container)
    let composition = effectiveComposition
    let alpha = output.hasAlpha ?? wish?.hasAlpha ?? false
    if let preset, alpha, wish?.hasAlpha == true, codec == wish?.codec, !codec.canHaveAlpha {
      throw MoonreelError(
        .unsupportedFormat,
        "The preset '\(preset.name)' needs an encoder that stores alpha in \(codec.rawValue), and this build's "
          + "does not. Use 'prores4444' for editors, or 'webm-alpha' for browsers.")
    }
    let format =
      try output.pixelFormat
      ?? EncoderCatalogue.format(
        of: codec, chroma: output.chroma, bitDepth: output.bitDepth, alpha: alpha,
        color: composition.color)
    let isVideo = format.family == .yuv && codec != .jpeg
    let codecMatches = wish?.codec == codec
    var encoding = VideoEncoding(
      codec: codec, size: outputSize(of: composition, codec, format),
      frameRate: composition.frameRate,
      format: format, color: isVideo ? composition.color : codec.defaultColor,
      quality: output.quality ?? (codecMatches ? wish?.quality : nil),
      bitRate: output.videoBitRate ?? (codecMatches ? wish?.bitRate : nil))
    encoding.encoder = output.videoEncoder
    encoding.passes = output.passes ?? (codecMatches ? wish?.passes : nil) ?? 1
    encoding.hdr = isVideo ? composition.light(of: timeline) : nil
    encoding.options = (codecMatches ? wish?.options ?? [:] : [:])
      .merging(output.videoOptions) { $1 }
    return encoding
  }

  private func audioEncoding(in container: Container, _ preset: ExportPreset?) throws
    -> AudioEncoding?
  {
    let codecs = EncoderCatalogue.audioCodecs(in: container)
    guard hasSound, output.includesAudio, !codecs.isEmpty, preset.map({ $0.audio != nil }) ?? true
    else { return nil }
    let wish = preset?.audio
    let usable = wish.map { $0.codec(in: container) }.flatMap { codecs.contains($0) ? $0 : nil }
    let codec = output.audioCodec ?? usable ?? codecs[0]
    try EncoderCatalogue.admit(codec, in: container)
    let rate = output.sampleRate ?? 48_000
    let rates = EncoderCatalogue.sampleRates(for: codec)
    let nearest = rates?.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    return AudioEncoding(
      codec: codec, sampleRate: output.sampleRate ?? nearest,
      layout: output.channelLayout ?? .stereo,
      bitRate: output.audioBitRate ?? (wish?.codec == codec ? wish?.bitRate : nil),
      options: output.audioOptions)
  }

  private func nothingToWrite(in container: Container) -> MoonreelError {
    if timeline.tracks.allSatisfy({ $0.segments.isEmpty }) && !hasPictures {
      return MoonreelError(
        .invalidTimeline, "There is nothing to export: the timeline has no segments. Insert a clip."
      )
    }
    let offered = Self.words(hasPictures, hasSound, both: "and") ?? "neither pictures nor sound"
    let takesPictures = output.includesVideo && (preset.map { $0.video != nil } ?? true)
    let takesSound = output.includesAudio && (preset.map { $0.audio != nil } ?? true)
    let taken = Self.words(
      takesPictures && !EncoderCatalogue.videoCodecs(in: container).isEmpty,
      takesSound && !EncoderCatalogue.audioCodecs(in: container).isEmpty, both: "or")
    return MoonreelError(
      .invalidArgument,
      "There is nothing to export: the film has \(offered), and "
        + (taken.map { "a \(container.ending) file with these settings holds \($0)." }
          ?? "these settings leave out both pictures and sound."))
  }

  /// `"only pictures"`, `"only sound"`, both, or `nil` for neither.
  private static func words(_ pictures: Bool, _ sound: Bool, both word: String) -> String? {
    switch (pictures, sound) {
    case (true, true): "pictures \(word) sound"
    case (true, false): "only pictures"
    case (false, true): "only sound"
    case (false, false): nil
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// The written file as a plan shows it.
struct PlanOutput: Sendable {
  var path: String
  var settings: OutputSettings
  /// What the sound is brought to; `nil`: it stays as it is mixed, or there is none.
  var loudness: LoudnessTarget?
  var estimatedBytes: Int64

  init(of job: ExportJob) {
    (path, settings) = (job.path, job.settings)
    loudness = !settings.holdsSound ? nil : job.request.loudness
    estimatedBytes = ExportEstimate(settings, duration: job.range.duration).bytes
  }

  /// The settings in lines.
  var lines: [String] {
    var lines = ["output   \(path), \(settings.container.rawValue)"]
    lines += settings.videos.map { "  video  " + Self.line($0) }
    lines += settings.sounds.map { "  audio  " + Self.line($0) }
    if let copied = settings.copiedSound { lines.append("  audio  " + Self.line(copied)) }
    if let loudness { lines.append("  loudness  \(loudness)") }
    lines += settings.subtitles.map { "  subtitles  " + Self.line($0) }
    lines.append("  about \(Self.size(estimatedBytes))")
    return lines
  }

  private static func line(_ video: VideoEncoding) -> String {
    var parts = [
      video.codec.rawValue, "\(video.size)", rate(video),
      (video.format.chroma.map { "\($0.rawValue) " } ?? "") + "\(video.format.bitDepth) bits",
      "matrix \(video.color.matrix.rawValue)",
    ]
    if let rate = video.bitRate { parts.append("\(rate / 1000) kbit/s") }
    if let encoder = video.encoder { parts.append("by \(encoder)") }
    if video.passes > 1 { parts.append("\(video.passes) passes") }
    if let quality = video.quality { parts.append("quality \(quality)") }
    parts += options(video.options)
    return parts.joined(separator: ", ")
  }

  private static func rate(_ video: VideoEncoding) -> String {
    guard video.schedule != nil else { return "\(video.frameRate) frames a second" }
    let hundredths = Int(limiting: (video.frameRate.framesPerSecond.doubleValue * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "frame times of a track, \(whole).\(rest / 10)\(rest % 10) a second on average"
  }

  private static func line(_ audio: AudioEncoding) -> String {
    var parts = [
      audio.codec.rawValue, "\(audio.sampleRate) Hz", audio.layout.channels.joined(separator: " "),
    ]
    if let rate = audio.bitRate { parts.append("\(rate / 1000) kbit/s") }
    parts += [audio.language, audio.title, audio.isDefault ? "default" : nil].compactMap { $0 }
    return (parts + options(audio.options)).joined(separator: ", ")
  }

  private static func line(_ copied: AssetTrack) -> String {
    let parts: [String?] = [
      "packets of '\(copied.path)' stream \(copied.streamIndex) copied: \(copied.codecName)",
      copied.audio.map { "\($0.sampleRate) Hz" },
      copied.audio?.layout.channels.joined(separator: " "),
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private static func line(_ subtitles: SubtitleEncoding) -> String {
    let flags = [subtitles.isDefault ? "default" : nil, subtitles.isForced ? "forced" : nil]
    return
      ([subtitles.codec.rawValue, subtitles.language, subtitles.title] + flags).compactMap { $0 }
      .joined(separator: ", ")
  }

  private static func options(_ options: [String: String]) -> [String] {
    options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  private static func size(_ bytes: Int64) -> String {
    let (unit, name): (Int64, String) =
      bytes >= 1_000_000 ? (1_000_000, "MB") : (1000, "kB")
    let tenths = (bytes * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }

  /// The settings as JSON.
  var json: JSONValue {
    .members([
      "path": .string(path), "container": .string(settings.container.rawValue),
      "estimated_bytes": .integer(estimatedBytes),
      "video": settings.video.map(Self.json) ?? .null,
      "more_video": .array(settings.moreVideo.map(Self.json)),
      "audio": settings.audio.map(Self.json) ?? settings.copiedSound.map(Self.json) ?? .null,
      "more_audio": .array(settings.moreAudio.map(Self.json)),
      "loudness": loudness.map { .number($0.integrated) } ?? .null,
      "subtitles": .array(settings.subtitles.map(Self.json)),
    ])
  }

  private static func json(_ video: VideoEncoding) -> JSONValue {
    .members([
      "codec": .string(video.codec.rawValue), "encoder": .optional(video.encoder),
      "size": .array([.int(video.size.width), .int(video.size.height)]),
      "frame_rate": .string("\(video.frameRate)"),
      "is_variable_frame_rate": .bool(video.schedule != nil),
      "chroma": .optional(video.format.chroma?.rawValue),
      "bit_depth": .int(video.format.bitDepth),
      "has_alpha": .bool(video.format.hasAlpha),
      "quality": video.quality.map { .number($0) } ?? .null,
      "bit_rate": video.bitRate.map { .int($0) } ?? .null, "passes": .int(video.passes),
      "options": .sorted(video.options),
    ])
  }

  private static func json(_ audio: AudioEncoding) -> JSONValue {
    .members([
      "codec": .string(audio.codec.rawValue), "sample_rate": .int(audio.sampleRate),
      "channels": .array(audio.layout.channels.map { .string($0) }),
      "bit_rate": audio.bitRate.map { .int($0) } ?? .null, "options": .sorted(audio.options),
      "language": .optional(audio.language), "title": .optional(audio.title),
      "is_default": .bool(audio.isDefault),
    ])
  }

  private static func json(_ copied: AssetTrack) -> JSONValue {
    .members([
      "codec": .string("copy"), "copied_codec": .string(copied.codecName),
      "copied_from": .string(copied.path), "copied_stream": .int(copied.streamIndex),
      "sample_rate": copied.audio.map { .int($0.sampleRate) } ?? .null,
      "channels": .array(copied.audio?.layout.channels.map { .string($0) } ?? []),
      "bit_rate": copied.estimatedDataRate.map { .int($0) } ?? .null,
    ])
  }

  private static func json(_ subtitles: SubtitleEncoding) -> JSONValue {
    .members([
      "codec": .string(subtitles.codec.rawValue), "language": .optional(subtitles.language),
      "title": .optional(subtitles.title), "is_default": .bool(subtitles.isDefault),
      "is_forced": .bool(subtitles.isForced),
    ])
  }
}

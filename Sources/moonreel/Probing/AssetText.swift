// SPDX-License-Identifier: MIT

import MoonreelCore

/// An asset described in lines for a person.
enum AssetText {
  /// The whole description, and `levels` of its tracks by their number.
  static func lines(_ asset: Asset, _ levels: [Int: Loudness] = [:]) -> [String] {
    var lines = [asset.path, "  " + summary(asset)]
    for track in asset.tracks { lines += self.lines(track, levels[track.trackID]) }
    if !asset.metadata.isEmpty {
      lines.append("  tags")
      lines += table(asset.metadata, indent: "    ")
    }
    if !asset.chapters.isEmpty {
      lines.append("  chapters")
      lines += asset.chapters.map { "    \($0.range)  \($0.title ?? "")" }
    }
    return lines
  }

  private static func summary(_ asset: Asset) -> String {
    let estimated = asset.isTimingPrecise ? "" : " (estimated)"
    let count = asset.tracks.count == 1 ? "1 track" : "\(asset.tracks.count) tracks"
    let isStill = asset.tracks.contains { $0.video?.isStillImage == true }
    let duration = isStill && asset.duration == .zero ? "still picture" : "\(asset.duration)"
    return "\(asset.formatName), \(duration)\(estimated), \(count)"
  }

  private static func lines(_ track: AssetTrack, _ loudness: Loudness?) -> [String] {
    let head = "  track \(track.trackID)  \(track.mediaType.rawValue)  \(track.codecName)"
    var details: [String] = []
    if let video = track.video { details += self.details(video) }
    if let audio = track.audio {
      details.append("\(audio.sampleRate) Hz, \(audio.layoutName) (\(channels(audio.layout)))")
    }
    if let loudness { details.append("sound: \(loudness)") }
    details.append(timing(track))
    if !track.isEnabled { details.append("not played by default") }
    if track.damagePolicy == .conceal { details.append("damage is concealed") }
    return [head] + details.map { "    " + $0 } + table(track.metadata, indent: "      ")
  }

  private static func details(_ video: AssetTrack.Video) -> [String] {
    var lines = ["\(video.codedSize), \(format(video))", color(video)]
    if let profile = video.profile { lines.append(words(profile)) }
    if video.naturalSize != video.codedSize {
      lines.append("pixel aspect \(video.pixelAspect), natural size \(video.naturalSize)")
    }
    if video.preferredTransform != .identity {
      lines.append("\(orientation(video.preferredTransform)), shown as \(video.displaySize)")
    }
    if !video.isStillImage { lines.append(rate(video)) }
    return lines
  }

  private static func format(_ video: AssetTrack.Video) -> String {
    let alpha = video.hasAlpha ? " with alpha" : ""
    let conversion = video.isNativeFormat ? "" : " (converted by libswscale)"
    return video.pixelFormatName + alpha + conversion
  }

  private static func color(_ video: AssetTrack.Video) -> String {
    let color = video.color
    let tags = [
      "matrix \(color.matrix.rawValue)", "transfer \(color.transfer.rawValue)",
      "primaries \(color.primaries.rawValue)", "\(color.range.rawValue) range",
      "siting \(color.siting.rawValue)",
    ]
    return tags.joined(separator: ", ") + (video.isColorTagged ? "" : " (untagged: assumed)")
  }

  private static func words(_ profile: ColorProfile) -> String {
    let name = "colour profile '\(profile.name)'"
    return switch profile.use {
    case .tagged: name
    case .converted: name + ", from which pixels are converted"
    case .unused: name + ", which is not used" + (profile.fault.map { ": \($0)" } ?? "")
    }
  }

  private static func rate(_ video: AssetTrack.Video) -> String {
    var parts: [String] = []
    if let rate = video.nominalFrameRate {
      let number = Numbers.fixed(rate.framesPerSecond.doubleValue, decimals: 3)
      parts.append("\(number) frames a second (\(rate))")
    } else {
      parts.append("no stated frame rate")
    }
    if video.isVariableFrameRate { parts.append("variable") }
    if let least = video.minFrameDuration { parts.append("shortest frame \(least)") }
    if video.requiresFrameReordering { parts.append("reordered") }
    if let order = video.fieldOrder {
      let what =
        order == .topFirst ? "interlaced, top field first" : "interlaced, bottom field first"
      parts.append(video.deinterlacing == .never ? what : what + " (deinterlaced)")
    }
    return parts.joined(separator: ", ")
  }

  private static func timing(_ track: AssetTrack) -> String {
    var parts = ["\(track.timeRange.start) to \(track.timeRange.end)", "unit \(track.timeBase) s"]
    if let rate = track.estimatedDataRate {
      parts.append("\(Numbers.tenths(Double(rate) / 1000)) kb/s")
    }
    if let language = track.languageCode { parts.append("language \(language)") }
    return parts.joined(separator: ", ")
  }

  /// The eight orientations by name; anything else by its matrix.
  static func orientation(_ transform: AffineTransform) -> String {
    let matrix = [transform.a, transform.b, transform.c, transform.d].map { Int($0.rounded()) }
    return switch matrix {
    case [1, 0, 0, 1]: "upright"
    case [0, 1, -1, 0]: "turned 90° clockwise"
    case [-1, 0, 0, -1]: "turned 180°"
    case [0, -1, 1, 0]: "turned 90° counter-clockwise"
    case [-1, 0, 0, 1]: "mirrored left to right"
    case [1, 0, 0, -1]: "mirrored top to bottom"
    case [0, 1, 1, 0]: "mirrored and turned 90° counter-clockwise"
    case [0, -1, -1, 0]: "mirrored and turned 90° clockwise"
    default: "transformed by \(matrix)"
    }
  }

  private static func channels(_ layout: ChannelLayout) -> String {
    layout.count == 1 ? "1 channel" : layout.channels.joined(separator: " ")
  }

  /// Keys and values in two columns, in the order of the keys.
  private static func table(_ values: [String: String], indent: String) -> [String] {
    let width = min(24, values.keys.map(\.count).max() ?? 0)
    return values.sorted { $0.key < $1.key }.map { key, value in
      let padding = String(repeating: " ", count: max(0, width - key.count) + 2)
      let oneLine = value.split(whereSeparator: \.isNewline).joined(separator: " / ")
      return indent + key + padding + oneLine
    }
  }
}

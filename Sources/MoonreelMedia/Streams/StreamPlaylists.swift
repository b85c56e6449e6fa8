// SPDX-License-Identifier: MIT

import MoonreelCore

/// The playlists of a stream for HTTP Live Streaming (RFC 8216).
struct StreamPlaylists {
  /// What the names of all files begin with, as URIs have it.
  let stem: String
  let pictures: [StreamTrack]
  let sounds: [StreamTrack]
  let captions: [StreamCaptions]

  private enum Group {
    static let sound = "sound"
    static let captions = "captions"
  }

  /// The playlist that players are given: it names the others.
  var main: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if !pictures.isEmpty { lines += sounds.enumerated().map { rendition($0, $1) } }
    lines += captions.enumerated().map { rendition($0, $1) }
    for track in pictures.isEmpty ? sounds : pictures {
      lines += [variant(track), "\(stem)-\(track.id).m3u8"]
    }
    return text(lines)
  }

  private func rendition(_ index: Int, _ track: StreamTrack) -> String {
    guard case .sound(let encoding) = track.content else { return "" }
    // One of several is chosen unless a person chooses: that which is meant to be, else the first.
    let chosen = sounds.firstIndex { $0.isDefault } ?? 0
    return media(
      "AUDIO", Group.sound, name: encoding.title ?? encoding.language ?? "Sound \(index + 1)",
      language: encoding.language, isDefault: index == chosen,
      more: ["CHANNELS=\"\(encoding.layout.count)\""], playlist: "\(stem)-\(track.id).m3u8")
  }

  private func rendition(_ index: Int, _ track: StreamCaptions) -> String {
    let encoding = track.encoding
    return media(
      "SUBTITLES", Group.captions,
      name: encoding.title ?? encoding.language ?? "Captions \(index + 1)",
      language: encoding.language, isDefault: encoding.isDefault,
      more: ["FORCED=\(encoding.isForced ? "YES" : "NO")"], playlist: "\(stem)-\(track.id).m3u8")
  }

  private func media(
    _ type: String, _ group: String, name: String, language: String?, isDefault: Bool,
    more: [String], playlist: String
  ) -> String {
    let attributes =
      ["TYPE=\(type)", "GROUP-ID=\"\(group)\"", "NAME=\"\(quotable(name))\""]
      + (language.map { ["LANGUAGE=\"\(quotable($0))\""] } ?? [])
      + ["DEFAULT=\(isDefault ? "YES" : "NO")", "AUTOSELECT=YES"] + more + ["URI=\"\(playlist)\""]
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  private func variant(_ track: StreamTrack) -> String {
    // Whichever sound is chosen, there must be room for it.
    let others = pictures.isEmpty ? [] : sounds
    let peak = track.peakBitRate + (others.map(\.peakBitRate).max() ?? 0)
    let average = track.averageBitRate + (others.map(\.averageBitRate).max() ?? 0)
    let codecs = ([track] + others).map(\.codec).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    var attributes = [
      "BANDWIDTH=\(peak)", "AVERAGE-BANDWIDTH=\(average)",
      "CODECS=\"\(codecs.joined(separator: ","))\"",
    ]
    if case .pictures(let encoding) = track.content {
      attributes += [
        "RESOLUTION=\(encoding.size.width)x\(encoding.size.height)",
        "FRAME-RATE=\(Self.decimal(encoding.frameRate.framesPerSecond.doubleValue, 3))",
        "VIDEO-RANGE=\(encoding.color.videoRange)",
      ]
    }
    if !others.isEmpty { attributes.append("AUDIO=\"\(Group.sound)\"") }
    if !captions.isEmpty { attributes.append("SUBTITLES=\"\(Group.captions)\"") }
    return "#EXT-X-STREAM-INF:" + attributes.joined(separator: ",")
  }

  /// The playlist of `track`.
  func playlist(of track: StreamTrack) -> String {
    let longest = track.segments.map { track.seconds($0) }.max() ?? 0
    var lines = head(longest: longest) + ["#EXT-X-MAP:URI=\"\(stem)\(track.initEnding)\""]
    for (index, segment) in track.segments.enumerated() {
      lines += [
        "#EXTINF:\(Self.decimal(track.seconds(segment), 6)),",
        stem + track.segmentEnding(index + 1),
      ]
    }
    return text(lines + ["#EXT-X-ENDLIST"])
  }

  /// The playlist of `track`, which is as long as the stream.
  func playlist(of track: StreamCaptions) -> String {
    let length = (pictures + sounds).map(\.end).max() ?? 0
    return text(
      head(longest: length) + [
        "#EXTINF:\(Self.decimal(length, 6)),", stem + track.fileEnding, "#EXT-X-ENDLIST",
      ])
  }

  private func head(longest: Double) -> [String] {
    [
      "#EXTM3U", "#EXT-X-VERSION:7",
      "#EXT-X-TARGETDURATION:\(max(1, Int(limiting: longest.rounded())))",
      "#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS",
    ]
  }

  private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// `text` as it may stand between quotes.
  private func quotable(_ text: String) -> String {
    String(text.map { $0 == "\"" ? "'" : $0.isNewline ? " " : $0 })
  }

  /// `number` with `places` behind the point.
  static func decimal(_ number: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let whole = Int(limiting: (number * Double(scale)).rounded())
    let rest = "\(whole % scale)"
    return "\(whole / scale)." + String(repeating: "0", count: places - rest.count) + rest
  }
}

extension StreamTrack {
  /// Whether players choose it unless told otherwise.
  fileprivate var isDefault: Bool {
    if case .sound(let encoding) = content { encoding.isDefault } else { false }
  }
}

extension ColorTags {
  /// What RFC 8216 (bis) calls the range of light.
  fileprivate var videoRange: String {
    switch transfer {
    case .pq: "PQ"
    case .hlg: "HLG"
    default: "SDR"
    }
  }
}

extension String {
  /// The text as a part of a URI (RFC 3986, 2.3): all but unreserved characters is escaped.
  var asURIPart: String {
    utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain =
        character.isASCII
        && (character.isLetter || character.isNumber || "-._~".contains(character))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}

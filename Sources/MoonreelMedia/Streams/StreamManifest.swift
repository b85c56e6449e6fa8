// SPDX-License-Identifier: MIT

import MoonreelCore

/// The manifest of a stream for DASH (ISO/IEC 23009-1): one period, a set for pictures, for each track of sound and of
/// captions.
struct StreamManifest {
  /// What the names of all files begin with, as URIs have it.
  let stem: String
  let pictures: [StreamTrack]
  let sounds: [StreamTrack]
  let captions: [StreamCaptions]

  /// The manifest as XML.
  var text: String {
    let tracks = pictures + sounds
    let longest = tracks.flatMap { track in track.segments.map { track.seconds($0) } }.max() ?? 0
    let length = tracks.map(\.end).max() ?? 0
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" "
        + "profiles=\"urn:mpeg:dash:profile:isoff-live:2011,urn:mpeg:dash:profile:cmaf:2019\" "
        + "mediaPresentationDuration=\"\(duration(length))\" maxSegmentDuration=\"\(duration(longest))\" "
        + "minBufferTime=\"\(duration(longest))\">",
      "  <Period id=\"0\" start=\"PT0S\">",
    ]
    if !pictures.isEmpty { lines += set(pictures, attributes: "contentType=\"video\"") }
    for sound in sounds {
      lines += set([sound], attributes: "contentType=\"audio\"" + language(of: sound))
    }
    for track in captions { lines += set(track) }
    return (lines + ["  </Period>", "</MPD>"]).joined(separator: "\n") + "\n"
  }

  private func set(_ tracks: [StreamTrack], attributes: String) -> [String] {
    let kind = pictures.contains(tracks[0]) ? "video" : "audio"
    let head =
      "    <AdaptationSet \(attributes) mimeType=\"\(kind)/mp4\" segmentAlignment=\"true\" "
      + "startWithSAP=\"1\">"
    // All have their segments at the same times.
    let template = [
      "      <SegmentTemplate timescale=\"\(tracks[0].timescale)\" startNumber=\"1\" "
        + "initialization=\"\(stem)-$RepresentationID$-init.mp4\" "
        + "media=\"\(stem)-$RepresentationID$-$Number%05d$.m4s\">",
      "        <SegmentTimeline>",
    ]
    return [head] + template + timeline(tracks[0])
      + ["        </SegmentTimeline>", "      </SegmentTemplate>"] + tracks.flatMap(representation)
      + ["    </AdaptationSet>"]
  }

  /// The segments of `track`, like ones in one line.
  private func timeline(_ track: StreamTrack) -> [String] {
    var runs: [(start: Int64, duration: Int64, count: Int)] = []
    for segment in track.segments {
      if let last = runs.last, last.duration == segment.duration {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((segment.start, segment.duration, 1))
      }
    }
    return runs.map { run in
      let again = run.count > 1 ? " r=\"\(run.count - 1)\"" : ""
      return "          <S t=\"\(run.start)\" d=\"\(run.duration)\"\(again)/>"
    }
  }

  private func representation(_ track: StreamTrack) -> [String] {
    let head =
      "      <Representation id=\"\(track.id)\" codecs=\"\(track.codec)\" "
      + "bandwidth=\"\(track.peakBitRate)\""
    switch track.content {
    case .pictures(let encoding):
      let (size, rate) = (encoding.size, encoding.frameRate.framesPerSecond)
      let frameRate =
        rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
      return [
        "\(head) width=\"\(size.width)\" height=\"\(size.height)\" frameRate=\"\(frameRate)\"/>"
      ]
    case .sound(let encoding):
      return [
        "\(head) audioSamplingRate=\"\(encoding.sampleRate)\">",
        "        <AudioChannelConfiguration "
          + "schemeIdUri=\"urn:mpeg:dash:23003:3:audio_channel_configuration:2011\" "
          + "value=\"\(encoding.layout.count)\"/>",
        "      </Representation>",
      ]
    }
  }

  private func set(_ track: StreamCaptions) -> [String] {
    let language = track.encoding.language.map { " lang=\"\(escaped($0))\"" } ?? ""
    return [
      "    <AdaptationSet contentType=\"text\" mimeType=\"text/vtt\"\(language)>",
      "      <Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"subtitle\"/>",
      "      <Representation id=\"\(track.id)\" bandwidth=\"1000\">",
      "        <BaseURL>\(stem + track.fileEnding)</BaseURL>",
      "      </Representation>",
      "    </AdaptationSet>",
    ]
  }

  private func language(of sound: StreamTrack) -> String {
    guard case .sound(let encoding) = sound.content, let language = encoding.language else {
      return ""
    }
    return " lang=\"\(escaped(language))\""
  }

  private func duration(_ seconds: Double) -> String {
    "PT\(StreamPlaylists.decimal(seconds, 6))S"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

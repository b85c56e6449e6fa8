// SPDX-License-Identifier: MIT

import MoonreelCore

/// Captions as a WebVTT file.
enum WebVTTText {
  /// `captions`, each a cue; those that begin before zero or have no length are left out.
  static func text(of captions: Captions) -> String {
    let shown = captions.changed { $0.timeRange.start >= .zero ? $0 : nil }
    let cues = SubtitlePacket.packets(of: shown, .webvtt).map { packet in
      let settings = packet.settings.isEmpty ? "" : " " + packet.settings
      return "\(stamp(packet.start)) --> \(stamp(packet.start + packet.duration))\(settings)\n"
        // An empty line would end the cue.
        + String(decoding: packet.bytes, as: UTF8.self).split(separator: "\n").joined(
          separator: "\n") + "\n"
    }
    return (["WEBVTT\n"] + cues).joined(separator: "\n")
  }

  private static func stamp(_ milliseconds: Int64) -> String {
    CaptionMarkup.stamp(Time(flicks: milliseconds * (Time.flicksPerSecond / 1000)))
  }
}

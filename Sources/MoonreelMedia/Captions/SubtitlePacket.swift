// SPDX-License-Identifier: MIT

import MoonreelCore

/// Captions as a file stores them: one packet's worth, times in milliseconds.
struct SubtitlePacket: Hashable, Sendable {
  /// When it is shown, from the file's beginning on.
  var start: Int64
  /// How long it is shown.
  var duration: Int64
  /// What is stored.
  var bytes: [UInt8]
  /// The settings of a WebVTT cue; empty elsewhere.
  var settings = ""

  /// The packets of `captions`, none of which begins before zero, in the form of `codec`.
  ///
  /// Timed text knows one text at a time: there, captions that overlap are joined for as long as they do, and
  /// an empty text stands where nothing is shown.
  static func packets(of captions: Captions, _ codec: SubtitleCodec) -> [SubtitlePacket] {
    guard codec != .movText else { return timedText(captions) }
    return captions.enumerated().compactMap { index, caption in
      let start = caption.timeRange.start.value(timescale: 1000)
      let duration = caption.timeRange.end.value(timescale: 1000) - start
      guard duration > 0 else { return nil }
      let text: String
      switch codec {
      case .webvtt: text = CaptionMarkup.webVTT(caption)
      case .ass: text = CaptionMarkup.substation(caption, order: index)
      case .subrip, .movText: text = CaptionMarkup.subRip(caption)
      }
      return SubtitlePacket(
        start: start, duration: duration, bytes: Array(text.utf8),
        settings: codec == .webvtt ? CaptionMarkup.settings(caption) : "")
    }
  }

  private static func timedText(_ captions: Captions) -> [SubtitlePacket] {
    var packets: [SubtitlePacket] = []
    var end: Int64 = 0
    func add(upTo next: Int64, _ bytes: [UInt8]) {
      guard next > end else { return }
      packets.append(SubtitlePacket(start: end, duration: next - end, bytes: bytes))
      end = next
    }
    for (range, positions) in captions.stretches {
      add(upTo: range.start.value(timescale: 1000), TimedText.sample([]))
      add(
        upTo: range.end.value(timescale: 1000),
        TimedText.sample(positions.map { captions[$0] }))
    }
    return packets
  }

  /// What a decoder is told of all packets of `encoding`.
  static func extradata(_ encoding: SubtitleEncoding) -> [UInt8] {
    switch encoding.codec {
    case .movText: TimedText.description(isForced: encoding.isForced)
    case .ass: Array(CaptionMarkup.substationHeader.utf8)
    case .subrip, .webvtt: []
    }
  }
}

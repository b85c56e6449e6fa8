// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension AssetTrack {
  /// What players call it: MP4 and MOV files keep that as the name of a handler.
  fileprivate var title: String? {
    let name = metadata["title"] ?? metadata["handler_name"]
    return name == "SubtitleHandler" || name?.isEmpty == true ? nil : name
  }

  /// Whether its entries are text, not pictures of letters (DVD, Blu-ray, DVB).
  public var holdsText: Bool {
    let properties = avcodec_descriptor_get_by_name(codecName)?.pointee.props ?? 0
    return mediaType == .subtitle && properties & AV_CODEC_PROP_BITMAP_SUB == 0
  }
}

extension TimedTextReader {
  /// The captions of the track: letters with their styles, places and word times.
  ///
  /// SubRip, WebVTT and (Advanced) SubStation Alpha are read as they are written; other texts as far as libav
  /// knows what they mean. Entries without letters are left out. Text that is no UTF-8 is taken for
  /// Windows-1252, with a warning. An entry that ends before it begins lasts until the next one begins.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` for subtitles that are pictures, `decodingFailed` naming
  ///   file and time.
  public func captions() throws -> Captions {
    guard track.holdsText else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot read captions of '\(track.path)': its subtitles (\(track.codecName)) are pictures, "
          + "not text.")
    }
    var captions: [Caption] = []
    for ordinal in index.entries.indices {
      try cursor.seek(to: ordinal)
      guard let packet = cursor.read() else { break }
      guard let span = span(of: ordinal), let caption = try caption(packet, span) else { continue }
      if !caption.isBlank { captions.append(caption) }
    }
    return Captions(captions, language: track.languageCode, title: track.title)
  }

  private func caption(
    _ packet: UnsafeMutablePointer<AVPacket>, _ range: TimeRange
  ) throws -> Caption? {
    switch track.codecName {
    case "subrip", "text":
      let (spans, placement) = SubRipPayload.parse(text(of: packet))
      return Caption(timeRange: range, spans: spans, placement: placement)
    case "webvtt":
      let settings = sideData(of: packet, AV_PKT_DATA_WEBVTT_SETTINGS)
      return Caption(
        timeRange: range, spans: WebVTTPayload.parse(text(of: packet), start: range.start),
        placement: settings.flatMap(WebVTTSettings.placement))
    case "ass", "ssa":
      let (spans, placement) = ASSPayload.parse(event: text(of: packet), header: header)
      return Caption(timeRange: range, spans: spans, placement: placement)
    default:
      guard let sample = try sample(packet, range), let markup = sample.fields["ass"] else {
        return nil
      }
      let (spans, placement) = ASSPayload.parse(text: CaptionText.clean(markup), ASSOverrides())
      return Caption(timeRange: sample.range, spans: spans, placement: placement)
    }
  }

  /// The bytes of `packet` as text.
  func text(of packet: UnsafeMutablePointer<AVPacket>) -> String {
    let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    let (text, isUTF8) = CaptionText.decode(bytes)
    if !isUTF8 { warnings?.warn(CaptionText.encodingWarning(track.path)) }
    return text
  }

  private func sideData(
    of packet: UnsafeMutablePointer<AVPacket>, _ kind: AVPacketSideDataType
  ) -> String? {
    var size = 0
    guard let data = av_packet_get_side_data(packet, kind, &size) else { return nil }
    return CaptionText.decode(UnsafeBufferPointer(start: data, count: size)).text
  }
}

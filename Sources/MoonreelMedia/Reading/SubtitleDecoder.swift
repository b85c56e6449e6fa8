// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Owns one decoder of subtitles, which gives every text in the form of Advanced SubStation Alpha.
final class SubtitleDecoder {
  /// What a packet gives.
  enum Output {
    /// The text without markup (`nil` for a picture), the text with its markup, how long after the
    /// packet's time it appears and, where the decoder says so, disappears.
    case text(String?, markup: String?, lead: Time, end: Time?)
    /// An empty entry: the screen is cleared.
    case nothing
    /// libav's code.
    case failed(Int32)
  }

  private let context: UnsafeMutablePointer<AVCodecContext>

  /// Opens a decoder for `stream`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where libav has no decoder.
  init(stream: UnsafeMutablePointer<AVStream>, path: String) throws {
    context = try Libav.openDecoder(
      avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id), for: stream,
      what: "the text of '\(path)'"
    ) { $0.pointee.pkt_timebase = stream.pointee.time_base }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Decodes one packet.
  func decode(_ packet: UnsafeMutablePointer<AVPacket>) -> Output {
    var subtitle = AVSubtitle()
    var isWhole: Int32 = 0
    let code = avcodec_decode_subtitle2(context, &subtitle, &isWhole, packet)
    guard code >= 0 else { return .failed(code) }
    guard isWhole != 0 else { return .nothing }
    defer { avsubtitle_free(&subtitle) }
    let rectangles = (0..<Int(subtitle.num_rects)).compactMap { subtitle.rects[$0]?.pointee }
    guard !rectangles.isEmpty else { return .nothing }
    let dialogues = rectangles.compactMap { $0.ass.map { String(cString: $0) } }
    let markup = dialogues.map(Self.textField)
    func time(_ milliseconds: UInt32) -> Time {
      Time(flicks: Int64(milliseconds) * (Time.flicksPerSecond / 1000))
    }
    let isOpen = subtitle.end_display_time == 0 || subtitle.end_display_time == .max
    return .text(
      dialogues.isEmpty ? nil : markup.map(Self.plain).joined(separator: "\n"),
      markup: dialogues.isEmpty ? nil : markup.joined(separator: "\\N"),
      lead: time(subtitle.start_display_time),
      end: isOpen ? nil : time(subtitle.end_display_time))
  }

  /// The last field of a dialogue line: order, layer, style, name, three margins and effect come first.
  static func textField(_ dialogue: String) -> String {
    let fields = dialogue.split(
      separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    return fields.count == 9 ? String(fields[8]) : dialogue
  }

  /// `markup` without `{…}` overrides; `\N` and `\n` begin a line, `\h` is a hard space.
  static func plain(_ markup: String) -> String {
    var result = ""
    var isInside = false
    var isEscaped = false
    for character in markup where character != "\r\n" && character != "\r" {
      if isEscaped {
        isEscaped = false
        switch character {
        case "N", "n": result.append("\n")
        case "h": result.append("\u{a0}")
        default: result += "\\\(character)"
        }
      } else if isInside {
        isInside = character != "}"
      } else if character == "\\" {
        isEscaped = true
      } else if character == "{" {
        isInside = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

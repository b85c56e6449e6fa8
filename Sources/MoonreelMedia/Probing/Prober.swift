// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Describes the streams of an open and indexed file.
struct Prober {
  let format: FormatContext
  let index: MediaIndex

  /// The tracks in the file's order; attached pictures and unknown data are left out.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for pictures in a form that cannot be decoded.
  func tracks() throws -> [AssetTrack] {
    let wanted = (0..<format.streamCount).filter { kind(of: $0) != nil }
    let ids = wanted.map { Int(format.stream($0).pointee.id) }
    let hasOwnIDs = Set(ids).count == ids.count && ids.allSatisfy { $0 >= 1 }
    return try wanted.compactMap { try track($0, id: hasOwnIDs ? nil : $0 + 1) }
  }

  /// The chapters in order.
  func chapters() -> [Chapter] {
    // An MP3 file counts them from its beginning, whatever the encoder has put before the sound.
    let isMP3 = format.formatName == "mp3"
    let zero = isMP3 ? .zero : index.streams.values.first?.presentationZero ?? .zero
    // holds: libav counts them in memory.
    return (0..<Int32(format.context.pointee.nb_chapters)).compactMap { number in
      guard let chapter = mr_chapter(format.context, number)?.pointee,
        let timeBase = Rational(positive: chapter.time_base),
        let start = try? Time(value: chapter.start, timeBase: timeBase),
        let end = try? Time(value: chapter.end, timeBase: timeBase)
      else { return nil }
      let range = TimeRange(start: start - zero, end: max(start, end) - zero)
      let title = Self.tags(chapter.metadata)["title"] ?? ""
      // So libav names what has no title in an MP3 file.
      let hasNone = title.isEmpty || isMP3 && title == "ch\(number)"
      return Chapter(range: range, title: hasNone ? nil : title)
    }
  }

  /// A dictionary's entries, keys in lower case.
  static func tags(_ dictionary: OpaquePointer?) -> [String: String] {
    var result: [String: String] = [:]
    for (key, value) in Libav.entries(dictionary) { result[key.lowercased()] = value }
    return result
  }

  /// What the stream carries; `nil` for what is left out.
  private func kind(of streamIndex: Int) -> MediaType? {
    let stream = format.stream(streamIndex)
    let parameters = stream.pointee.codecpar.pointee
    let hasPackets = !(index.streams[streamIndex]?.entries.isEmpty ?? true)
    guard hasPackets else { return nil }
    switch parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO:
      let attached = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS
      return stream.pointee.disposition & attached == 0 ? .video : nil
    case AVMEDIA_TYPE_AUDIO: return .audio
    case AVMEDIA_TYPE_SUBTITLE: return .subtitle
    case AVMEDIA_TYPE_DATA:
      return parameters.codec_id != AV_CODEC_ID_NONE || Self.tag(parameters) != nil
        ? .metadata : nil
    default: return nil
    }
  }

  private func track(_ streamIndex: Int, id: Int?) throws -> AssetTrack? {
    let stream = format.stream(streamIndex)
    let parameters = stream.pointee.codecpar.pointee
    guard let kind = kind(of: streamIndex), let packets = index.streams[streamIndex] else {
      return nil
    }
    let tags = Self.tags(stream.pointee.metadata)
    var track = AssetTrack(
      path: format.path, streamIndex: streamIndex, trackID: id ?? Int(stream.pointee.id),
      mediaType: kind,
      codecName: format.rawPictures?.formatName ?? Self.codecName(parameters), timeRange: .zero,
      timeBase: packets.timeBase,
      languageCode: tags["language"].flatMap {
        $0 == "und" || $0.isEmpty ? nil : LanguageCode.named($0)
      },
      metadata: tags.filter { $0.key != "language" }, isEnabled: isEnabled(stream))
    track.roles = Self.roles(stream.pointee.disposition)
    switch kind {
    case .video:
      guard !packets.slots.isEmpty else { return nil }
      let video = try VideoProber(format: format, stream: stream, index: packets)
      track.video = try video.describe()
      track.timeRange = video.timeRange
    case .audio:
      guard parameters.sample_rate > 0, let sound = packets.sound else { return nil }
      track.audio = Self.audio(stream)
      track.timeRange = Self.timeRange(of: sound)
      // A broken file keeps the length it says it has.
      if packets.brokenAt != nil,
        let claimed = Truncation.claimedEnd(of: stream, packets, format),
        claimed > track.timeRange.end
      {
        track.timeRange = TimeRange(start: track.timeRange.start, end: claimed)
      }
    case .subtitle, .metadata:
      track.timeRange = Self.timeRange(ofPacketsIn: packets)
    }
    track.estimatedDataRate = dataRate(parameters, packets, track.timeRange)
    return track
  }

  private func isEnabled(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let hasMarks = (0..<format.streamCount).contains {
      format.stream($0).pointee.disposition & AV_DISPOSITION_DEFAULT != 0
    }
    return !hasMarks || stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
  }

  private func dataRate(
    _ parameters: AVCodecParameters, _ packets: StreamIndex, _ range: TimeRange
  ) -> Int? {
    guard packets.entries.first?.size ?? -1 >= 0, range.duration > .zero else {
      return parameters.bit_rate > 0 ? Int(parameters.bit_rate) : nil
    }
    let bits =
      format.rawPictures.map { Double($0.byteCount) * 8 }
      ?? packets.entries.reduce(0.0) { $0 + Double($1.size) * 8 }
    return Int(limiting: (bits / range.duration.seconds).rounded())
  }

  private static func audio(_ stream: UnsafeMutablePointer<AVStream>) -> AssetTrack.Audio {
    // holds: libav makes them with the stream.
    let parameters = stream.pointee.codecpar!
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      buffer[0] = 0
      av_channel_layout_describe(&parameters.pointee.ch_layout, buffer.baseAddress, 128)
      return String(cString: buffer.baseAddress!)
    }
    return AssetTrack.Audio(
      sampleRate: Int(parameters.pointee.sample_rate),
      layout: ChannelLayout(&parameters.pointee.ch_layout), layoutName: name)
  }

  private static func timeRange(of sound: SoundIndex) -> TimeRange {
    let rate = Int64(sound.sampleRate)
    let start = (try? Time(value: sound.audibleStart, timescale: rate)) ?? .zero
    let end = (try? Time(value: sound.end, timescale: rate)) ?? .zero
    return TimeRange(start: start, end: max(start, end))
  }

  private static func timeRange(ofPacketsIn index: StreamIndex) -> TimeRange {
    let spans = index.entries.compactMap { entry in
      index.time(of: entry.presentation).map { ($0, $0 + index.duration(of: entry.duration)) }
    }
    guard let start = spans.map(\.0).min(), let end = spans.map(\.1).max() else { return .zero }
    return TimeRange(start: start, end: max(start, end))
  }

  /// The codec's short name; for data without a codec, the container's four letters.
  private static func codecName(_ parameters: AVCodecParameters) -> String {
    if parameters.codec_id == AV_CODEC_ID_NONE, let tag = tag(parameters) { return tag }
    return String(cString: avcodec_get_name(parameters.codec_id))
  }

  /// The container's four letters for the codec, where they are letters.
  private static func tag(_ parameters: AVCodecParameters) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: parameters.codec_tag >> (8 * $0)) }
    guard bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension Muxer {
  /// Adds the stream of an open encoder of pictures.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func addVideo(_ encoder: VideoEncoder) throws {
    let stream = try addStream()
    guard avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot describe the pictures: out of memory.")
    }
    stream.pointee.time_base = encoder.context.pointee.time_base
    if encoder.encoding.schedule == nil, encoder.encoding.liveTimeBase == nil {
      stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
      stream.pointee.r_frame_rate = encoder.context.pointee.framerate
    }
    stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
    if var hdr = encoder.encoding.hdr?.libav, mr_set_stream_hdr(stream, &hdr) < 0 {
      throw MoonreelError(.limitExceeded, "Cannot describe the pictures' light: out of memory.")
    }
    if encoder.encoding.codec == .hevc, container.traits.isMPEG4 {
      // Apple's players take HEVC only under this tag (parameter sets in the sample description).
      stream.pointee.codecpar.pointee.codec_tag = Self.tag("hvc1")
    }
  }

  /// Adds the stream of an open encoder of sound.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func addAudio(_ encoder: AudioEncoder) throws {
    let stream = try addStream()
    guard avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot describe the sound: out of memory.")
    }
    stream.pointee.time_base = encoder.context.pointee.time_base
    let encoding = encoder.encoding
    if encoding.isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
    name(stream, language: encoding.language, title: encoding.title)
    notePriming(of: stream, title: encoding.title)
  }

  /// Says what language a stream is in and what players call it.
  private func name(_ stream: UnsafeMutablePointer<AVStream>, language: String?, title: String?) {
    let language = language.map { container.traits.languages.code(for: $0) }
    let title = (container.traits.isMPEG4 ? "handler_name" : "title", title)
    for (key, value) in [("language", language), title] {
      if let value { av_dict_set(&stream.pointee.metadata, key, value, 0) }
    }
  }

  /// Has the priming of a stream of sound written where libav's muxer does not.
  func notePriming(of stream: UnsafeMutablePointer<AVStream>, title: String?) {
    let parameters = stream.pointee.codecpar!
    guard container.traits.saysPriming, parameters.pointee.initial_padding > 0 else { return }
    let index = Int(stream.pointee.index)
    let priming = MatroskaPriming(
      samples: Int64(parameters.pointee.initial_padding),
      sampleRate: Int(parameters.pointee.sample_rate), title: title, stream: index,
      isOpus: parameters.pointee.codec_id == AV_CODEC_ID_OPUS)
    // What is not said twice cannot be taken off twice, by whatever muxer.
    parameters.pointee.initial_padding = 0
    av_dict_set(&stream.pointee.metadata, "title", priming.filling, 0)
    note(priming, of: index)
  }

  /// Adds a stream of captions, timed in milliseconds.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func addSubtitles(_ encoding: SubtitleEncoding) throws {
    let stream = try addStream()
    let parameters = stream.pointee.codecpar!
    parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    parameters.pointee.codec_id = encoding.codec.libav
    stream.pointee.time_base = SubtitlePacket.timeBase
    let extradata = SubtitlePacket.extradata(encoding)
    if !extradata.isEmpty {
      let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
      guard let memory = av_mallocz(extradata.count + padding) else {
        throw MoonreelError(.limitExceeded, "Cannot describe the captions: out of memory.")
      }
      extradata.withUnsafeBytes {
        memory.copyMemory(from: $0.baseAddress!, byteCount: extradata.count)
      }
      parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
      parameters.pointee.extradata_size = Int32(extradata.count)
    }
    if encoding.isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
    if encoding.isForced { stream.pointee.disposition |= AV_DISPOSITION_FORCED }
    name(stream, language: encoding.language, title: encoding.title)
  }

  /// Adds a stream of timed metadata, timed in milliseconds.
  ///
  /// libav's muxer of MPEG-4 describes only data that it knows; ``MovieIndex`` puts the description of boxed
  /// metadata in place of the one that it writes.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) without memory.
  func addTimedMetadata(_ encoding: TimedMetadataEncoding) throws {
    let stream = try addStream()
    let parameters = stream.pointee.codecpar!
    parameters.pointee.codec_type = AVMEDIA_TYPE_DATA
    switch encoding.codec {
    case .boxed:
      parameters.pointee.codec_id = AV_CODEC_ID_BIN_DATA
      parameters.pointee.codec_tag = Self.tag("gpmd")
    case .id3: parameters.pointee.codec_id = AV_CODEC_ID_TIMED_ID3
    }
    stream.pointee.time_base = SubtitlePacket.timeBase
    if let title = encoding.title {
      av_dict_set(&stream.pointee.metadata, "handler_name", title, 0)
    }
  }

  /// A four-letter code as a number.
  static func tag(_ letters: StaticString) -> UInt32 {
    let bytes = letters.utf8Start
    return (0..<4).reduce(0) { $0 | UInt32(bytes[$1]) << (8 * UInt32($1)) }
  }

  /// Sets the file's tags and chapters; warns of those that the container has no place for.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func setMetadata(
    _ metadata: [String: String], chapters: [Chapter], warnings: WarningLog?
  ) throws {
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      if !container.holdsTag(key) {
        warnings?.warn("A \(container.rawValue) file has no place for the tag '\(key)': left out.")
      } else {
        av_dict_set(&context.pointee.metadata, key, value, 0)
      }
    }
    if !chapters.isEmpty, !container.traits.holdsChapters {
      warnings?.warn("A \(container.rawValue) file has no place for chapters: left out.")
      return
    }
    let list = ChapterList(chapters, in: container)
    for loss in list.losses { warnings?.warn(loss) }
    for (index, chapter) in list.chapters.enumerated() {
      let start = chapter.range.start.value(timescale: 1_000_000_000)
      let end = chapter.range.end.value(timescale: 1_000_000_000)
      guard mr_add_chapter(context, Int64(index + 1), start, end, chapter.title) >= 0 else {
        throw MoonreelError(.limitExceeded, "Cannot add a chapter: out of memory.")
      }
    }
  }
}

extension SubtitleCodec {
  /// libav's name of it.
  var libav: AVCodecID {
    switch self {
    case .movText: AV_CODEC_ID_MOV_TEXT
    case .subrip: AV_CODEC_ID_SUBRIP
    case .ass: AV_CODEC_ID_ASS
    case .webvtt: AV_CODEC_ID_WEBVTT
    }
  }
}

extension SubtitlePacket {
  /// Milliseconds.
  static var timeBase: AVRational { AVRational(num: 1, den: 1000) }

  /// The packet in libav's form.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  func storage() throws -> PacketStorage {
    let storage = PacketStorage()
    guard av_new_packet(storage.packet, Int32(bytes.count)) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot hold a caption: out of memory.")
    }
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress {
        UnsafeMutableRawPointer(storage.packet.pointee.data)
          .copyMemory(from: base, byteCount: source.count)
      }
    }
    storage.packet.pointee.pts = start
    storage.packet.pointee.dts = start
    storage.packet.pointee.duration = duration
    storage.packet.pointee.flags |= AV_PKT_FLAG_KEY
    if !settings.isEmpty {
      let size = settings.utf8.count
      let data = av_packet_new_side_data(storage.packet, AV_PKT_DATA_WEBVTT_SETTINGS, size)
      guard let data else {
        throw MoonreelError(.limitExceeded, "Cannot hold a caption: out of memory.")
      }
      for (index, byte) in settings.utf8.enumerated() { data[index] = byte }
    }
    return storage
  }
}

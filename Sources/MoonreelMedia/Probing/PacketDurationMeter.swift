// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// Counts the samples that a packet of sound decodes to, from its bytes where the codec needs that.
final class PacketDurationMeter {
  private let stream: UnsafeMutablePointer<AVStream>
  private let parameters: UnsafeMutablePointer<AVCodecParameters>
  /// Whether libav cuts the stream's packets anew, which it has begun to do when this is asked for.
  private lazy var isCutAnew = FormatContext.isCutAnew(stream)
  private let timeBase: AVRational
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var parser: UnsafeMutablePointer<AVCodecParserContext>?

  /// Codecs whose packets say how many samples they hold, which libav's parsers read.
  private static let parsed = [
    AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS,
    AV_CODEC_ID_MLP, AV_CODEC_ID_TRUEHD,
  ]
  /// Codecs whose packets all hold the same number of samples.
  private static let even = [
    AV_CODEC_ID_AAC, AV_CODEC_ID_AC3, AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3,
  ]

  /// Codecs of which libav cuts the packets of some containers anew, by their own headers.
  private static let cutAnew = [
    AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3,
    AV_CODEC_ID_DTS, AV_CODEC_ID_MLP, AV_CODEC_ID_TRUEHD,
  ]

  /// Whether libav may cut the packets of `codec` anew, and then gives them the lengths that they should have.
  static func mayBeCutAnew(_ codec: AVCodecID) -> Bool { cutAnew.contains(codec) }

  /// Whether the packet of `size` bytes at `place` of `source` stays as it is when libav cuts it anew: its header must
  /// say the same length.
  private func isWhole(_ size: Int32, at place: Int64, in source: any ByteSource) -> Bool {
    let codec = parameters.pointee.codec_id
    guard isCutAnew, Self.mayBeCutAnew(codec) else { return true }
    return SoundFrameLength.read(source, at: place, size: Int(size), codec: codec) == Int(size)
  }

  /// Whether `codec` is sound without compression.
  static func isRaw(_ codec: AVCodecID) -> Bool {
    av_get_exact_bits_per_sample(codec) > 0
      && String(cString: avcodec_get_name(codec)).hasPrefix("pcm_")
  }

  /// Whether what ``sampleCount(of:)`` says of `codec` is what its decoder will give;
  /// else only decoding tells (``SoundCounter``).
  static func isExact(_ codec: AVCodecID) -> Bool {
    if parsed.contains(codec) || even.contains(codec) { return true }
    if codec == AV_CODEC_ID_ALAC { return true }
    return isRaw(codec)
  }

  /// A meter for the packets of `stream`, which must outlive it.
  init(stream: UnsafeMutablePointer<AVStream>) {
    self.stream = stream
    parameters = stream.pointee.codecpar
    timeBase = stream.pointee.time_base
    guard Self.parsed.contains(parameters.pointee.codec_id) else { return }
    parser = mr_parser_init(parameters.pointee.codec_id)
    parser?.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    context = avcodec_alloc_context3(nil)
    if let context { avcodec_parameters_to_context(context, parameters) }
  }

  deinit {
    if let parser { av_parser_close(parser) }
    avcodec_free_context(&context)
  }

  /// How many samples `packet` decodes to, as far as its bytes and the codec tell.
  func sampleCount(of packet: UnsafeMutablePointer<AVPacket>) -> Int64 {
    if let parser, let context, let count = parse(packet, parser, context) { return count }
    if parameters.pointee.codec_id == AV_CODEC_ID_ALAC, let count = losslessCount(packet) {
      return count
    }
    return sampleCount(ofSize: packet.pointee.size, duration: packet.pointee.duration)
  }

  /// How many samples the packet `entry` decodes to, of which the bytes lie in `source`: no more of them is read
  /// than the codec needs. `nil` where they cannot be read, or libav would make other packets of them.
  ///
  /// - Parameter start: its first byte, where that is not its place.
  func sampleCount(
    of entry: PacketEntry, in source: any ByteSource, at start: Int64? = nil
  ) -> Int64? {
    let start = start ?? entry.position
    guard isWhole(entry.size, at: start, in: source) else { return nil }
    guard parser != nil || parameters.pointee.codec_id == AV_CODEC_ID_ALAC else {
      return sampleCount(ofSize: entry.size, duration: entry.duration)
    }
    let storage = PacketStorage()
    guard let bytes = source.bytes(at: start, count: min(4096, Int(entry.size))),
      // holds: 4096 bytes at most.
      av_new_packet(storage.packet, Int32(bytes.count)) >= 0, let data = storage.packet.pointee.data
    else { return nil }
    data.update(from: bytes, count: bytes.count)
    storage.packet.pointee.duration = entry.duration
    return sampleCount(of: storage.packet)
  }

  /// How many units a packet of `size` bytes lasts.
  func duration(ofSize size: Int32) -> Int64 {
    let rate = AVRational(num: 1, den: max(1, parameters.pointee.sample_rate))
    return av_rescale_q(Int64(av_get_audio_frame_duration2(parameters, size)), rate, timeBase)
  }

  /// How many samples a packet of `size` bytes decodes to that lasts `duration` units.
  func sampleCount(ofSize size: Int32, duration: Int64) -> Int64 {
    let fixed = Int64(av_get_audio_frame_duration2(parameters, size))
    guard fixed <= 0 else { return fixed }
    let rate = AVRational(num: 1, den: max(1, parameters.pointee.sample_rate))
    return av_rescale_q(duration, timeBase, rate)
  }

  /// The samples of a packet of Apple Lossless: 32 bits after 23 bits of header where the 20th says that it
  /// is shorter than the others, else what the stream's description says (`ALACSpecificConfig`).
  private func losslessCount(_ packet: UnsafeMutablePointer<AVPacket>) -> Int64? {
    func number(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>) -> Int64 {
      range.reduce(0) { $0 << 8 | Int64(bytes[$1]) }
    }
    var usual: Int64?
    if parameters.pointee.extradata_size >= 16, let header = parameters.pointee.extradata {
      usual = number(header, 12..<16)
    }
    if packet.pointee.size >= 7, let data = packet.pointee.data, data[2] & 0x10 != 0 {
      let stated = number(data, 2..<7) >> 1 & 0xffff_ffff
      // More than all others have is damage.
      if stated <= usual ?? 1 << 16 { return stated }
    }
    return usual
  }

  private func parse(
    _ packet: UnsafeMutablePointer<AVPacket>, _ parser: UnsafeMutablePointer<AVCodecParserContext>,
    _ context: UnsafeMutablePointer<AVCodecContext>
  ) -> Int64? {
    var data: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    parser.pointee.duration = 0
    av_parser_parse2(
      parser, context, &data, &size, packet.pointee.data, packet.pointee.size, MR_NO_TIME,
      MR_NO_TIME, 0)
    let count = Int64(parser.pointee.duration)
    guard count > 0 else { return nil }
    // Opus counts at 48 kHz whatever the stream was made from.
    let parserRate =
      parameters.pointee.codec_id == AV_CODEC_ID_OPUS ? 48000 : parameters.pointee.sample_rate
    guard parserRate > 0 else { return nil }
    return count * Int64(parameters.pointee.sample_rate) / Int64(parserRate)
  }
}

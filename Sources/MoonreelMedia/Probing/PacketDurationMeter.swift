// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// Counts the samples that a packet of sound decodes to, from its bytes where the codec needs that.
final class PacketDurationMeter {
  private let parameters: UnsafeMutablePointer<AVCodecParameters>
  private let timeBase: AVRational
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var parser: UnsafeMutablePointer<AVCodecParserContext>?

  /// A meter for the packets of `stream`, which must outlive it.
  init(stream: UnsafeMutablePointer<AVStream>) {
    parameters = stream.pointee.codecpar
    timeBase = stream.pointee.time_base
    let parsed = [AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC]
    guard parsed.contains(parameters.pointee.codec_id) else { return }
    parser = av_parser_init(Int32(bitPattern: parameters.pointee.codec_id.rawValue))
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
    let bytes = packet.pointee.size
    let rate = AVRational(num: 1, den: max(1, parameters.pointee.sample_rate))
    let stated = av_rescale_q(packet.pointee.duration, timeBase, rate)
    // The last block of TTA is shorter than the others, which only its packet says.
    if parameters.pointee.codec_id == AV_CODEC_ID_TTA, stated > 0 { return stated }
    let fixed = Int64(av_get_audio_frame_duration2(parameters, bytes))
    return fixed > 0 ? fixed : stated
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

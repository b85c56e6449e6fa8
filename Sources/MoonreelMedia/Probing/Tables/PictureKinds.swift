// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// Tells of each packet of a stream what libav says of it when it reads the packet: by its parser, where it has one,
/// whatever the container says. As many of the packet's bytes are read as that takes.
final class PictureKinds {
  /// What a packet holds.
  struct Kind {
    /// Whether decoding can start with it.
    var isKeyFrame: Bool
    /// Whether it is shown before the one that was decoded before it.
    var isBidirectional: Bool
  }

  private let codec: AVCodecID
  /// Whether every packet stands alone.
  private let isIntraOnly: Bool
  private let parser: UnsafeMutablePointer<AVCodecParserContext>?
  private var context: UnsafeMutablePointer<AVCodecContext>?
  /// What the parser said last; where a packet has no picture, libav goes by that.
  private var last = (type: AV_PICTURE_TYPE_I, key: Int32(-1))

  /// How many bytes are read before all of them are.
  private static let glances = [512, 8192]

  /// For the packets of `stream`, from its first on.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    codec = parameters.codec_id
    let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
    isIntraOnly =
      parameters.codec_type != AVMEDIA_TYPE_VIDEO || properties & AV_CODEC_PROP_INTRA_ONLY != 0
    parser = isIntraOnly ? nil : av_parser_init(Int32(bitPattern: codec.rawValue))
    guard let parser else { return }
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    context = avcodec_alloc_context3(nil)
    if let context { avcodec_parameters_to_context(context, stream.pointee.codecpar) }
  }

  deinit {
    if let parser { av_parser_close(parser) }
    avcodec_free_context(&context)
  }

  /// What the packet of `size` bytes at `place` of `source` holds, which follows the one asked about before.
  ///
  /// - Parameter isMarked: whether the container marks it as a key frame.
  /// - Returns: `nil` where it cannot be read.
  func kind(
    _ source: any ByteSource, at place: Int64, size: Int32, isMarked: Bool
  ) -> Kind? {
    guard !isIntraOnly, let parser, let context else {
      return Kind(isKeyFrame: isIntraOnly || isMarked, isBidirectional: false)
    }
    for count in Self.glances.filter({ $0 < size }) + [Int(size)] {
      guard let bytes = source.bytes(at: place, count: count) else { return nil }
      if let found = parse(bytes, parser, context) {
        last = found
        break
      }
    }
    let (type, key) = last
    let isUnsaid = key < 0 && type == AV_PICTURE_TYPE_NONE
    return Kind(
      isKeyFrame: key == 1 || (key < 0 && type == AV_PICTURE_TYPE_I) || (isUnsaid && isMarked),
      isBidirectional: type == AV_PICTURE_TYPE_B)
  }

  /// What the parser finds in `bytes`; `nil` where no picture begins in them.
  private func parse(
    _ bytes: [UInt8], _ parser: UnsafeMutablePointer<AVCodecParserContext>,
    _ context: UnsafeMutablePointer<AVCodecContext>
  ) -> (type: AVPictureType, key: Int32)? {
    parser.pointee.pict_type = Int32(AV_PICTURE_TYPE_NONE.rawValue)
    parser.pointee.key_frame = -1
    parser.pointee.picture_structure = AV_PICTURE_STRUCTURE_UNKNOWN
    var (data, size): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    let padded = bytes + [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
    av_parser_parse2(
      // holds: bytes of a packet.
      parser, context, &data, &size, padded, Int32(bytes.count), MR_NO_TIME, MR_NO_TIME, 0)
    let type = AVPictureType(UInt32(bitPattern: parser.pointee.pict_type))
    // The parser of H.264 calls everything intra that it finds no slice in.
    let isFound =
      codec == AV_CODEC_ID_H264
      ? parser.pointee.picture_structure != AV_PICTURE_STRUCTURE_UNKNOWN
      : type != AV_PICTURE_TYPE_NONE
    return isFound ? (type, parser.pointee.key_frame) : nil
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// What this build of libav decodes the pictures of one codec with.
struct DecoderCatalogue {
  /// libav's name of the codec.
  let codecName: String
  /// The decoders, libav's own first, then those of other libraries and of hardware.
  private let codecs: [UnsafePointer<AVCodec>]

  init(of stream: UnsafeMutablePointer<AVStream>) {
    self.init(of: stream.pointee.codecpar.pointee.codec_id)
  }

  /// The decoders of `codec`.
  init(of codec: AVCodecID) {
    codecName = String(cString: avcodec_get_name(codec))
    let all = Self.all.filter { $0.pointee.id == codec }
    codecs =
      all.filter { $0.pointee.wrapper_name == nil }
      + all.filter { $0.pointee.wrapper_name != nil }
  }

  /// All decoders of pictures. SVG is drawn as a drawing, never decoded.
  private static var all: [UnsafePointer<AVCodec>] {
    var (found, state) = ([UnsafePointer<AVCodec>](), UnsafeMutableRawPointer?.none)
    while let codec = av_codec_iterate(&state) {
      let isOne = av_codec_is_decoder(codec) != 0 && codec.pointee.type == AVMEDIA_TYPE_VIDEO
      if isOne, codec.pointee.id != AV_CODEC_ID_SVG { found.append(codec) }
    }
    return found
  }

  private static func label(_ codec: UnsafePointer<AVCodec>) -> String {
    String(cString: codec.pointee.name)
  }

  /// The names that can be asked for: decoders, then kinds of devices.
  var names: [String] {
    codecs.map(Self.label)
      + HardwareKind.allCases.filter { codec(using: $0) != nil }.map(\.rawValue)
  }

  /// The decoder called `name` and the hardware that it uses, or that which uses the kind of hardware `name`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`), saying what there is.
  func find(_ name: String, path: String) throws -> (UnsafePointer<AVCodec>, HardwareKind?) {
    if let codec = codecs.first(where: { Self.label($0) == name }) {
      return (codec, HardwareKind(decoder: name))
    }
    let subject = "Cannot decode '\(path)' with \(name): "
    let known = "For \(codecName) it has \(names.joined(separator: ", "))."
    if let kind = HardwareKind(rawValue: name) {
      if let codec = codec(using: kind) { return (codec, kind) }
      throw MoonreelError(
        .unsupportedFormat,
        subject + "this build of libav decodes no \(codecName) with it. \(known)")
    }
    if let other = Self.all.first(where: { Self.label($0) == name }) {
      let codec = String(cString: avcodec_get_name(other.pointee.id))
      throw MoonreelError(
        .unsupportedFormat,
        "\(subject)it decodes \(codec), and the file's pictures are \(codecName). \(known)")
    }
    let near = NearestName.nearest(name, among: names)
    throw MoonreelError(
      .unsupportedFormat,
      "Cannot decode '\(path)': this build of libav has no decoder '\(name)'. " + known
        + (near.map { " Did you mean '\($0)'?" } ?? ""))
  }

  /// The decoder that uses hardware of `kind`: libav's own, helped by it, else the hardware's.
  private func codec(using kind: HardwareKind) -> UnsafePointer<AVCodec>? {
    codecs.first { HardwareKind(decoder: Self.label($0)) == kind || deviceFormat($0, kind) != nil }
  }

  /// The format of the frames that `codec` leaves in the memory of devices of `kind`; `nil` where it uses none.
  func deviceFormat(_ codec: UnsafePointer<AVCodec>, _ kind: HardwareKind) -> AVPixelFormat? {
    let methods =
      AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX | AV_CODEC_HW_CONFIG_METHOD_HW_FRAMES_CTX
    var index: Int32 = 0
    while let config = avcodec_get_hw_config(codec, index)?.pointee {
      if config.device_type == kind.device, Int(config.methods) & Int(methods) != 0 {
        return config.pix_fmt
      }
      index += 1
    }
    return nil
  }

  /// Whether `codec` reads the alpha that VP8 and VP9 carry beside their pictures.
  func keepsAlpha(_ codec: UnsafePointer<AVCodec>) -> Bool {
    ["libvpx", "libvpx-vp9"].contains(Self.label(codec))
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The libav decoder for a stream of pictures and, for one in hardware, the device.
struct DecoderChoice {
  let codec: UnsafePointer<AVCodec>
  /// The decoder or the kind of device as it was asked for; `nil`: the usual decoder of the codec.
  private(set) var name: String?
  /// The way to the hardware; `nil` for decoders in software.
  private(set) var kind: HardwareKind?
  /// The device that decodes; `nil` in software and where the decoder opens its own.
  private(set) var device: HardwareDevice?
  /// The format of frames in the device's memory, where there is a device.
  private(set) var deviceFormat = AV_PIX_FMT_NONE

  /// The usual decoder of the stream; `nil` where this build of libav has none.
  init?(usualFor stream: UnsafeMutablePointer<AVStream>) {
    guard let codec = VideoDecoder.decoder(for: stream) else { return nil }
    self.codec = codec
  }

  /// The decoder called `name`, or that of its codec which uses the kind of device `name`, for stream `stream` of
  /// the file at `path`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`), where libav, the machine or the codec has none.
  init(named name: String, for stream: UnsafeMutablePointer<AVStream>, path: String) throws {
    let catalogue = DecoderCatalogue(of: stream)
    let (codec, kind) = try catalogue.find(name, path: path)
    guard !VideoDecoder.carriesSeparateAlpha(stream) || catalogue.keepsAlpha(codec) else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot decode '\(path)' with \(name): it leaves out the alpha of the file. Leave 'video_decoder' out."
      )
    }
    (self.codec, self.kind, self.name) = (codec, kind, name)
    guard let kind else { return }
    device = try HardwareDevice.open(kind, for: .decoding(path: path, decoder: name))
    deviceFormat = catalogue.deviceFormat(codec, kind) ?? AV_PIX_FMT_NONE
  }

  /// Sets up the decoder that is to be opened for the hardware.
  ///
  /// - Parameter wanted: where the format of its frames is kept while the decoder lives; it becomes
  ///   `AV_PIX_FMT_NONE` where the device does not take the stream. libav then fails, as it is not to go on in
  ///   software without a word.
  func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ wanted: UnsafeMutablePointer<AVPixelFormat>
  ) {
    context.pointee.thread_count = 1
    // Packets are numbered in the place of their time stamps, which these decoders count in 1/90000 s and less.
    context.pointee.pkt_timebase = AVRational(num: 1, den: 1000)
    guard let device, deviceFormat != AV_PIX_FMT_NONE else { return }
    context.pointee.hw_device_ctx = av_buffer_ref(device.reference)
    context.pointee.opaque = UnsafeMutableRawPointer(wanted)
    context.pointee.get_format = { context, offered in
      let wanted = context!.pointee.opaque.assumingMemoryBound(to: AVPixelFormat.self)
      var next = offered
      while let format = next?.pointee, format != AV_PIX_FMT_NONE {
        if format == wanted.pointee { return format }
        next = next?.advanced(by: 1)
      }
      wanted.pointee = AV_PIX_FMT_NONE
      return AV_PIX_FMT_NONE
    }
  }
}

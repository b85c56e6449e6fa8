// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The libav encoder for an encoding, and the pixel format it is given.
struct EncoderChoice {
  let codec: UnsafePointer<AVCodec>
  let format: AVPixelFormat

  /// Picks the first encoder of this build that takes the encoding's format and size.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), naming the rule that no encoder of the build
  ///   meets.
  init(_ encoding: VideoEncoding) throws {
    let codecs = EncoderTable.all(try Self.names(encoding))
    var fault = MoonreelError(
      .encodingFailed,
      "Cannot encode \(encoding.codec.rawValue): this build of libav has none of "
        + "\(try Self.names(encoding).joined(separator: ", ")).")
    for codec in codecs {
      do {
        let format = try Self.format(of: encoding, for: codec)
        try Self.checkSize(encoding, for: EncoderTable.label(codec))
        try Self.checkRate(encoding, for: codec)
        try Self.checkPasses(encoding, for: EncoderTable.label(codec))
        (self.codec, self.format) = (codec, format)
        return
      } catch let error as MoonreelError {
        fault = error
      }
    }
    throw fault
  }

  /// The encoders to choose from.
  private static func names(_ encoding: VideoEncoding) throws -> [String] {
    guard let name = encoding.encoder else { return encoding.codec.traits.encoders }
    let known = EncoderCatalogue.encoders(for: encoding.codec)
    guard known.contains(name) else {
      let hint = NearestName.nearest(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
      throw MoonreelError(
        .encodingFailed,
        "The codec \(encoding.codec.rawValue) has no encoder '\(name)': it has \(known.joined(separator: ", "))."
          + hint)
    }
    return [name]
  }

  /// The format of frames on their way to hardware: 4:2:0, colours interleaved.
  static func hardwareFormat(of encoding: VideoEncoding, _ name: String) throws -> PixelFormat {
    if encoding.format == .yuv420() { return .nv12 }
    if encoding.format == .yuv420(10) { return .p010 }
    throw MoonreelError(
      .encodingFailed,
      "The encoder \(name) takes 4:2:0 with 8 or 10 bits, without alpha: set chroma and bit_depth so, or leave "
        + "'video_encoder' out.")
  }

  private static func format(
    of encoding: VideoEncoding, for codec: UnsafePointer<AVCodec>
  ) throws -> AVPixelFormat {
    let accepted = formats(of: codec)
    let label = EncoderTable.label(codec)
    if let kind = HardwareKind(encoder: label) {
      let stored = try hardwareFormat(of: encoding, label)
      return kind.format(for: stored.libavFormat ?? AV_PIX_FMT_NV12)
    }
    let wanted = candidates(encoding)
    if let found = wanted.first(where: { accepted.contains($0) || accepted.isEmpty }) {
      return found
    }
    let names = accepted.map { String(cString: av_get_pix_fmt_name($0)) }
    let given = encoding.format.libavFormat.map { String(cString: av_get_pix_fmt_name($0)) }
    throw MoonreelError(
      .encodingFailed,
      "The encoder \(EncoderTable.label(codec)) does not take the pixel format "
        + "\(given ?? "asked for"): use one of \(names.joined(separator: ", ")).")
  }

  /// libav's formats that hold what the encoding's format holds, the plain one first.
  private static func candidates(_ encoding: VideoEncoding) -> [AVPixelFormat] {
    if encoding.codec.traits.stores.palette != nil { return [AV_PIX_FMT_PAL8] }
    guard let plain = encoding.format.libavFormat else { return [] }
    var found = [plain]
    if encoding.codec == .jpeg {
      switch plain {
      case AV_PIX_FMT_YUV420P: found = [AV_PIX_FMT_YUVJ420P]
      case AV_PIX_FMT_YUV422P: found = [AV_PIX_FMT_YUVJ422P]
      case AV_PIX_FMT_YUV444P: found = [AV_PIX_FMT_YUVJ444P]
      default: break
      }
    }
    // PNG stores 16 bits with the upper byte first.
    if encoding.codec == .png || encoding.codec == .apng {
      found.append(av_pix_fmt_swap_endianness(plain))
    }
    return found
  }

  /// Whether an encoder of this build takes pictures of `format`.
  static func takes(_ format: PixelFormat, _ codec: VideoCodec) -> Bool {
    guard let wanted = format.libavFormat else { return false }
    return EncoderTable.all(codec.traits.encoders).contains {
      formats(of: $0).contains(wanted)
    }
  }

  static func formats(of codec: UnsafePointer<AVCodec>) -> [AVPixelFormat] {
    guard var next = mr_codec_pixel_formats(codec) else { return [] }
    var formats: [AVPixelFormat] = []
    while next.pointee != AV_PIX_FMT_NONE {
      formats.append(next.pointee)
      next += 1
    }
    return formats
  }

  // MARK: Passes

  private static func checkPasses(_ encoding: VideoEncoding, for name: String) throws {
    guard encoding.passes > 1, EncoderRow.of(name).statistics == nil else { return }
    let known = VideoCodec.allCases.filter(EncoderTable.hasTwoPasses).map(\.rawValue)
    throw MoonreelError(
      .encodingFailed,
      "The encoder \(name) of \(encoding.codec.rawValue) has one pass: leave 'passes' out, or use one of "
        + "\(known.joined(separator: ", ")).")
  }

  // MARK: Rates

  /// Refuses rates that the codec has no code for, and frame times of their own where it has one rate.
  private static func checkRate(
    _ encoding: VideoEncoding, for codec: UnsafePointer<AVCodec>
  ) throws {
    let rates = encoding.codec == .dnxhd ? DNxHDRow.rates : frameRates(of: codec)
    guard !rates.isEmpty else { return }
    let name = encoding.codec.rawValue
    guard encoding.schedule == nil else {
      throw MoonreelError(
        .encodingFailed,
        "The codec \(name) has one frame rate for the whole film: leave the frame timing to a constant rate."
      )
    }
    let rate = encoding.frameRate.framesPerSecond
    guard !rates.contains(rate) else { return }
    let wanted = rate.doubleValue
    let nearest = rates.min { abs($0.doubleValue - wanted) < abs($1.doubleValue - wanted) }
    throw MoonreelError(
      .encodingFailed,
      "The codec \(name) cannot store \(encoding.frameRate) frames a second: the nearest rate it has is "
        + "\(nearest.map { "\($0)" } ?? "25").")
  }

  private static func frameRates(of codec: UnsafePointer<AVCodec>) -> [Rational] {
    guard var next = mr_codec_frame_rates(codec) else { return [] }
    var rates: [Rational] = []
    while next.pointee.num != 0 {
      rates.append(Rational(Int64(next.pointee.num), Int64(next.pointee.den)))
      next += 1
    }
    return rates
  }

  // MARK: Sizes

  private static func checkSize(_ encoding: VideoEncoding, for name: String) throws {
    let (size, format) = (encoding.size, encoding.format)
    guard size.width >= 1, size.height >= 1, size.width <= 65_535, size.height <= 65_535 else {
      throw MoonreelError(
        .encodingFailed, "Cannot encode pictures of \(size): each side must be 1 to 65535 pixels.")
    }
    if encoding.codec == .dnxhd { return try checkDNxHD(encoding) }
    if encoding.codec == .dnxhr, size.width < 256 || size.height < 120 {
      throw MoonreelError(
        .encodingFailed,
        "The codec dnxhr cannot encode \(size): a picture has at least 256x120 pixels.")
    }
    let least = name == "libx265" ? 16 : name == "libsvtav1" ? 64 : 1
    guard min(size.width, size.height) >= least else {
      throw MoonreelError(
        .encodingFailed,
        "The encoder \(name) cannot encode \(size): each side must be at least \(least) pixels.")
    }
    // x265 3.5 writes beyond its memory where rows of two bytes a sample are shorter than its largest block.
    guard name != "libx265" || format.bitDepth == 8 || size.width >= 64 else {
      throw MoonreelError(
        .encodingFailed,
        "The encoder \(name) cannot encode \(size) with \(format.bitDepth) bits: the width must be at least 64 "
          + "pixels. Write wider pictures, or 8 bits.")
    }
    guard ["libx264", "libx265", "libsvtav1", "libopenh264"].contains(name) else { return }
    let steps = PixelSize(1 << format.chromaShiftX, 1 << format.chromaShiftY)
    guard size.width % steps.width == 0, size.height % steps.height == 0 else {
      throw unevenSize(encoding, name, steps)
    }
  }

  private static func checkDNxHD(_ encoding: VideoEncoding) throws {
    guard DNxHDRow(of: encoding) == nil else { return }
    let sizes = DNxHDRow.all.filter { $0.bitDepth == encoding.format.bitDepth }.map(\.size)
    let list = sizes.enumerated().filter { sizes.firstIndex(of: $1) == $0 }.map { "\($1)" }
    throw MoonreelError(
      .encodingFailed,
      "The codec dnxhd cannot encode \(encoding.size) with \(encoding.format.bitDepth) bits: it has the sizes "
        + "\(list.joined(separator: ", ")). Use one of them, or dnxhr, which has any.")
  }

  private static func unevenSize(
    _ encoding: VideoEncoding, _ name: String, _ steps: PixelSize
  ) -> MoonreelError {
    let size = encoding.size
    let nearest = PixelSize(
      (size.width + steps.width - 1) / steps.width * steps.width,
      (size.height + steps.height - 1) / steps.height * steps.height)
    let sampling = steps.height == 2 ? "4:2:0" : "4:2:2"
    let sides = steps.height == 2 ? "an even width and height" : "an even width"
    return MoonreelError(
      .encodingFailed,
      "The encoder \(name) cannot encode \(size) in \(sampling), which needs \(sides): "
        + "use \(nearest), or a 4:4:4 pixel format, or VP9.")
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Describes one stream of pictures.
struct VideoProber {
  private let format: FormatContext
  private let stream: UnsafeMutablePointer<AVStream>
  private let index: StreamIndex
  private let timing: FrameTiming
  private let isStill: Bool

  init(
    format: FormatContext, stream: UnsafeMutablePointer<AVStream>, index: StreamIndex
  ) throws {
    (self.format, self.stream, self.index) = (format, stream, index)
    timing = FrameTiming(index: index, stream: stream)
    let isPictureFile = StillCodecs.contains(stream, format.formatName)
    isStill = !format.isSequence && isPictureFile && index.slots.count == 1
  }

  /// When the first frame appears and the last one ends; zero for stills.
  var timeRange: TimeRange {
    guard !isStill, let first = index.slots.first, let last = index.slots.last else { return .zero }
    var end = last.time + timing.lastDuration
    if let claimed = Truncation.claimedEnd(of: stream, index, format) {
      // A broken file keeps the length it says it has; an edit list may cut the last frame short.
      let isCut = claimed < end && claimed > last.time
      // Packets in another order than their pictures have lengths of that order.
      let isVague = timing.isVariable && isReordered && claimed > last.time
      if index.brokenAt != nil {
        end = max(end, claimed)
      } else if isCut || isVague {
        end = claimed
      }
    } else if timing.isVariable, index.entries[last.ordinal].duration <= 0,
      let stated = Truncation.statedLength(of: stream, format), stated > last.time
    {
      end = stated
    }
    return TimeRange(start: first.time, end: max(first.time, end))
  }

  private var isReordered: Bool {
    timing.isReordered || stream.pointee.codecpar.pointee.video_delay > 0
  }

  func describe() throws -> AssetTrack.Video {
    // holds: libav makes them with the stream.
    let parameters = stream.pointee.codecpar!
    let decoded = try pixelFormat()
    guard let delivered = PixelFormat.nearestNative(to: decoded) else {
      let name = av_get_pix_fmt_name(decoded).map { String(cString: $0) } ?? "unknown"
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot use the pictures of '\(format.path)': no conversion exists from '\(name)'.")
    }
    let isNative = PixelFormat(exact: decoded) != nil
    var found = LibavColor(parameters)
    found.correct(for: parameters.pointee.codec_id)
    var color = ColorTags(
      found, pixels: decoded, height: Int(parameters.pointee.height),
      isComputerPicture: StillCodecs.contains(stream, format.formatName))
    if !isNative { color = PictureConverter.defaultTags(of: color, in: delivered) }
    var video = AssetTrack.Video(
      codedSize: PixelSize(Int(parameters.pointee.width), Int(parameters.pointee.height)),
      pixelAspect: pixelAspect, preferredTransform: .identity,
      nominalFrameRate: isStill ? nil : timing.nominalRate,
      minFrameDuration: isStill ? nil : timing.shortest, isVariableFrameRate: timing.isVariable,
      requiresFrameReordering: isReordered,
      color: color, isColorTagged: found.isTagged,
      pixelFormatName: String(cString: av_get_pix_fmt_name(decoded)), format: delivered,
      isNativeFormat: isNative, hasAlpha: delivered.hasAlpha, isStillImage: isStill)
    video.fieldOrder = FieldOrder(parameters)
    video.hdr = HDRMetadata(stream)
    let colors = StillColors(stream, format)
    let file = isStill || colors?.areInPackets == true ? StillInspector(unlessRaw: format) : nil
    video.preferredTransform = orientation(of: file, naturalSize: video.naturalSize)
    if let colors {
      video.isComputerPicture = true
      video.describe(colors.first(file), colors)
    }
    return video
  }

  /// What the decoder will give.
  private func pixelFormat() throws -> AVPixelFormat {
    let parameters = stream.pointee.codecpar.pointee
    let pixels = AVPixelFormat(rawValue: parameters.format)
    let name = String(cString: avcodec_get_name(parameters.codec_id))
    guard pixels != AV_PIX_FMT_NONE, parameters.width > 0, parameters.height > 0 else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot decode the pictures of '\(format.path)' (\(name)): no decoder understands them, or "
          + "they are damaged from the first on.", libav: MR_INVALID_DATA)
    }
    guard VideoDecoder.decoder(for: stream) != nil else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot decode '\(format.path)': this build of libav has no decoder for '\(name)'.")
    }
    if VideoDecoder.carriesSeparateAlpha(stream), pixels == AV_PIX_FMT_YUV420P {
      return AV_PIX_FMT_YUVA420P
    }
    return pixels
  }

  private var pixelAspect: Rational {
    let aspect = av_guess_sample_aspect_ratio(format.context, stream, nil)
    guard let ratio = Rational(positive: aspect), (0.01...100).contains(ratio.doubleValue) else {
      return .one
    }
    return ratio
  }

  private func orientation(of file: StillInspector?, naturalSize: PixelSize) -> AffineTransform {
    if let matrix = mr_display_matrix(stream) {
      return Orientation.transform(displayMatrix: matrix, naturalSize: naturalSize)
    }
    if let pictures = format.rawPictures {
      return Orientation.atOrigin(pictures.turn, naturalSize)
    }
    guard isStill, let file else { return .identity }
    return Orientation.transform(exif: file.exifOrientation, naturalSize: naturalSize)
  }
}

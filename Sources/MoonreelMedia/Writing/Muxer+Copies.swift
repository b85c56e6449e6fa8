// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension Muxer {
  /// Adds a stream for packets of `track`.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where the container cannot hold the codec.
  func addCopy(of track: AssetTrack, _ parameters: CodecParameters) throws {
    let source = parameters.parameters
    guard parameters.fit(container) else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy the \(track.codecName) packets of '\(track.path)' into a "
          + "\(container.rawValue) file, which cannot hold them: choose another container, or "
          + "encode.")
    }
    let stream = try addStream()
    guard avcodec_parameters_copy(stream.pointee.codecpar, source) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot describe a track: out of memory.")
    }
    stream.pointee.codecpar.pointee.codec_tag = tag(for: source)
    stream.pointee.time_base = track.copyTimeBase.avRational
    if !track.isEnabled { stream.pointee.disposition &= ~AV_DISPOSITION_DEFAULT }
    if let language = track.languageCode.map(container.traits.languages.code) {
      av_dict_set(&stream.pointee.metadata, "language", language, 0)
    }
    if let video = track.video { try describe(video, stream) }
    if track.audio != nil { notePriming(of: stream, title: nil) }
  }

  private func tag(for parameters: UnsafePointer<AVCodecParameters>) -> UInt32 {
    if parameters.pointee.codec_id == AV_CODEC_ID_HEVC, container.traits.isMPEG4 {
      return Self.tag("hvc1")
    }
    let tags = context.pointee.oformat.pointee.codec_tag
    let found = av_codec_get_id(tags, parameters.pointee.codec_tag)
    return tags == nil || found == parameters.pointee.codec_id ? parameters.pointee.codec_tag : 0
  }

  private func describe(
    _ video: AssetTrack.Video, _ stream: UnsafeMutablePointer<AVStream>
  ) throws {
    stream.pointee.sample_aspect_ratio = video.pixelAspect.avRational
    stream.pointee.codecpar.pointee.sample_aspect_ratio = video.pixelAspect.avRational
    if let rate = video.nominalFrameRate {
      stream.pointee.avg_frame_rate = rate.framesPerSecond.avRational
    }
    guard video.preferredTransform != .identity else { return }
    let bytes = 9 * MemoryLayout<Int32>.size
    guard let data = mr_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, bytes) else {
      throw MoonreelError(.limitExceeded, "Cannot note a track's orientation: out of memory.")
    }
    let transform = video.preferredTransform
    let matrix =
      [
        transform.a, transform.b, 0, transform.c, transform.d, 0, transform.tx, transform.ty,
      ].map { Int32(clamping: Int64(limiting: ($0 * 65536).rounded())) } + [1 << 30]
    matrix.withUnsafeBytes {
      UnsafeMutableRawPointer(data).copyMemory(from: $0.baseAddress!, byteCount: bytes)
    }
  }
}

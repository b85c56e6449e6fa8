// SPDX-License-Identifier: MIT

import CFFmpeg

/// Decoders of libav's that draw over what is damaged and say nothing, unless they are asked in the right way.
/// Whole pictures are the same either way.
enum SilentConcealment {
  /// The MPEG-1 to MPEG-4 family fails at damage where it is told to.
  private static let familyOfMPEG4: Set<UInt32> = Set(
    [
      AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_MSMPEG4V1,
      AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1, AV_CODEC_ID_WMV2,
      AV_CODEC_ID_H261, AV_CODEC_ID_H263, AV_CODEC_ID_FLV1, AV_CODEC_ID_RV10, AV_CODEC_ID_RV20,
    ].map(\.rawValue))

  /// Codecs whose checksums tell damage that nothing else shows, and that are wrong in no whole file.
  private static let checksummed: Set<UInt32> = Set(
    [
      AV_CODEC_ID_HEVC, AV_CODEC_ID_FFV1, AV_CODEC_ID_FLAC, AV_CODEC_ID_WAVPACK, AV_CODEC_ID_TTA,
    ].map(\.rawValue))

  /// Lets the decoder that `context` is for tell damage, where it would conceal it without a word.
  ///
  /// It then has one thread: libav 5.1 aborts where one of several fails at MPEG-4, and with several it hands out
  /// pictures of H.264 before their marks of damage are set.
  ///
  /// - Returns: false where that changes nothing for this codec.
  static func forbid(in context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    let codec = context.pointee.codec_id
    let isFamily = familyOfMPEG4.contains(codec.rawValue)
    guard isFamily || codec == AV_CODEC_ID_H264 else { return false }
    context.pointee.thread_count = 1
    if isFamily { context.pointee.err_recognition |= AV_EF_EXPLODE }
    return true
  }

  /// Lets the decoder that `context` is for compare checksums, and fail where they are wrong.
  static func compareChecksums(in context: UnsafeMutablePointer<AVCodecContext>) {
    guard checksummed.contains(context.pointee.codec_id.rawValue) else { return }
    context.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK
  }
}

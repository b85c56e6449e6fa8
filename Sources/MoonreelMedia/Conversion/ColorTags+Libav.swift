// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// The colour properties of a stream or frame as libav numbers them (ITU-T H.273).
struct LibavColor {
  var matrix: AVColorSpace
  var transfer: AVColorTransferCharacteristic
  var primaries: AVColorPrimaries
  var range: AVColorRange
  var siting: AVChromaLocation

  init(_ frame: UnsafePointer<AVFrame>) {
    matrix = frame.pointee.colorspace
    transfer = frame.pointee.color_trc
    primaries = frame.pointee.color_primaries
    range = frame.pointee.color_range
    siting = frame.pointee.chroma_location
  }

  init(_ parameters: UnsafePointer<AVCodecParameters>) {
    matrix = parameters.pointee.color_space
    transfer = parameters.pointee.color_trc
    primaries = parameters.pointee.color_primaries
    range = parameters.pointee.color_range
    siting = parameters.pointee.chroma_location
  }

  /// The numbers for `tags`.
  init(_ tags: ColorTags) {
    (matrix, transfer, primaries) = (tags.libavMatrix, tags.libavTransfer, tags.libavPrimaries)
    (range, siting) = (tags.libavRange, tags.libavSiting)
  }

  /// Takes back what libav says wrongly of pictures of `codec`: of VP8, and so of WebP, it calls pictures that need
  /// no clamping full range. They are limited like all others (RFC 6386, 9.2).
  mutating func correct(for codec: AVCodecID) {
    guard codec == AV_CODEC_ID_VP8 || codec == AV_CODEC_ID_WEBP else { return }
    if range == AVCOL_RANGE_JPEG, matrix != AVCOL_SPC_RGB { range = AVCOL_RANGE_MPEG }
  }

  /// Whether any of matrix, transfer and primaries is given.
  var isTagged: Bool { knownMatrix != nil || knownTransfer != nil || knownPrimaries != nil }

  var knownMatrix: ColorTags.Matrix? {
    switch matrix {
    case AVCOL_SPC_RGB: .rgb
    case AVCOL_SPC_BT709, AVCOL_SPC_SMPTE240M: .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
    default: nil
    }
  }

  var knownTransfer: ColorTags.Transfer? {
    switch transfer {
    case AVCOL_TRC_BT709, AVCOL_TRC_SMPTE170M, AVCOL_TRC_SMPTE240M, AVCOL_TRC_BT2020_10,
      AVCOL_TRC_BT2020_12, AVCOL_TRC_BT1361_ECG, AVCOL_TRC_IEC61966_2_4:
      .bt709
    case AVCOL_TRC_IEC61966_2_1: .srgb
    case AVCOL_TRC_LINEAR: .linear
    case AVCOL_TRC_GAMMA22: .gamma22
    case AVCOL_TRC_GAMMA28: .gamma28
    case AVCOL_TRC_SMPTE2084: .pq
    case AVCOL_TRC_ARIB_STD_B67: .hlg
    default: nil
    }
  }

  var knownPrimaries: ColorTags.Primaries? {
    switch primaries {
    case AVCOL_PRI_BT709: .bt709
    case AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M, AVCOL_PRI_BT470M: .bt601x525
    case AVCOL_PRI_BT470BG: .bt601x625
    case AVCOL_PRI_BT2020: .bt2020
    case AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432: .displayP3
    default: nil
    }
  }

  var knownRange: ColorTags.Range? {
    switch range {
    case AVCOL_RANGE_MPEG: .limited
    case AVCOL_RANGE_JPEG: .full
    default: nil
    }
  }

  var knownSiting: ColorTags.ChromaSiting? {
    switch siting {
    case AVCHROMA_LOC_LEFT: .left
    case AVCHROMA_LOC_CENTER: .center
    case AVCHROMA_LOC_TOPLEFT: .topLeft
    case AVCHROMA_LOC_TOP: .top
    case AVCHROMA_LOC_BOTTOMLEFT: .bottomLeft
    case AVCHROMA_LOC_BOTTOM: .bottom
    default: nil
    }
  }
}

extension ColorTags {
  /// What pictures of `pixels` and `height` lines mean: what the file says, and by the rules for
  /// untagged pictures what it leaves open.
  ///
  /// - Parameter isComputerPicture: whether gray and untagged pictures are stills and animations from
  ///   computers (sRGB, full range) rather than video.
  init(
    _ color: LibavColor, pixels: AVPixelFormat, height: Int, isComputerPicture: Bool
  ) {
    let flags = av_pix_fmt_desc_get(pixels).map { Int32(truncatingIfNeeded: $0.pointee.flags) } ?? 0
    let components = av_pix_fmt_desc_get(pixels).map { Int($0.pointee.nb_components) } ?? 3
    let isRGB = flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) != 0
    let name = av_get_pix_fmt_name(pixels).map { String(cString: $0) } ?? ""
    // Single bits are black and white.
    let isFullRangeFormat = name.hasPrefix("yuvj") || name.hasPrefix("mono")
    var tags = isRGB ? ColorTags.srgb : ColorTags.untagged(height: height)
    if components < 3, isComputerPicture { tags.range = .full }
    if isFullRangeFormat { tags.range = .full }
    if isFullRangeFormat || isComputerPicture {
      tags.siting = .center
      if !isRGB { (tags.transfer, tags.primaries) = (.srgb, .bt709) }
      // JFIF: BT.601 whatever the height.
      if !isRGB { tags.matrix = .bt601 }
    }
    if !isRGB, let matrix = color.knownMatrix, matrix != .rgb {
      tags.matrix = matrix
      if matrix == .bt2020 { tags.siting = .topLeft }
    }
    // The matrix of a JPEG says nothing of its primaries.
    if !isRGB, color.knownPrimaries == nil, color.isTagged, !isComputerPicture {
      tags.primaries = tags.impliedPrimaries
    }
    tags.transfer = color.knownTransfer ?? tags.transfer
    tags.primaries = color.knownPrimaries ?? tags.primaries
    if !isRGB { tags.range = isFullRangeFormat ? .full : color.knownRange ?? tags.range }
    tags.siting = color.knownSiting ?? tags.siting
    self = tags
  }

  /// The primaries that usually go with the matrix.
  private var impliedPrimaries: Primaries {
    switch matrix {
    case .bt709, .rgb: .bt709
    case .bt2020: .bt2020
    case .bt601: primaries == .bt709 ? .bt601x525 : primaries
    }
  }
}

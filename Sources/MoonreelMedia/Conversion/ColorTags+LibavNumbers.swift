// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension ColorTags {
  /// libav's number for the matrix.
  var libavMatrix: AVColorSpace {
    switch matrix {
    case .rgb: AVCOL_SPC_RGB
    case .bt601: primaries == .bt601x625 ? AVCOL_SPC_BT470BG : AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }

  /// libav's number for the transfer characteristic.
  var libavTransfer: AVColorTransferCharacteristic {
    switch transfer {
    case .bt709: AVCOL_TRC_BT709
    case .srgb: AVCOL_TRC_IEC61966_2_1
    case .linear: AVCOL_TRC_LINEAR
    case .gamma22: AVCOL_TRC_GAMMA22
    case .gamma28: AVCOL_TRC_GAMMA28
    case .pq: AVCOL_TRC_SMPTE2084
    case .hlg: AVCOL_TRC_ARIB_STD_B67
    }
  }

  /// libav's number for the primaries.
  var libavPrimaries: AVColorPrimaries {
    switch primaries {
    case .bt709: AVCOL_PRI_BT709
    case .bt601x525: AVCOL_PRI_SMPTE170M
    case .bt601x625: AVCOL_PRI_BT470BG
    case .bt2020: AVCOL_PRI_BT2020
    case .displayP3: AVCOL_PRI_SMPTE432
    }
  }

  /// libav's number for the range.
  var libavRange: AVColorRange { range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }

  /// libav's number for the siting.
  var libavSiting: AVChromaLocation {
    switch siting {
    case .left: AVCHROMA_LOC_LEFT
    case .center: AVCHROMA_LOC_CENTER
    case .topLeft: AVCHROMA_LOC_TOPLEFT
    case .top: AVCHROMA_LOC_TOP
    case .bottomLeft: AVCHROMA_LOC_BOTTOMLEFT
    case .bottom: AVCHROMA_LOC_BOTTOM
    }
  }

  /// libav's number for the siting of `format`'s chroma; unspecified where columns are not shared.
  func libavSiting(for format: PixelFormat) -> AVChromaLocation {
    format.family == .yuv && format.chromaShiftX > 0 ? libavSiting : AVCHROMA_LOC_UNSPECIFIED
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension ColorTags {
  /// libav's number for the matrix.
  var encoderMatrix: AVColorSpace {
    switch matrix {
    case .rgb: AVCOL_SPC_RGB
    case .bt601: primaries == .bt601x625 ? AVCOL_SPC_BT470BG : AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }

  /// libav's number for the transfer characteristic.
  var encoderTransfer: AVColorTransferCharacteristic {
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
  var encoderPrimaries: AVColorPrimaries {
    switch primaries {
    case .bt709: AVCOL_PRI_BT709
    case .bt601x525: AVCOL_PRI_SMPTE170M
    case .bt601x625: AVCOL_PRI_BT470BG
    case .bt2020: AVCOL_PRI_BT2020
    case .displayP3: AVCOL_PRI_SMPTE432
    }
  }

  /// libav's number for the range.
  var encoderRange: AVColorRange { range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }

  /// libav's number for the siting of `format`'s chroma.
  func encoderSiting(for format: PixelFormat) -> AVChromaLocation {
    guard format.family == .yuv, format.chromaShiftX > 0 else { return AVCHROMA_LOC_UNSPECIFIED }
    switch siting {
    case .left: return AVCHROMA_LOC_LEFT
    case .center: return AVCHROMA_LOC_CENTER
    case .topLeft: return AVCHROMA_LOC_TOPLEFT
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// How many samples of colour a picture has beside its samples of luma, in the usual notation J:a:b.
public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable {
  /// Half as many in each row, in every second row.
  case yuv420 = "4:2:0"
  /// Half as many in each row, in every row.
  case yuv422 = "4:2:2"
  /// As many as of luma.
  case yuv444 = "4:4:4"
}

extension PixelFormat {
  /// How its chroma is subsampled; `nil` for RGB, gray and subsamplings without a name here.
  public var chroma: ChromaSubsampling? {
    guard family == .yuv else { return nil }
    switch (chromaShiftX, chromaShiftY) {
    case (1, 1): return .yuv420
    case (1, 0): return .yuv422
    case (0, 0): return .yuv444
    default: return nil
    }
  }
}

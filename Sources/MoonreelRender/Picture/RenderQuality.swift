// SPDX-License-Identifier: MIT

import MoonreelModel

/// How much care is taken where pictures are scaled and turned.
public enum RenderQuality: String, Hashable, Sendable, CaseIterable {
  /// For previews: at most 2 × 2 samples a pixel, also where pictures are reduced (they may shimmer).
  case draft
  /// The sampling that each transform names, bicubic where it names none.
  case good
  /// Lanczos, three lobes, wherever `good` takes bicubic.
  case best

  /// What becomes of `sampling`.
  func sampling(for sampling: Image.Sampling) -> Image.Sampling {
    switch self {
    case .draft: sampling == .nearest ? .nearest : .bilinear
    case .good: sampling
    case .best: sampling == .bicubic ? .lanczos : sampling
    }
  }
}

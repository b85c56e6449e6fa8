// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Which rectangle of the stored frames a picture shows (`AVAssetImageGenerator.ApertureMode`).
///
/// AVFoundation's production aperture lies between the two: libav tells no clean aperture of its own, only the
/// decoder's cropping, so that it would be the same as the clean one.
public enum ApertureMode: String, Hashable, Sendable, CaseIterable {
  /// At display size: cut as the decoder says, pixel aspect applied.
  case cleanAperture
  /// Every stored pixel as one pixel.
  case encodedPixels
}

extension Timeline {
  /// Takes every pixel of its clips for a square.
  mutating func showEncodedPixels() throws {
    for track in tracks(.video) {
      for case .asset(let source)? in track.segments.map(\.source) {
        try updateTrack(track.id) {
          try $0.replaceFormat(of: source, with: FormatOverride(pixelAspect: Rational(1, 1)))
        }
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

extension AssetTrack.Video {
  /// Says what frames are like for whose file `said` counts, as `FrameMaker` makes them.
  mutating func describe(_ said: StillColor, _ colors: StillColors) {
    guard let outcome = colors.outcome(said, format) else { return }
    if said.ink != nil {
      (format, color, hasAlpha, pixelFormatName) = (.rgb24, .srgb, false, "cmyk")
    }
    decoded = DecodedForm(format: format, color: color, isColorTagged: isColorTagged)
    profile = outcome.profile
    switch outcome.use {
    case .tagged(let primaries, let transfer):
      (color.primaries, color.transfer, isColorTagged) = (primaries, transfer, true)
      if case .codePoints(let points) = said.statement, !points.isFullRange {
        color.range = .limited
      }
    case .converted(let profile, let primaries):
      let conversion = ProfileConversion(profile: profile, target: primaries)
      let converted = conversion.format(for: format)
      (color, format) = (conversion.color(for: color, converted), converted)
      isColorTagged = true
    case .unused: break
    }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// Warns of what the film has, or asks for, and a file with `settings` does not hold.
  func warnOfLosses(_ settings: OutputSettings, _ warnings: WarningLog) {
    if let video = settings.video, losesAlpha(in: settings) {
      warnings.warn(
        "Transparency is asked for, and \(video.codec.rawValue) in a .\(ending(settings)) file stores none: "
          + "the pictures are laid on black. Write .webm, .mov with the preset 'prores4444', or numbered "
          + ".png pictures.")
    }
    if let loudness, !hasSound { loudness.warn(ofSilence: "no sound", to: warnings) }
    warnOfTimedMetadata(in: settings, warnings)
  }

  /// Warns of chapters that a file of `duration` cannot have as they are: those behind its end are left out.
  func warnOfChapters(until duration: Time, _ warnings: WarningLog) {
    for finding in Lint.findings(in: output.chapters, until: duration) {
      warnings.warn(finding.message)
    }
  }

  /// Whether transparency is asked for and a file with `settings` stores none.
  public func losesAlpha(in settings: OutputSettings) -> Bool {
    guard output.hasAlpha ?? preset?.video?.hasAlpha ?? false, let video = settings.video else {
      return false
    }
    let isStored =
      video.format.hasAlpha && video.codec.canHaveAlpha
      && !(video.codec == .vp9 && settings.container == .mp4)
    return !isStored
  }

  private func ending(_ settings: OutputSettings) -> String { settings.container.pathExtensions[0] }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

extension ExportSession {
  /// What brings each lane of sound to the loudness that is asked for, as ``SoundLane/lanes(of:)`` has them: mixes and measures
  /// all of it; none where none is asked for, `nil` where there is nothing to measure.
  func mastering(
    _ reader: CompositionReader, _ meter: ProgressMeter, _ clock: ExportClock,
    _ profile: ExportProfile?
  ) throws -> [Mastering?] {
    guard let target = request.loudness else { return [] }
    return try meter.measure(.sound) {
      try profile.measure(.mix) {
        try SoundLane.lanes(of: jobs).map { lane in
          try target.mastering(check: clock.check) { try lane.mixer(reader) }
        }
      }
    }
  }
}

extension LoudnessTarget {
  /// What brings the mix of `mixer` here; `nil` where there is nothing to measure.
  ///
  /// - Parameter check: called between blocks; stops by throwing.
  func mastering(
    check: () throws -> Void, mixer: () throws -> AudioMixer
  ) throws -> Mastering? {
    try Mastering.reaching(self) { mastering in
      let mix = try MasteredMix(mixer(), mastering)
      while try mix.next(frameCount: 4096) != nil { try check() }
      return mix.loudness
    }
  }

  /// Warns where a film whose sound was brought here has come to another loudness.
  func warn(ofReached loudness: Loudness, to warnings: WarningLog) {
    if loudness.isSilent { return warn(ofSilence: "nothing but silence", to: warnings) }
    let asked = "A loudness of \(Loudness.tenths(integrated)) LUFS is asked for"
    guard loudness.integrated.isFinite else {
      return warnings.warn(
        "\(asked), and the sound is too quiet or too short to be measured: it is left as it is. Loudness "
          + "needs 0.4 s above -70 LUFS.")
    }
    guard loudness.integrated < integrated - 0.2 else { return }
    let limit = Loudness.tenths(truePeak ?? Self.usualTruePeak)
    warnings.warn(
      "\(asked), and the sound comes to \(Loudness.tenths(loudness.integrated)) LUFS: its peaks leave no "
        + "room for more below \(limit) dBTP. Ask for less, or make its peaks less high.")
  }

  /// Warns that a film has no sound that could be brought here: `"no sound"`.
  func warn(ofSilence found: String, to warnings: WarningLog) {
    warnings.warn(
      "A loudness of \(Loudness.tenths(integrated)) LUFS is asked for, and the film has \(found): leave "
        + "'loudness' out, or add sound.")
  }
}

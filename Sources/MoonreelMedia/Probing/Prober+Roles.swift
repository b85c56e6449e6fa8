// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension Prober {
  /// What the file marks a stream of this disposition for.
  static func roles(_ disposition: Int32) -> Set<TrackRole> {
    let marks: [(Int32, TrackRole)] = [
      (AV_DISPOSITION_DEFAULT, .default), (AV_DISPOSITION_ORIGINAL, .original),
      (AV_DISPOSITION_DUB, .dub), (AV_DISPOSITION_COMMENT, .commentary),
      (AV_DISPOSITION_LYRICS, .lyrics), (AV_DISPOSITION_KARAOKE, .karaoke),
      (AV_DISPOSITION_FORCED, .forced), (AV_DISPOSITION_HEARING_IMPAIRED, .hearingImpaired),
      (AV_DISPOSITION_VISUAL_IMPAIRED, .visualImpaired),
      (AV_DISPOSITION_CLEAN_EFFECTS, .cleanEffects), (AV_DISPOSITION_CAPTIONS, .captions),
      (AV_DISPOSITION_DESCRIPTIONS, .descriptions), (AV_DISPOSITION_DEPENDENT, .dependent),
    ]
    return Set(marks.filter { disposition & $0.0 != 0 }.map(\.1))
  }
}

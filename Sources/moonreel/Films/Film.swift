// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// What is to be rendered, whether a script described it or a media file was named.
struct Film {
  /// What the script returned, as an export.
  var request: ExportRequest
  /// Where the script's time goes; `nil` where no script is measured.
  var profile: FilmProfile?
  /// What may be opened, and where the output may be written.
  var gate: FileGate

  /// Frames a second, for timecodes on the command line.
  var frameRate: FrameRate { request.effectiveComposition.frameRate }

  /// When the film ends.
  var duration: Time { request.duration }
}

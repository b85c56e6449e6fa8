// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelScript

/// What is to be rendered, whether a script described it or a media file was named.
struct Film {
  /// What the script returned, as an export.
  var request: ExportRequest
  /// Where the script's time goes; `nil` where no script is measured.
  var profile: FilmProfile?
  /// The parameters that the script declared.
  var parameters: [ScriptParameter] = []
  /// What the script warned of, and goes on warning of while its functions are called.
  var scriptWarnings = WarningLog()
  /// What may be opened, and where the output may be written.
  var gate: FileGate

  /// Frames a second, for timecodes on the command line.
  var frameRate: FrameRate { request.effectiveComposition.frameRate }

  /// When the film ends.
  var duration: Time { request.duration }

  /// Adds to `log` what the script warned of, and what was noticed of servers, once all of its functions have been called.
  func takeWarnings(into log: WarningLog) {
    log.take(scriptWarnings)
    log.take(gate.remote.log.warnings)
  }

  /// Likely mistakes that can be rendered.
  ///
  /// - Throws: `MoonreelError`: whatever an expression of the script raises.
  func findings(measured peak: SoundPeak?) throws -> [Finding] {
    try ScriptResult(request: request, parameters: parameters).findings(measured: peak)
  }
}

// SPDX-License-Identifier: MIT
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelScript

public struct FilmVersion: Sendable {
  var generation: Int
  var request: ExportRequest
  var gate: FileGate
  var parameters: [ScriptParameter]
  var findings: [Finding]
}

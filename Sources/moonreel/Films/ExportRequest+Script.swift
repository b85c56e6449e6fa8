// SPDX-License-Identifier: MIT

import MoonreelExport
import MoonreelScript

extension ExportRequest {
  /// What a script returned, as a request.
  init(_ result: ScriptResult) throws { self = result.request }
}

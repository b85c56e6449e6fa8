// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is wrong with a manifest: the end of a sentence.
struct ManifestFault: Error {
  let reason: String
  let code: MoonreelError.Code

  init(_ reason: String, _ code: MoonreelError.Code = .unsupportedFormat) {
    (self.reason, self.code) = (reason, code)
  }

  /// The sentence on the manifest that messages call `name`.
  func error(_ name: String) -> MoonreelError {
    MoonreelError(code, "Cannot use the manifest '\(name)': \(reason).")
  }
}

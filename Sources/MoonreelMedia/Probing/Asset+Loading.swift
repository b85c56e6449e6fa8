// SPDX-License-Identifier: MIT

import MoonreelCore

extension Asset {
  /// Opens the file at `path` through `gate` and describes what it holds; the file is closed again.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat` or
  ///   `decodingFailed`, naming the file and what was found.
  public static func load(
    path: String, options: AssetOptions = .init(), gate: FileGate, warnings: WarningLog? = nil
  ) throws -> Asset {
    throw MoonreelError(.internalError, "Cannot open '\(path)' yet.")
  }
}

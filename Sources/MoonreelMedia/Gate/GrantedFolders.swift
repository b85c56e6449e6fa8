// SPDX-License-Identifier: MIT

import MoonreelCore

/// Folders that a gate allows since it was made; all copies of the gate share them.
final class GrantedFolders: Sendable {
  private let folders = Locked<[String]>([])

  /// Allows what lies in `folder`, a real path.
  func add(_ folder: String) {
    folders.withLock { if !$0.contains(folder) { $0.append(folder) } }
  }

  /// Whether the real path lies in one of them.
  func contains(_ path: String) -> Bool {
    folders.withLock { $0.contains { FilePath.lies(path, in: $0) } }
  }
}

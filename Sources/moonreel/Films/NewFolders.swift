// SPDX-License-Identifier: MIT

import Glibc
import MoonreelAuthor
import MoonreelCore

/// Folders that were made for what is to be written, before a sandbox allows no others.
struct NewFolders {
  /// Those that were not there before, inner ones first.
  let paths: [String]

  /// Makes `folders`, and those above them, where there are none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where one cannot be made; those before it stay then.
  init(_ folders: [String]) throws {
    var paths: [String] = []
    for folder in folders {
      var missing: [String] = []
      var place = folder
      while access(place, F_OK) != 0, missing.last != place {
        missing.append(place)
        place = FilePath.folder(of: place)
      }
      paths += missing
      try TextOutput.makeFolder(folder)
    }
    self.paths = paths
  }

  /// Takes those away again in which nothing is.
  func removeEmpty() { for path in paths { rmdir(path) } }
}

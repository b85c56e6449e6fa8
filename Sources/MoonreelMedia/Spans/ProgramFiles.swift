// SPDX-License-Identifier: MIT

import CMediaHost

/// The files that the running program consists of.
package enum ProgramFiles {
  /// Those of its libraries that are loaded now, and of the loader.
  package static var libraries: [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { paths in
      mr_each_library(
        { path, paths in
          guard let path, let paths else { return }
          paths.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
        }, paths)
    }
    return paths
  }

  /// What the kernel and the loader have to read so that the program can be started again.
  package static var all: [String] { ["/proc/self/exe"] + libraries }
}

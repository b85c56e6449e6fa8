// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// `out` with the ending of the first kind of file that holds all that is asked for, or else of one that
  /// can be written.
  var usualPath: String {
    let kinds: [Container] = [.mp4, .mov, .mkv] + Container.allCases
    let names = kinds.map { "out.\($0.pathExtensions[0])" }
    let settings = names.map { name in try? self.settings(forPath: name) }
    let whole = zip(names, settings).first { $1.map { !losesAlpha(in: $0) } ?? false }
    return whole?.0 ?? zip(names, settings).first { $1 != nil }?.0 ?? names[0]
  }

  /// Everything that keeps the film from being drawn, a sentence each; nothing where no pictures are written at
  /// `path`.
  func faults(forPath path: String) -> [String] {
    guard (try? settings(forPath: path))?.video != nil, let range = try? effectiveRange() else {
      return []
    }
    return videoComposition?.faults(for: timeline, range: range).map(\.message) ?? []
  }
}

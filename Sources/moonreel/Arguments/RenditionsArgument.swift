// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelExport

/// The sizes of a stream as typed: `1080p,720p,360p`.
struct RenditionsArgument: Equatable, ExpressibleByArgument {
  var renditions: [Rendition]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    renditions = words.compactMap { OutputSize(name: String($0)).map { Rendition($0) } }
    guard !words.isEmpty, renditions.count == words.count, Set(renditions).count == words.count
    else { return nil }
  }
}

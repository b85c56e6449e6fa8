// SPDX-License-Identifier: MIT

import ArgumentParser

/// How many films, or parts of a film, are rendered at once: a number, or `auto` for one for two cores.
struct JobsArgument: Equatable, ExpressibleByArgument {
  let count: Int

  /// The numbers that can be asked for.
  static let counts = 1...256

  init?(argument: String) {
    guard argument != "auto" else {
      count = Cores.half
      return
    }
    guard let count = Int(argument), Self.counts.contains(count) else { return nil }
    self.count = count
  }
}

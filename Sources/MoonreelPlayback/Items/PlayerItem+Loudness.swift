// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelRender

extension PlayerItem {
  /// The measuring of an item's sound.
  struct Measuring: Sendable {
    var hasBegun = false
    var mastering: Mastering?
  }

  /// What brings the sound to the film's loudness; `nil` where none is asked for, and until all of it was measured.
  var mastering: Mastering? { measuring.withLock { $0.mastering } }

  /// Measures the sound on a thread that lets all others go first, where a loudness is asked for and nobody has yet. What
  /// cannot be measured is heard as it is mixed.
  func beginMeasuring() {
    guard let work = workOfMeasuring() else { return }
    try? FilmThread.start { [weak self, stopped] in
      FilmThread.stepBack()
      let found = try? work { try stopped.check() }
      self?.measuring.withLock { $0.mastering = found ?? nil }
    }
  }

  /// The same at once.
  ///
  /// - Throws: what mixing throws.
  func measure() throws {
    guard let work = workOfMeasuring() else { return }
    let found = try work { try stopped.check() }
    measuring.withLock { $0.mastering = found }
  }

  private func workOfMeasuring() -> (@Sendable (() throws -> Void) throws -> Mastering?)? {
    guard request.loudness != nil, info != nil else { return nil }
    let isFirst = measuring.withLock { measuring in
      defer { measuring.hasBegun = true }
      return !measuring.hasBegun
    }
    return isFirst ? (try? withFilm { $0.mastering }) ?? nil : nil
  }
}

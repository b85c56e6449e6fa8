// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import Testing

@testable import MoonreelText

/// Which of the fonts that scripts/setup installs are there.
enum Fonts {
  /// Whether a font that scripts/setup installs is there.
  static func has(_ family: String) -> Bool {
    guard let collection = try? FontCollection.with(files: []) else { return false }
    return collection.exclusively { collection.has(family: family) }
  }

  /// The trait of a test that needs `family`.
  static func needed(_ family: String) -> ConditionTrait {
    .enabled(if: has(family), "the font \(family) is not installed; run scripts/setup")
  }
}

// SPDX-License-Identifier: MIT

import CPango
import Glibc
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

  /// A variable font with an axis of weight; none is small and leaves what stands in for others as it is.
  static let variable = getenv("MOONREEL_VARIABLE_FONT").map { String(cString: $0) }

  /// The trait of a test that needs one.
  static let variableNeeded = ConditionTrait.enabled(
    if: variable != nil,
    "name the file of a variable font with a weight axis in MOONREEL_VARIABLE_FONT")

  /// The trait of a test that needs `family`.
  static func needed(_ family: String) -> ConditionTrait {
    .enabled(if: has(family), "the font \(family) is not installed; run scripts/setup")
  }
}

// SPDX-License-Identifier: MIT

import ArgumentParser

/// A pixel as typed: `320,180`, column and row from 0.
struct PixelArgument: Equatable, ExpressibleByArgument {
  var x: Int
  var y: Int

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Int(parts[0]), let y = Int(parts[1]) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// What to write instead of `text`, which names no pixel; `nil` where that cannot be guessed.
  static func advice(_ text: String) -> String? {
    let numbers = text.matches(of: /\d+/).map { String($0.0) }
    return numbers.count == 2 ? "write '\(numbers.joined(separator: ","))'" : nil
  }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// A size as typed: `640x360`, or `640x` and `x360` where the other side follows.
struct SizeArgument: Equatable, ExpressibleByArgument {
  var width: Int?
  var height: Int?

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.contains(where: { !$0.isEmpty }) else { return nil }
    width = Int(sides[0])
    height = Int(sides[1])
    let isWhole = (sides[0].isEmpty || width != nil) && (sides[1].isEmpty || height != nil)
    guard isWhole, width ?? 1 > 0, height ?? 1 > 0 else { return nil }
  }

  /// The box that pictures must fit into; a side that was not given does not limit them.
  var limit: PixelSize { PixelSize(width ?? 1 << 20, height ?? 1 << 20) }

  /// The size where both sides are given and a picture of it can be drawn.
  ///
  /// - Throws: `UsageError` that names `option`.
  func whole(_ option: String) throws -> PixelSize {
    guard let width, let height, max(width, height) <= 16384, min(width, height) >= 16 else {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument, "\(option) is a width and a height from 16 to 16384, such as 640x360."))
    }
    return PixelSize(width, height)
  }
}

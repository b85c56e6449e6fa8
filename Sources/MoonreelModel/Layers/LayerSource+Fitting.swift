// SPDX-License-Identifier: MIT

import MoonreelCore

extension LayerSource {
  /// How a layer that shows it is fitted unless it says: text and shapes at their own size, what has a
  /// resolution as large as there is room.
  public var usualFit: FitMode {
    if case .image(let image) = self { image.usualFit } else { .contain }
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A picture in a script.
final class ImageHandle: Handle {
  override class var typeName: String { "image" }
  let image: Image

  init(_ image: Image) { self.image = image }

  /// The colour of a picture that is one colour everywhere.
  var color: Color? {
    if case .color(let color) = image.node { color } else { nil }
  }

  override var description: String { color.map { "color \($0)" } ?? "image" }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelText

/// The times on the pictures of a sheet.
enum TimeLabel {
  /// `time` on a dark plate at the lower left of a tile of `size`.
  ///
  /// - Throws: `MoonreelError` where it cannot be drawn.
  static func image(_ time: Time, _ size: PixelSize) throws -> Image {
    let letters = min(20, max(8, Double(size.height) / 10))
    var style = TextStyle.usual
    style.size = letters
    var text = TextDescription(time.clock(), style: style)
    text.backdrop = Backdrop(
      paint: .color(Color(0, 0, 0, 0.6)), paddingX: letters / 3, paddingY: letters / 6)
    let drawing = try TextDrawing.of(text)
    let place = AffineTransform(
      translationX: 4 - drawing.box.origin.x,
      y: Double(size.height) - 4 - drawing.box.origin.y - drawing.box.size.height)
    return Image(.drawing(drawing)).transformed(by: place)
  }
}

// SPDX-License-Identifier: MIT

/// Pictures of half blocks: every cell is two pixels, the upper one in the colour of the letter `▀`, the lower one in that of
/// the ground, 24 bits each (ISO 8613-6).
enum BlockPictures {
  /// What draws `picture` with its upper left corner in the cell `column`, `row`, both from 1.
  static func draw(_ picture: RGBPicture, column: Int, row: Int) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    var output: [UInt8] = []
    output.reserveCapacity(width * height * 20)
    for cells in 0..<(height + 1) / 2 {
      output += "\u{1B}[\(row + cells);\(column)H".utf8
      var last: (top: Int, bottom: Int) = (-1, -1)
      for x in 0..<width {
        let top = color(picture, x, 2 * cells)
        let bottom = color(picture, x, 2 * cells + 1)
        if top != last.top { select(38, top, &output) }
        if bottom != last.bottom { select(48, bottom, &output) }
        output += [0xE2, 0x96, 0x80]
        last = (top, bottom)
      }
      output += "\u{1B}[0m".utf8
    }
    return output
  }

  /// Below the last row there is black.
  private static func color(_ picture: RGBPicture, _ x: Int, _ y: Int) -> Int {
    guard y < picture.size.height else { return 0 }
    let place = (y * picture.size.width + x) * 3
    return Int(picture.bytes[place]) << 16 | Int(picture.bytes[place + 1]) << 8
      | Int(picture.bytes[place + 2])
  }

  private static func select(_ what: Int, _ color: Int, _ output: inout [UInt8]) {
    output += "\u{1B}[\(what);2;\(color >> 16);\(color >> 8 & 255);\(color & 255)m".utf8
  }
}

// SPDX-License-Identifier: MIT

/// Pictures by DEC's sixels: bands of six rows, in each of which every colour draws its pixels. The colours are always the
/// same, six steps of red, green and blue, dithered by an ordered matrix: so a frame costs the same whatever it shows, and
/// what does not move does not tremble.
enum SixelPictures {
  private static let steps = 6
  /// Bayer's matrix of 8 x 8: thresholds 0…63.
  private static let thresholds: [Int] = (0..<64).map { place in
    let (x, y) = (place % 8, place / 8)
    let mixed = x ^ y
    return (0..<3).reduce(0) { sum, bit in
      sum | (mixed >> bit & 1) << (5 - 2 * bit) | (y >> bit & 1) << (4 - 2 * bit)
    }
  }

  /// What draws `picture` with its upper left corner in the cell `column`, `row`, both from 1.
  static func draw(_ picture: RGBPicture, column: Int, row: Int) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    var output = Array("\u{1B}[\(row);\(column)H\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    output += palette
    let colors = indices(of: picture)
    // The bits of each colour in the band; what was not drawn stays zero.
    var masks = [UInt8](repeating: 0, count: steps * steps * steps * width)
    for top in stride(from: 0, to: height, by: 6) {
      var isUsed = [Bool](repeating: false, count: steps * steps * steps)
      for y in top..<min(top + 6, height) {
        for x in 0..<width {
          let color = Int(colors[y * width + x])
          isUsed[color] = true
          masks[color * width + x] |= 1 << UInt8(y - top)
        }
      }
      for color in isUsed.indices where isUsed[color] {
        output += "#\(color)".utf8
        append(&masks, color * width..<(color + 1) * width, &output)
        output.append(UInt8(ascii: "$"))
      }
      output.append(UInt8(ascii: "-"))
    }
    return output + "\u{1B}\\".utf8
  }

  /// `#index;2;red;green;blue`, in percent.
  private static let palette: [UInt8] = (0..<steps * steps * steps).flatMap { color in
    let parts = [color / (steps * steps), color / steps % steps, color % steps]
    return Array(
      "#\(color);2;\(parts.map { "\($0 * 100 / (steps - 1))" }.joined(separator: ";"))".utf8)
  }

  private static func indices(of picture: RGBPicture) -> [UInt8] {
    let width = picture.size.width
    return Array(unsafeUninitializedCapacity: width * picture.size.height) { indices, count in
      count = width * picture.size.height
      picture.bytes.withUnsafeBufferPointer { bytes in
        for place in 0..<count {
          let threshold = thresholds[place / width % 8 * 8 + place % width % 8]
          var index = 0
          for component in 0..<3 {
            let value = Int(bytes[place * 3 + component]) * (steps - 1) * 64
            index = index * steps + min(steps - 1, (value + threshold * 255 + 127) / (255 * 64))
          }
          indices[place] = UInt8(index)
        }
      }
    }
  }

  /// Writes one colour's row of sixels, equal ones in a row as `!count`, and makes its bits zero.
  private static func append(
    _ masks: inout [UInt8], _ range: Range<Int>, _ output: inout [UInt8]
  ) {
    var place = range.lowerBound
    while place < range.upperBound {
      let mask = masks[place]
      var end = place
      while end < range.upperBound, masks[end] == mask {
        masks[end] = 0
        end += 1
      }
      // Nothing at the end of a row need be drawn.
      if mask == 0, end == range.upperBound { return }
      if end - place > 3 {
        output += "!\(end - place)".utf8
        output.append(63 + mask)
      } else {
        for _ in place..<end { output.append(63 + mask) }
      }
      place = end
    }
  }
}

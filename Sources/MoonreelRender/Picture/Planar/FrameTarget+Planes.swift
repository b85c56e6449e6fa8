// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension FrameTarget {
  /// Whether pictures can be drawn to it plane by plane: Y'CbCr or gray of 8 to 16 bits at scale 1, composed in
  /// its own colour space.
  var takesPlanes: Bool {
    format.family != .rgb && format.bitDepth <= 16 && scale == 1
      && workingSpace.isSame(as: ColorSpace(color))
  }

  /// Whether the planes of `buffer` mean what its own do: the same family, depth, subsampling, matrix, range and,
  /// of the columns and rows that share chroma, siting.
  func hasPlanes(of buffer: FrameBuffer) -> Bool {
    let (found, wanted) = (buffer.color, color)
    guard buffer.format.family == format.family, buffer.format.bitDepth == format.bitDepth,
      buffer.format.chromaShiftX == format.chromaShiftX,
      buffer.format.chromaShiftY == format.chromaShiftY, found.range == wanted.range,
      ColorSpace(found, hdr: buffer.hdr).isSame(as: ColorSpace(wanted))
    else { return false }
    guard format.family == .yuv else { return true }
    let (columns, rows) = (1 << format.chromaShiftX, 1 << format.chromaShiftY)
    return found.matrix == wanted.matrix
      && found.siting.column(of: columns) == wanted.siting.column(of: columns)
      && found.siting.row(of: rows) == wanted.siting.row(of: rows)
  }

  /// Whether `color` has code values of its own: in HDR only black has, others are converted.
  func hasCodes(of color: Color) -> Bool {
    !ColorSpace(self.color).isHDR || color.alpha <= 0
      || (color.red, color.green, color.blue) == (0, 0, 0)
  }
}

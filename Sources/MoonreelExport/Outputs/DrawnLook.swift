// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// What the pictures of an export are drawn as, once for all outputs: as large as the largest needs them.
struct DrawnLook: Hashable, Sendable {
  var size: PixelSize
  var format: PixelFormat
  var color: ColorTags

  /// What `encoding` takes.
  init(of encoding: VideoEncoding) {
    (size, format, color) = (encoding.size, encoding.format, encoding.color)
  }

  /// What loses nothing that one of `encodings` stores of pictures of `composition`: as one of the largest takes them, or
  /// else floats; `nil` without encodings.
  init?(of encodings: [VideoEncoding], _ composition: VideoComposition) {
    let looks = encodings.map(DrawnLook.init(of:))
    guard let area = looks.map(\.area).max(), let first = looks.first(where: { $0.area == area })
    else { return nil }
    let largest = looks.filter { $0.area == area }
    self =
      largest.first { look in looks.allSatisfy { look.holds($0, of: composition) } }
      ?? first.inFloats(composition.color)
  }

  private var area: Int { size.width * size.height }

  /// Whether pictures of `composition` that look like this have all that `other` stores of them.
  private func holds(_ other: DrawnLook, of composition: VideoComposition) -> Bool {
    guard self != other else { return true }
    let keepsLight =
      color.hasLight(of: composition.color) || color.hasLight(of: other.color)
    return keepsLight && format.bitDepth >= other.format.bitDepth
      && (format.hasAlpha || !other.format.hasAlpha)
      && (format.family != .gray || other.format.family == .gray)
      && size.covers(other.size) && chromaSize.covers(other.chromaSize)
  }

  /// The size of what says the colour.
  private var chromaSize: PixelSize {
    PixelSize(size.width >> format.chromaShiftX, size.height >> format.chromaShiftY)
  }

  private func inFloats(_ color: ColorTags) -> DrawnLook {
    var look = self
    look.format = .floatGBRA
    look.color = ColorTags(
      matrix: .rgb, transfer: color.transfer, primaries: color.primaries, range: .full)
    return look
  }
}

extension ColorTags {
  /// Whether the same light has the same red, green and blue.
  fileprivate func hasLight(of other: ColorTags) -> Bool {
    transfer == other.transfer && primaries == other.primaries
  }
}

extension PixelSize {
  fileprivate func covers(_ other: PixelSize) -> Bool {
    width >= other.width && height >= other.height
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// A curve and primaries that a file names by the code points of ITU-T H.273.
struct CodePoints: Hashable {
  var primaries: ColorTags.Primaries
  var transfer: ColorTags.Transfer
  /// Whether codes use the whole scale.
  var isFullRange = true

  /// The meaning of the numbers; `nil` where either is reserved, or not one that pictures are tagged with.
  init?(primaries: Int, transfer: Int, isFullRange: Bool = true) {
    var color = LibavColor(ColorTags.srgb)
    color.primaries = AVColorPrimaries(UInt32(clamping: primaries))
    color.transfer = AVColorTransferCharacteristic(UInt32(clamping: transfer))
    guard let known = color.knownPrimaries, let curve = color.knownTransfer else { return nil }
    (self.primaries, self.transfer, self.isFullRange) = (known, curve, isFullRange)
  }
}

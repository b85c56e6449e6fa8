// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension CopiedPictures {
  /// The packets of `stretch`, or of a piece of one, as a span of a film that is encoded by `rules`.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file was changed or cannot be read, `limitExceeded`.
  package func span(_ stretch: Stretch, _ rules: SpanRules) throws -> EncodedSpan {
    var packets: [SpanPacket] = []
    try read(stretch, settingOut: rules.hasGlobalHeader ? nil : rules.sets) { storage, slot in
      packets.append(
        SpanPacket(storage: storage, frame: Int64(slot - stretch.slots.lowerBound)))
    }
    return try EncodedSpan(continuing: packets, extradata: rules.description ?? [])
  }

  /// How many packets of `stretch` are decoded at most before the frame is shown that is due.
  package func reordering(of stretch: Stretch) -> Int64 {
    stretch.ordinals.reduce(0) { most, ordinal in
      let slot = Int(index.slotOfOrdinal[ordinal])
      let place = ordinal - stretch.ordinals.lowerBound
      return max(most, Int64(place - (slot - stretch.slots.lowerBound)))
    }
  }
}

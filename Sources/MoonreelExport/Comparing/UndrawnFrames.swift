// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// The frames of files as what they are, not as pixels: which file holds each, and which of its packets. Nothing is
/// decoded.
final class UndrawnFrames: AssetFrames {
  private let gate: FileGate
  private let keys: FileKeys
  private let tables = Locked<[ReaderUse.Key: Result<FrameTable, any Error>]>([:])
  /// Which frames were asked for; `nil` where nobody wants to know.
  let origins: FrameOrigins?

  init(gate: FileGate, keys: FileKeys, origins: FrameOrigins? = nil) {
    (self.gate, self.keys, self.origins) = (gate, keys, origins)
  }

  func plan(_ uses: [ReaderUse]) {}

  func advance(to time: Time, playedWidth: Int?) {}

  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) throws -> (image: Image, time: Time) {
    let table = try table(of: asset, key)
    let slot = table.slot(at: wish.time, isBefore: wish.isBefore)
    guard let video = asset.video else { return (.empty, wish.time) }
    let file = try keys.key(of: table.file(ofSlot: slot), cancellation: gate.cancellation)
    let digest = DigestWriter(
      "undrawn", file, asset.streamIndex, table.ordinal(ofSlot: slot),
      video.deinterlacing.rawValue, video.decoder, video.isColorOverridden, video.color
    ).digest
    origins?.note(digest, asset, key, slot: slot)
    let buffer = FrameBuffer.standing(
      for: digest, format: video.format, size: video.codedSize, color: video.color,
      pixelAspect: video.pixelAspect)
    return (Image(frame: buffer), table.time(ofSlot: slot))
  }

  private func table(of asset: AssetTrack, _ key: ReaderUse.Key) throws -> FrameTable {
    try tables.withLock { tables in
      if let known = tables[key] { return known }
      let found = Result { try FrameTable(asset, gate: gate) }
      tables[key] = found
      return found
    }.get()
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What gives a reader of timelines the pictures of files.
protocol AssetFrames: Sendable {
  /// Tells who will want what; the uses of one whole timeline.
  func plan(_ uses: [ReaderUse])
  /// Tells that frames at `time` of the outermost timeline are wanted next.
  func advance(to time: Time)
  /// The picture of `asset` that `wish` means, at its natural size, and its time.
  ///
  /// - Parameters:
  ///   - next: the source time that this use will want after that, where it is known.
  ///   - use: who asks.
  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) throws -> (image: Image, time: Time)
}

/// Test cards in place of all frames: nothing is opened or decoded.
struct StandInFrames: AssetFrames {
  func plan(_ uses: [ReaderUse]) {}

  func advance(to time: Time) {}

  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) -> (image: Image, time: Time) {
    let size = asset.video?.naturalSize.size ?? .zero
    return (Image(.testCard(size: size, phase: Double(use.number % 8) / 8)), wish.time)
  }
}

extension ReaderPool: AssetFrames {
  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) throws -> (image: Image, time: Time) {
    let frame = try frame(of: asset, key: key, wish: wish, next: next, use: use)
    return (Self.picture(frame.buffer, of: asset), frame.time)
  }

  /// The picture at the track's size: where a stream changes its size midway, what comes after is fitted
  /// into the first size, proportions kept, in the middle.
  private static func picture(_ buffer: FrameBuffer, of asset: AssetTrack) -> Image {
    let image = Image(frame: buffer)
    guard let video = asset.video, buffer.size != video.codedSize, let extent = image.extent
    else { return image }
    let size = video.naturalSize.size
    guard extent != Rect(origin: .zero, size: size) else { return image }
    return image.transformed(by: FitMode.contain.transform(from: extent, into: size))
  }
}

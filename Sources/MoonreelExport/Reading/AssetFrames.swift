// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What gives a reader of timelines the pictures of files.
protocol AssetFrames: Sendable {
  /// Tells who will want what; the uses of one whole timeline.
  func plan(_ uses: [ReaderUse])
  /// Tells that frames at `time` of the outermost timeline are wanted next.
  ///
  /// - Parameter playedWidth: how wide the film is drawn, where it is played and proxies may stand for files; else `nil`.
  func advance(to time: Time, playedWidth: Int?)
  /// The picture of `asset` that `wish` means, at its natural size, and its time.
  ///
  /// - Parameters:
  ///   - next: the source time that this use will want after that, where it is known.
  ///   - use: who asks.
  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) throws -> (image: Image, time: Time)
  /// Notes that what was just given shows something that is not whole: by `sentences`, which nobody was told yet.
  func noteConcealment(_ sentences: [String])
  /// How often that was noted. A frame of the film is whole where it is the same before and after.
  var concealedCount: Int { get }
}

extension AssetFrames {
  func noteConcealment(_ sentences: [String]) {}

  /// Where nothing is decoded, nothing is concealed.
  var concealedCount: Int { 0 }
}

/// Test cards in place of all frames: nothing is opened or decoded.
struct StandInFrames: AssetFrames {
  func plan(_ uses: [ReaderUse]) {}

  func advance(to time: Time, playedWidth: Int?) {}

  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) -> (image: Image, time: Time) {
    let size = asset.video?.naturalSize.size ?? .zero
    return (Image(.testCard(size: size, phase: Double(use.number % 8) / 8)), wish.time)
  }
}

extension ReaderPool: AssetFrames {
  func noteConcealment(_ sentences: [String]) {
    monitor.update { $0.concealedCount += 1 }
    for sentence in sentences { warnings?.warn(sentence) }
  }

  var concealedCount: Int { monitor.read { $0.concealedCount } }

  func picture(
    of asset: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time?, use: ReaderUse.ID
  ) throws -> (image: Image, time: Time) {
    if let proxied = self.key(key, of: asset), let proxy = proxied.proxy {
      do {
        let frame = try frame(of: asset, key: proxied, wish: wish, next: next, use: use)
        monitor.update { $0.proxiedFrames += 1 }
        return (Self.picture(ofProxy: frame.buffer, of: asset), frame.time)
      } catch  where (error as? MoonreelError)?.code != .cancelled {
        // Who cannot read the file itself either hears of it now.
        gate.proxies?.reject(proxy)
      }
    }
    let frame = try frame(of: asset, key: key, wish: wish, next: next, use: use)
    return (Self.picture(frame.buffer, of: asset), frame.time)
  }

  /// The key under which the proxy of `asset` is read, where it has one that may be used now.
  func key(_ key: ReaderUse.Key, of asset: AssetTrack) -> ReaderUse.Key? {
    guard let proxies = gate.proxies, let width = monitor.read({ $0.playedWidth }),
      let proxy = proxies.proxy(of: asset), proxies.areEnlarged || proxy.size.width >= width
    else { return nil }
    var key = key
    key.proxy = proxy
    return key
  }

  /// The picture of a proxy, over all that the track's own covers.
  private static func picture(ofProxy buffer: FrameBuffer, of asset: AssetTrack) -> Image {
    let image = Image(frame: buffer)
    guard let size = asset.video?.naturalSize.size, let extent = image.extent else { return image }
    return image.transformed(
      by: AffineTransform(
        scaleX: size.width / extent.size.width, y: size.height / extent.size.height))
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

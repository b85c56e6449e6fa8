// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// One open decoder of a pool, with what it last gave.
///
/// `@unchecked Sendable`: the fields are touched only under the pool's lock, the reader only by the
/// thread that marked it busy.
final class PooledReader: @unchecked Sendable {
  let key: ReaderUse.Key
  /// The lane that it reads for, and no other.
  let lane: Int
  /// The outermost timeline's time when it was last wanted.
  var lastTime = Time.zero
  /// `nil` while the file is being opened.
  var reader: (any TrackFrames)?
  /// Whether some thread is opening it or decoding with it.
  var isBusy = true
  /// The last wish, towards which it is on its way while busy.
  var position: FrameWish
  /// The uses that it serves.
  var claims: Set<ReaderUse.ID> = []
  /// The pool's clock when it was last wanted.
  var lastUse = 0
  private var recent: [(wish: FrameWish, frame: VideoFrame)] = []

  init(key: ReaderUse.Key, lane: Int, position: FrameWish) {
    (self.key, self.lane, self.position) = (key, lane, position)
  }

  /// The frame that was given for the same wish a moment ago.
  func recentFrame(for wish: FrameWish) -> VideoFrame? {
    recent.last { $0.wish == wish }?.frame
  }

  /// Keeps `frame` for others who want the same; a handful, for a frame holds megabytes.
  func remember(_ frame: VideoFrame, for wish: FrameWish) {
    if recent.count == 3 { recent.removeFirst() }
    recent.append((wish, frame))
  }

  /// How far decoding has to run on to reach `wish`; `nil` where it would have to jump.
  func distance(to wish: FrameWish) -> Time? {
    guard wish.isBefore == position.isBefore else { return nil }
    let step = wish.isBefore ? position.time - wish.time : wish.time - position.time
    return step >= .zero && step <= Self.reach ? step : nil
  }

  /// The longest run that is cheaper than opening another decoder.
  private static let reach = Time(flicks: Time.flicksPerSecond / 2)
}

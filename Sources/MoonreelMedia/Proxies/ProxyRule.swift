// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which files are too heavy to be played as they are, and what their proxies are like.
///
/// One frame of 1080p in H.264 with 8 bits takes one core about 4 ms to decode, and all costs are counted in such frames.
/// A file is heavy
/// - where a frame costs more than one of these: larger pictures, codecs that cost about twice as much (HEVC, VP9, AV1),
///   more than 8 bits. It cannot be played at twice the speed beside others.
/// - where the furthest frame of a group of pictures costs more than 60 of these, a quarter of a second: a jump, and each
///   group that is played backwards, keeps the picture waiting.
///
/// Files whose every frame stands alone never are: each frame is reached at once, and a proxy would hardly be smaller.
/// Stills, sequences of pictures and what lies on the network have no proxies, nor has what has alpha, which the proxies'
/// codec does not hold, nor what is damaged or must not be.
struct ProxyRule: Hashable, Sendable {
  /// Raised whenever proxies that were made before are of no use any more.
  static let version = 1
  /// The longer side of a proxy, at most.
  static let longestSide = 1280
  /// Pixels of one frame of 1080p: what a frame may cost.
  var unit = 1920 * 1088
  /// What the furthest frame of a group may cost, in frames of 1080p.
  var groupLimit = 60
  /// What a file has at least: fewer frames are decoded sooner than they are made smaller.
  var fewestFrames = 50

  /// Whether `track` is to have a proxy.
  func isHeavy(_ track: AssetTrack, _ index: StreamIndex) -> Bool {
    guard let video = track.video, !video.isStillImage, !video.hasAlpha,
      track.damagePolicy != .fail, index.brokenAt == nil, index.slots.count >= fewestFrames
    else { return false }
    let group = Self.longestGroup(index)
    let cost = Self.cost(ofFrame: video, codec: track.codecName)
    return group > 1 && (cost > Double(unit) || cost * Double(group) > Double(unit * groupLimit))
  }

  /// What one frame costs, in pixels of H.264 with 8 bits.
  static func cost(ofFrame video: AssetTrack.Video, codec: String) -> Double {
    let pixels = Double(video.codedSize.width * video.codedSize.height)
    let codecs = ["hevc": 2.0, "vp9": 2.0, "av1": 2.0]
    return pixels * (codecs[codec] ?? 1) * (video.format.bitDepth > 8 ? 1.5 : 1)
  }

  /// The most packets between a place where decoding can begin and the next.
  static func longestGroup(_ index: StreamIndex) -> Int {
    let ends = index.syncPoints.dropFirst() + [index.entries.count]
    return zip(index.syncPoints, ends).map { $1 - $0 }.max() ?? 0
  }

  /// The size of a proxy of pictures of `size`: divided by a whole number, and even, as its codec wants.
  static func size(of size: PixelSize) -> PixelSize {
    let longer = max(size.width, size.height)
    let divisor = max(1, (longer + longestSide - 1) / longestSide)
    func side(_ length: Int) -> Int { max(2, (length / divisor + 1) / 2 * 2) }
    return PixelSize(side(size.width), side(size.height))
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// A file of small pictures that stand for those of a heavy track while it is played: frame *n* for frame *n*, each coded
/// without the others. It holds no sound.
package struct Proxy: Hashable, Sendable {
  /// Where it lies.
  package let path: String
  /// The size of its pictures.
  package let size: PixelSize
  /// Its track of pictures.
  let track: AssetTrack

  /// The proxy at `path` for `source`, which has `frames` frames; `nil` where there is none that is whole.
  init?(_ path: String, of source: AssetTrack, frames: Int, gate: FileGate) {
    guard FileGate.realPath(path) != nil,
      let asset = try? Asset.load(path: path, gate: gate), asset.tracks.count == 1,
      var track = asset.video, var video = track.video,
      let (_, index) = try? FormatContext.openForReading(track, gate: gate),
      index.slots.count == frames, index.brokenAt == nil, ProxyRule.longestGroup(index) <= 1,
      let original = source.video, video.codedSize == ProxyRule.size(of: original.codedSize)
    else { return nil }
    // Pictures are laid over those of the source, whatever shape their pixels have.
    (video.pixelAspect, video.hdr, video.deinterlacing) = (.one, original.hdr, .never)
    track.video = video
    track.damagePolicy = .fail
    (self.path, self.track, size) = (path, track, video.codedSize)
  }
}

/// What gives the frames of a track.
package protocol TrackFrames: AnyObject, Sendable {
  /// How many frames came out of the decoder.
  var decodedFrameCount: Int { get }
  /// Whether the file is known to be what it was when it was opened.
  var isCurrent: Bool { get }
  /// The most bytes of frames that it keeps for who walks backwards.
  var backwardsLimit: Int { get set }
  /// The frame on screen at `time`; see ``VideoReader/frame(at:next:shrink:)``.
  func frame(at time: Time, next: Time?, shrink: Int) throws -> VideoFrame
  /// The last frame before `time`; see ``VideoReader/frame(before:shrink:)``.
  func frame(before time: Time, shrink: Int) throws -> VideoFrame
}

extension VideoReader: TrackFrames {}

/// Gives the frames of a track in the pictures of its proxy, with the times of the track itself.
///
/// `@unchecked Sendable`: as ``VideoReader``, one thread at a time may use it.
package final class ProxyReader: TrackFrames, @unchecked Sendable {
  private let table: FrameTable
  private let reader: VideoReader
  private let source: FileContent?

  /// Opens `proxy` in place of `track`.
  ///
  /// - Throws: `MoonreelError` where either cannot be opened.
  package init(_ proxy: Proxy, of track: AssetTrack, gate: FileGate) throws {
    table = try FrameTable(track, gate: gate)
    reader = try VideoReader(
      track: proxy.track, gate: MediaProxies.gate(of: proxy.path, like: gate), threadCount: 1)
    source = FileContent(path: table.file(ofSlot: 0))
  }

  package var decodedFrameCount: Int { reader.decodedFrameCount }
  package var isCurrent: Bool { reader.isCurrent && source?.isCurrent == true }

  /// Every picture stands by itself: none is kept.
  package var backwardsLimit = 0

  /// A proxy is small as it is.
  package func frame(at time: Time, next: Time?, shrink: Int) throws -> VideoFrame {
    try frame(table.slot(at: time, isBefore: false))
  }

  package func frame(before time: Time, shrink: Int) throws -> VideoFrame {
    try frame(table.slot(at: time, isBefore: true))
  }

  private func frame(_ slot: Int) throws -> VideoFrame {
    VideoFrame(
      buffer: try reader.delivered(slot: slot).buffer, time: table.time(ofSlot: slot),
      duration: table.duration(ofSlot: slot))
  }
}

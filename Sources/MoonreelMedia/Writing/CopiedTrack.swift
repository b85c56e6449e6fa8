// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// One track of a file that packets are copied to: where they lie, and how far it has come.
struct CopiedTrack {
  /// The track of the first packets.
  let track: AssetTrack
  /// What is shown when.
  var layout: PacketLayout
  private(set) var shownPackets: Int64 = 0
  /// The decoding time of the first packet.
  private(set) var origin: Int64?
  /// Up to when it is shown.
  private(set) var end: Time = .zero
  private var lastDecodeTime: Int64?

  /// A track without packets yet.
  init(_ track: AssetTrack) {
    self.track = track
    layout = PacketLayout(timeBase: track.copyTimeBase)
  }

  /// How many samples it is long; 0 without sound.
  var samples: Int64 {
    track.audio.map { end.value(timescale: Int64($0.sampleRate)) } ?? 0
  }

  /// Begins a stretch that is presented from `time` on, after everything before.
  mutating func begin(
    _ cut: PacketCut, of reader: PacketReader, on index: Int, at time: Time, canHide: Bool
  ) -> CopiedSegment {
    let offset = time - cut.range.start
    if canHide {
      let (placed, shift) = layout.place(cut, at: time)
      return CopiedSegment(placed, reader, index: index, shift: shift, offset: offset)
    }
    let shift = time.value(timeBase: layout.timeBase) - layout.units(cut.start, of: cut)
    return CopiedSegment(cut, reader, index: index, shift: shift, offset: offset)
  }

  /// `packet`, which is `item` of `cut`, moved by `shift` units of the track's time.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` without memory, `encodingFailed` where it would be decoded too late.
  mutating func placed(
    _ packet: UnsafeMutablePointer<AVPacket>, _ item: PacketCut.Item, of cut: PacketCut,
    shift: Int64, due: Time
  ) throws -> PacketStorage {
    let copy = PacketStorage()
    guard av_packet_ref(copy.packet, packet) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot copy a packet: out of memory.")
    }
    let shown = layout.units(item.presentation, of: cut) + shift
    let decoded = layout.units(item.decoding, of: cut) + shift
    copy.packet.pointee.pts = shown
    copy.packet.pointee.dts = try monotonic(decoded, shown: shown, at: due)
    copy.packet.pointee.duration = layout.units(item.duration, of: cut)
    copy.packet.pointee.pos = -1
    copy.packet.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    origin = origin ?? copy.packet.pointee.dts
    if item.isShown { shownPackets += 1 }
    return copy
  }

  /// Notes that it is shown up to `time`.
  mutating func reach(_ time: Time) { end = max(end, time) }

  /// The decoding time to write: the packet's own, or just after the one before where a segment of
  /// another file was reordered more deeply.
  private mutating func monotonic(_ wanted: Int64, shown: Int64, at time: Time) throws -> Int64 {
    let least = lastDecodeTime.map { $0 + 1 } ?? .min
    let chosen = max(min(wanted, shown), least)
    guard chosen <= shown else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot join packets at \(time): the pictures of '\(track.path)' are reordered "
          + "more deeply than those before. Encode instead of copying.")
    }
    lastDecodeTime = chosen
    return chosen
  }
}

extension PacketCut {
  /// Refuses what a `container` without edit lists would show though it is only needed.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  func checkExact(_ track: AssetTrack, in container: Container) throws {
    if let key = leadIn {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy '\(track.path)' from \(range.start) into a \(container.rawValue) file: no "
          + "key frame begins there (the nearest before is at \(key)). Write MP4 or MOV, encode, or cut "
          + "at a key frame.")
    }
    if needsLaterFrames {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy '\(track.path)' up to \(range.end) into a \(container.rawValue) file: frames "
          + "before the cut need frames after it. Write MP4 or MOV, encode, or cut at a key frame.")
    }
  }
}

// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// A file that coded packets are copied into: all of it, or one track of sound beside pictures that are encoded.
///
/// For example, one stretch of a track:
///
///     let cut = reader.cut(range, canHide: true)
///     let segment = try writer.begin(cut, of: reader, on: 0, at: .zero)
///     while segment.due != nil { try writer.copyNext(of: segment) }
public protocol PacketTaker: AnyObject {
  /// Says what will be copied to track `index`, before the first of it is begun. Without it files whose
  /// later cuts lie within groups of pictures are still right, but libav-based players show the pictures
  /// after such a cut up to a few frames off.
  func expect(_ cuts: [PacketCut], on index: Int)

  /// Begins to copy `cut` of `reader`'s track, to be presented on track `index` from `time` on, after
  /// everything before.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where the file would show what `cut` only needs.
  func begin(
    _ cut: PacketCut, of reader: PacketReader, on index: Int, at time: Time
  ) throws -> CopiedSegment

  /// Copies the packet of `segment` that is due; does nothing once all are copied.
  ///
  /// - Throws: `MoonreelError`: `decodingFailed` where the source cannot be read, `encodingFailed`,
  ///   `fileAccess`.
  func copyNext(of segment: CopiedSegment) throws

  /// Notes that track `index` has had its last packet, so that others need not wait for it.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`.
  func end(_ index: Int) throws
}

/// One stretch of a track on its way into a file, packet by packet.
///
/// Made by ``PacketTaker/begin(_:of:on:at:)``. Threads: the writer's.
public final class CopiedSegment {
  /// The output's time at which the next packet belongs; `nil` once all are copied.
  public var due: Time? { time(ofItem: next) }

  let index: Int
  private let cut: PacketCut
  private let reader: PacketReader
  private let shift: Int64
  /// Output time minus asset time.
  private let offset: Time
  private var next = 0

  init(_ cut: PacketCut, _ reader: PacketReader, index: Int, shift: Int64, offset: Time) {
    (self.cut, self.reader, self.index) = (cut, reader, index)
    (self.shift, self.offset) = (shift, offset)
  }

  private func time(ofItem place: Int) -> Time? {
    guard place < cut.items.count else { return nil }
    let decoded = try? Time(value: cut.items[place].decoding, timeBase: cut.timeBase)
    return (decoded ?? .zero) + offset
  }

  /// Has `write` take the packet that is due, timed for `track`, with the output's time at which it belongs.
  func copyNext(
    into track: inout CopiedTrack, write: (UnsafeMutablePointer<AVPacket>, Time) throws -> Void
  ) throws {
    guard let due else { return }
    let item = cut.items[next]
    if reader.nextOrdinal != item.ordinal { try reader.seek(toOrdinal: item.ordinal) }
    guard let packet = try reader.next() else {
      throw MoonreelError(
        .decodingFailed, "Cannot copy '\(reader.track.path)': it became shorter meanwhile.")
    }
    next += 1
    let limit = cut.range.end + offset
    let time = min(due, limit)
    let copy = try track.placed(packet.storage.packet, item, of: cut, shift: shift, due: time)
    try withExtendedLifetime(copy) { try write(copy.packet, time) }
    if next == cut.items.count { track.reach(limit) }
  }
}

extension PacketReader {
  /// The ordinal of the packet that ``next()`` gives.
  fileprivate var nextOrdinal: Int { cursor.next }

  /// Moves so that ``next()`` gives the packet `ordinal`.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  func seek(toOrdinal ordinal: Int) throws { try cursor.seek(to: ordinal) }
}

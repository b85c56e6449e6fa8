// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension PassthroughWriter {
  /// One stretch of a track on its way into the file, packet by packet.
  ///
  /// Made by ``PassthroughWriter/begin(_:of:on:at:)``. Threads: the writer's.
  public final class Segment {
    /// The output's time at which the next packet belongs; `nil` once all are copied.
    public var due: Time? { time(ofItem: next) }

    private let cut: PacketCut
    private let reader: PacketReader
    private let index: Int
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

    /// Copies the packet that is due; does nothing once all are copied.
    ///
    /// - Throws: `MoonreelError`: `decodingFailed` where the source cannot be read, `encodingFailed`,
    ///   `fileAccess`.
    public func copyNext(into writer: PassthroughWriter) throws {
      guard let due else { return }
      let item = cut.items[next]
      if reader.nextOrdinal != item.ordinal { try reader.seek(toOrdinal: item.ordinal) }
      guard let packet = try reader.next() else {
        throw MoonreelError(
          .decodingFailed, "Cannot copy '\(reader.track.path)': it became shorter meanwhile.")
      }
      next += 1
      let limit = cut.range.end + offset
      try writer.append(
        packet.storage.packet, item, of: cut, to: index, shift: shift, due: min(due, limit))
      if next == cut.items.count { writer.reach(limit, on: index) }
    }
  }

  /// Begins to copy `cut` of `reader`'s track, to be presented on track `index` from `time` on, after
  /// everything before.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where the file would show what `cut` only needs.
  public func begin(
    _ cut: PacketCut, of reader: PacketReader, on index: Int, at time: Time
  ) throws -> Segment {
    if !canHide { try checkExact(cut, reader.track) }
    let offset = time - cut.range.start
    if canHide {
      let (placed, shift) = layouts[index].place(cut, at: time)
      return Segment(placed, reader, index: index, shift: shift, offset: offset)
    }
    let layout = layouts[index]
    let shift = time.value(timeBase: layout.timeBase) - layout.units(cut.start, of: cut)
    return Segment(cut, reader, index: index, shift: shift, offset: offset)
  }

  /// Says what will be copied to track `index`, before the first of it is begun. Without it files whose
  /// later cuts lie within groups of pictures are still right, but libav-based players show the pictures
  /// after such a cut up to a few frames off.
  public func expect(_ cuts: [PacketCut], on index: Int) { layouts[index].expect(cuts) }

  /// Appends what `reader`'s track presents within `range`, to be presented from `time` on.
  ///
  ///     |--A--|   ->   |--A--|--B[range]--|
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where the container has no edit lists and `range` does
  ///   not begin at a key frame or ends where later pictures are needed, `decodingFailed`, `fileAccess`.
  public func append(
    _ range: TimeRange, of reader: PacketReader, to index: Int, at time: Time
  ) throws {
    guard !range.isEmpty else { return }
    let cut = reader.cut(range, canHide: canHide, isFirst: time == .zero)
    let segment = try begin(cut, of: reader, on: index, at: time)
    while segment.due != nil { try segment.copyNext(into: self) }
  }

  private func checkExact(_ cut: PacketCut, _ track: AssetTrack) throws {
    if let key = cut.leadIn {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy '\(track.path)' from \(cut.range.start) into a \(container.rawValue) file: no "
          + "key frame begins there (the nearest before is at \(key)). Write MP4 or MOV, encode, or cut "
          + "at a key frame.")
    }
    if cut.needsLaterFrames {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy '\(track.path)' up to \(cut.range.end) into a \(container.rawValue) file: frames "
          + "before the cut need frames after it. Write MP4 or MOV, encode, or cut at a key frame.")
    }
  }
}

extension PacketReader {
  /// The ordinal of the packet that ``next()`` gives.
  var nextOrdinal: Int { cursor.next }

  /// Moves so that ``next()`` gives the packet `ordinal`.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  func seek(toOrdinal ordinal: Int) throws { try cursor.seek(to: ordinal) }
}

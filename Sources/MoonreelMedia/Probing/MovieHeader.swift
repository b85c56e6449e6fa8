// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What the header of a QuickTime or MP4 film says of how it likes to be played; libav reads past it.
struct MovieHeader {
  /// How many times faster than it was taken; 1 is usual.
  var preferredRate = 1.0
  /// The factor of its sound; 1 is usual.
  var preferredVolume = 1.0

  /// The header of the file that `format` has open; `nil` where it has none, or other containers' files.
  ///
  /// The boxes before it are passed over by their lengths; the file is left where it was.
  init?(of format: FormatContext) {
    guard format.formatName.hasPrefix("mov,"), let io = format.context.pointee.pb,
      io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    else { return nil }
    let place = avio_seek(io, 0, SEEK_CUR)
    defer { avio_seek(io, place, SEEK_SET) }
    let whole = avio_size(io)
    guard let film = Self.box("moov", in: 0..<whole, io),
      let header = Self.box("mvhd", in: film, io), header.count >= 26
    else { return nil }
    avio_seek(io, header.lowerBound, SEEK_SET)
    let isLong = avio_r8(io) == 1
    avio_skip(io, isLong ? 31 : 19)
    let (rate, volume) = (
      Int32(bitPattern: avio_rb32(io)), Int16(truncatingIfNeeded: avio_rb16(io))
    )
    // Zero is what programs write that do not know the field.
    if rate != 0 { preferredRate = Double(rate) / 65_536 }
    if volume > 0 { preferredVolume = Double(volume) / 256 }
  }

  /// The contents of the box `moov` of the file that `format` has open, which is left where it was; `nil` where
  /// there is none, or it has more than half a gigabyte.
  static func index(of format: FormatContext) -> [UInt8]? {
    guard let io = format.context.pointee.pb, io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 else {
      return nil
    }
    let place = avio_seek(io, 0, SEEK_CUR)
    defer { avio_seek(io, place, SEEK_SET) }
    guard let film = box("moov", in: 0..<max(0, avio_size(io)), io), film.count < 1 << 29,
      avio_seek(io, film.lowerBound, SEEK_SET) == film.lowerBound
    else { return nil }
    let count = Int(film.count)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = Int(max(0, avio_read(io, buffer.baseAddress, Int32(count))))
    }
    return bytes.count == count ? bytes : nil
  }

  /// Where the contents of the first box `name` within `range` lie.
  static func box(
    _ name: String, in range: Range<Int64>, _ io: UnsafeMutablePointer<AVIOContext>
  ) -> Range<Int64>? {
    var start = range.lowerBound
    for _ in 0..<10_000 where start + 8 <= range.upperBound {
      guard avio_seek(io, start, SEEK_SET) == start else { return nil }
      var (size, head) = (Int64(avio_rb32(io)), Int64(8))
      let letters = (0..<4).map { _ in UInt8(truncatingIfNeeded: avio_r8(io)) }
      if size == 1 { (size, head) = (Int64(bitPattern: avio_rb64(io)), 16) }
      if size == 0 { size = range.upperBound - start }
      guard size >= head, size <= range.upperBound - start else { return nil }
      if letters == Array(name.utf8) { return start + head..<start + size }
      start += size
    }
    return nil
  }
}

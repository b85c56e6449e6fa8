// SPDX-License-Identifier: MIT

/// What the header of a QuickTime or MP4 film says of how it likes to be played; libav reads past it.
struct MovieHeader {
  /// How many times faster than it was taken; 1 is usual.
  var preferredRate = 1.0
  /// The factor of its sound; 1 is usual.
  var preferredVolume = 1.0

  /// The header of the file that `format` has open; `nil` where it has none, or other containers' files.
  init?(of format: FormatContext) {
    guard format.isOne(of: ["mov"]), let source = format.bytes,
      let header = Self.find(source)
    else { return nil }
    let place = header.hasLongTimes ? 32 : 20
    let rate = Int32(truncatingIfNeeded: Int64(header.number(at: place, byteCount: 4)))
    let volume = Int16(truncatingIfNeeded: Int64(header.number(at: place + 4, byteCount: 2)))
    // Zero is what programs write that do not know the field.
    if rate != 0 { preferredRate = Double(rate) / 65_536 }
    if volume > 0 { preferredVolume = Double(volume) / 256 }
  }

  private static func find(_ source: some ByteSource) -> MovieBox? {
    let film = BoxPlace.first("moov", in: source)?.children(source)?.first { $0.type == "mvhd" }
    return film.flatMap { $0.payload.count <= 4096 ? $0.whole(source) : nil }
  }
}

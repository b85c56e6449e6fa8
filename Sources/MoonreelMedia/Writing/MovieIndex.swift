// SPDX-License-Identifier: MIT

import MoonreelCore

/// What was written so far.
private struct WrittenBytes: ByteSource {
  let file: AtomicOutputFile

  var count: Int64 { file.byteCount }

  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, count >= 0, Int64(count) <= self.count - place else { return nil }
    let bytes = try? file.read(at: place, byteCount: count)
    return bytes?.count == count ? bytes : nil
  }
}

/// The index (`moov`) at the end of an MPEG-4 or QuickTime file that is complete but not yet in its place:
/// gives its tracks edit lists and describes boxed metadata, which libav's muxer cannot, and moves it to the front
/// where that is wanted.
struct MovieIndex {
  private let file: AtomicOutputFile
  private let offset: Int64
  private let length: Int
  private var movie: MovieBox
  private let frontEnd: Int64

  /// Reads the index of `file`, to which all has been written.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where there is none at its end.
  init(of file: AtomicOutputFile) throws {
    let source = WrittenBytes(file: file)
    guard let place = BoxPlace.first("moov", in: source),
      let inside = place.whole(source), let children = MovieBox.parse(inside.payload[...])
    else {
      throw MoonreelError(
        .encodingFailed, "Cannot complete the index of '\(file.path)': it has none at its end.")
    }
    self.file = file
    (offset, length) = (place.start, Int(place.payload.upperBound - place.start))
    movie = MovieBox(type: "moov", children: children)
    let first = BoxPlace.box(source, at: 0, end: source.count)
    frontEnd = first.flatMap { $0.type == "ftyp" ? $0.payload.upperBound : nil } ?? 0
  }

  /// Gives tracks of copied packets, by their place in the file, the edit lists that show what is to be shown.
  mutating func setEdits(_ copies: [Int: CopiedTrack]) {
    guard var header = movie["mvhd"] else { return }
    let scale = Int64(header.number(at: header.hasLongTimes ? 20 : 12, byteCount: 4))
    var longest: UInt64 = 0
    var place = 0
    for index in movie.children.indices where movie.children[index].type == "trak" {
      if let copy = copies[place] {
        Self.setEdits(
          &movie.children[index], copy.layout, origin: copy.origin ?? 0, movieTimescale: scale)
      }
      place += 1
      longest = max(longest, movie.children[index]["tkhd"].map(Self.trackDuration) ?? 0)
    }
    let isLong = header.hasLongTimes
    header.setNumber(longest, at: isLong ? 24 : 16, byteCount: isLong ? 8 : 4)
    movie["mvhd"] = header
  }

  /// Describes the tracks that ``Muxer/addTimedMetadata(_:)`` has added as boxed metadata: the n-th has the n-th list
  /// of `keys`.
  mutating func setMetadataKeys(_ keys: [[String]]) {
    var rest = keys[...]
    for index in movie.children.indices where movie.children[index].type == "trak" {
      guard let entry = movie.children[index]["mdia", "minf", "stbl", "stsd"],
        entry.payload.dropFirst(12).starts(with: "gpmd".utf8), let names = rest.popFirst()
      else { continue }
      let description = MovieBox(
        type: "stsd", payload: BoxedMetadata.description(keys: names))
      movie.children[index]["mdia", "minf", "stbl", "stsd"] = description
    }
  }

  private static func trackDuration(_ header: MovieBox) -> UInt64 {
    header.number(at: header.hasLongTimes ? 28 : 20, byteCount: header.hasLongTimes ? 8 : 4)
  }

  private static func setEdits(
    _ track: inout MovieBox, _ layout: PacketLayout, origin: Int64, movieTimescale: Int64
  ) {
    guard let media = track["mdia", "mdhd"], var header = track["tkhd"], !layout.edits.isEmpty
    else { return }
    let mediaScale = Int64(media.number(at: media.hasLongTimes ? 20 : 12, byteCount: 4))
    let list = EditList(
      layout, origin: origin, mediaTimescale: mediaScale, movieTimescale: movieTimescale)
    track.children.removeAll { $0.type == "edts" }
    let place = track.children.firstIndex { $0.type == "tkhd" }.map { $0 + 1 } ?? 0
    track.children.insert(MovieBox(type: "edts", children: [list.box]), at: place)
    let isLong = header.hasLongTimes
    header.setNumber(list.duration, at: isLong ? 28 : 20, byteCount: isLong ? 8 : 4)
    track["tkhd"] = header
  }

  /// Writes the index back, at the front of the file where `first`.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  mutating func write(first: Bool) throws {
    if first {
      if file.byteCount + Int64(movie.byteCount) > Int64(UInt32.max) { movie.lengthenOffsets() }
      movie.shiftChunks(by: Int64(movie.byteCount))
      try moveMedia(by: Int64(movie.byteCount))
    }
    var bytes: [UInt8] = []
    movie.write(to: &bytes)
    let rest = length - bytes.count
    if !first, rest >= 8 {
      MovieBox(type: "free", payload: Array(repeating: 0, count: rest - 8)).write(to: &bytes)
    }
    try file.seek(to: first ? frontEnd : offset)
    try file.write(bytes)
  }

  /// Moves what lies between the file's first box and its index towards the end, from the back.
  private func moveMedia(by shift: Int64) throws {
    var end = offset
    while end > frontEnd {
      let start = max(frontEnd, end - (4 << 20))
      let block = try file.read(at: start, byteCount: Int(end - start))
      try file.seek(to: start + shift)
      try file.write(block)
      end = start
    }
  }
}

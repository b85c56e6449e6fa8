// SPDX-License-Identifier: MIT

import MoonreelCore

/// Makes an ordinary MPEG-4 or QuickTime file of one in fragments, in place: no media is moved.
///
///     | ftyp | moov (empty) | moof mdat | moof mdat | …           before
///     | ftyp | mdat (all that was there)              | moov |    after
///
/// The index (`moov`) is written behind everything. Then the 16 bytes at which the empty one begins become the head of a box
/// of media that reaches up to it: one write, before which the file is one in fragments and after which it is not.
struct FinishedMovie {
  private let samples: [Int: [MovieSample]]
  private let end: Time
  private var movie: MovieBox
  /// Units a second of the whole film's times.
  private let scale: Int64

  /// Completes `file`, whose last picture is shown up to `end`.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where its fragments cannot be read, `fileAccess` where the index cannot be
  ///   written: the file is then as it was.
  static func finish(_ file: GrowingFile, end: Time, chapters: [Chapter]) throws {
    let length = file.byteCount
    guard let place = BoxPlace.first("moov", in: file), let film = place.children(file),
      let inside = place.whole(file), let boxes = MovieBox.parse(inside.payload[...]),
      // What the empty index lists of uncompressed sound is in the fragments, too.
      let fragments = try MovieFragments(
        file, film: film.filter { $0.type != "trak" }, behind: place.payload.upperBound, check: {})
    else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot complete '\(file.path)': its fragments do not add up. They can be played.")
    }
    var movie = FinishedMovie(
      samples: fragments.samples, end: end, boxes: MovieBox(type: "moov", children: boxes))
    movie.build(chapters)
    var bytes: [UInt8] = []
    movie.movie.write(to: &bytes)
    do {
      try file.seek(to: length)
      try file.write(bytes)
      try file.sync()
    } catch {
      try? file.cut(to: length)
      throw error
    }
    var head: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8)
    head.appendBigEndian(UInt64(length - place.start), byteCount: 8)
    try file.seek(to: place.start)
    try file.write(head)
  }

  private init(samples: [Int: [MovieSample]], end: Time, boxes: MovieBox) {
    (self.samples, self.end, movie) = (samples, end, boxes)
    let header = boxes["mvhd"]
    scale = Int64(header.map { $0.number(at: $0.hasLongTimes ? 20 : 12, byteCount: 4) } ?? 1000)
  }

  private mutating func build(_ chapters: [Chapter]) {
    var longest: UInt64 = 0
    for index in movie.children.indices where movie.children[index].type == "trak" {
      longest = max(longest, complete(&movie.children[index]))
    }
    movie.children.removeAll { $0.type == "mvex" }
    if var header = movie["mvhd"] {
      header.setNumber(
        longest, at: header.hasLongTimes ? 24 : 16, byteCount: header.hasLongTimes ? 8 : 4)
      movie["mvhd"] = header
    }
    if !chapters.isEmpty { add(chapters) }
  }

  /// Fills in the tables and durations of `track`; its length in units of the film's times.
  private func complete(_ track: inout MovieBox) -> UInt64 {
    guard var header = track["tkhd"], var media = track["mdia", "mdhd"],
      var tables = track["mdia", "minf", "stbl"]
    else { return 0 }
    let number = Int(header.number(at: header.hasLongTimes ? 20 : 12, byteCount: 4))
    let unit = Int64(media.number(at: media.hasLongTimes ? 20 : 12, byteCount: 4))
    let hasPictures = track["mdia", "minf", "vmhd"] != nil
    let list = SampleTables(
      samples[number] ?? [], end: hasPictures ? end.value(timescale: unit) : nil,
      mediaTime: Self.mediaTime(of: track), isPlain: Self.isPlain(tables))
    tables.children = tables.children.filter { !SampleTables.names.contains($0.type) } + list.boxes
    track["mdia", "minf", "stbl"] = tables
    media.setNumber(
      UInt64(max(list.duration, 0)), at: media.hasLongTimes ? 24 : 16,
      byteCount: media.hasLongTimes ? 8 : 4)
    track["mdia", "mdhd"] = media
    let shown = (Int128(list.shown) * Int128(scale) + Int128(unit) / 2) / Int128(max(unit, 1))
    let length = setEdits(&track, shown: UInt64(clamping: shown))
    header.setNumber(
      length, at: header.hasLongTimes ? 28 : 20, byteCount: header.hasLongTimes ? 8 : 4)
    track["tkhd"] = header
    return length
  }

  /// The names of uncompressed sound, of which a sample is one moment.
  private static let plain: Set<String> = [
    "sowt", "twos", "in24", "in32", "fl32", "fl64", "lpcm", "raw ", "ipcm", "fpcm",
  ]

  private static func isPlain(_ tables: MovieBox) -> Bool {
    let name = tables["stsd"]?.payload.dropFirst(12).prefix(4) ?? []
    return plain.contains(String(decoding: name, as: UTF8.self))
  }

  // MARK: Edit lists

  /// Where in the media what is shown begins: behind the priming of sound.
  private static func mediaTime(of track: MovieBox) -> Int64 {
    guard let list = track["edts", "elst"], let last = entries(of: list).last else { return 0 }
    let width = list.hasLongTimes ? 8 : 4
    let time = list.number(at: last + width, byteCount: width)
    return width == 8 ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: Int64(time)))
  }

  /// Where the entries of `list` begin.
  private static func entries(of list: MovieBox) -> [Int] {
    let count = Int(list.number(at: 4, byteCount: 4))
    let length = list.hasLongTimes ? 20 : 12
    return (0..<count).map { 8 + $0 * length }.filter { $0 + length <= list.payload.count }
  }

  /// Says in the last edit how long it is, which fragments do not know; the track's length with all edits.
  private func setEdits(_ track: inout MovieBox, shown: UInt64) -> UInt64 {
    guard var list = track["edts", "elst"] else { return shown }
    let width = list.hasLongTimes ? 8 : 4
    let places = Self.entries(of: list)
    guard let last = places.last else { return shown }
    list.setNumber(shown, at: last, byteCount: width)
    track["edts", "elst"] = list
    return places.dropLast().reduce(shown) { $0 + list.number(at: $1, byteCount: width) }
  }

  // MARK: Chapters

  /// Adds the list of chapters that players know (`chpl`, after Nero): starts in units of 100 ns, titles of 255 bytes.
  private mutating func add(_ chapters: [Chapter]) {
    var payload: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
    let listed = chapters.prefix(255)
    payload.append(UInt8(listed.count))
    for chapter in listed {
      let start = max(0, chapter.range.start.value(timescale: 10_000_000))
      payload.appendBigEndian(UInt64(start), byteCount: 8)
      let title = (chapter.title ?? "").prefix(bytes: 255)
      payload.append(UInt8(title.utf8.count))
      payload += Array(title.utf8)
    }
    var bytes: [UInt8] = []
    MovieBox(type: "chpl", payload: payload).write(to: &bytes)
    if let index = movie.children.firstIndex(where: { $0.type == "udta" }) {
      movie.children[index].payload += bytes
    } else {
      movie.children.append(MovieBox(type: "udta", payload: bytes))
    }
  }
}

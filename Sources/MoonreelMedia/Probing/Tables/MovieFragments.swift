// SPDX-License-Identifier: MIT

import MoonreelCore

/// The packets of a film in fragments (ISO/IEC 14496-12, 8.8): the head of each fragment (`moof`) lists its own, and
/// nothing else of the file is read.
struct MovieFragments {
  /// The packets by track, in the order of the fragments.
  private(set) var samples: [Int: [MovieSample]] = [:]
  /// What holds where a fragment says nothing, by track (`trex`).
  private var usual: [Int: Defaults] = [:]
  /// When the last packet of a track ends, in the order of decoding.
  private(set) var clocks: [Int: Int64] = [:]

  private struct Defaults {
    var duration: UInt64 = 0
    var size: UInt64 = 0
    var flags: UInt64 = 0
  }

  /// A fragment has no more than so many bytes of head; a file no more than so many packets.
  private static let (longestHead, mostSamples) = (1 << 26, 50_000_000)
  /// Flags of a sample: it is no sync sample, or depends on others.
  private static let dependent: UInt64 = 0x1_0000 | 0x100_0000

  /// The fragments that lie in `source` behind the byte `start`, of a film with the boxes `film`; `nil` where they
  /// cannot be understood, are cut short, or the film lists packets outside of fragments.
  ///
  /// - Parameter check: throws where reading was stopped.
  init?(
    _ source: any ByteSource, film: [BoxPlace], behind start: Int64, check: () throws -> Void
  ) throws {
    for track in film where track.type == "trak" {
      guard let tables = track.children(source, "mdia", "minf", "stbl"),
        let times = tables.first(where: { $0.type == "stts" })?.whole(source),
        times.number(at: 4, byteCount: 4) == 0
      else { return nil }
    }
    guard let extends = film.first(where: { $0.type == "mvex" })?.children(source) else {
      return nil
    }
    for box in extends where box.type == "trex" {
      guard let box = box.whole(source) else { return nil }
      usual[Int(box.number(at: 4, byteCount: 4))] = Defaults(
        duration: box.number(at: 12, byteCount: 4), size: box.number(at: 16, byteCount: 4),
        flags: box.number(at: 20, byteCount: 4))
    }
    var (place, count) = (start, 0)
    while place < source.count {
      try check()
      guard let box = BoxPlace.box(source, at: place, end: source.count), box.type != "moov" else {
        return nil
      }
      place = box.payload.upperBound
      guard box.type == "moof" else { continue }
      guard box.payload.count < Self.longestHead,
        let parts = source.bytes(box.payload).flatMap({ MovieBox.parse($0[...]) })
      else { return nil }
      var end = box.start
      for part in parts where part.type == "traf" {
        guard let next = read(part, fragment: box.start, implicit: end) else { return nil }
        end = next
      }
      count = samples.values.reduce(0) { $0 + $1.count }
      guard count <= Self.mostSamples else { return nil }
    }
  }

  /// Reads the packets of one track of the fragment that begins at `fragment`.
  ///
  /// - Parameter implicit: where its packets lie if it does not say so.
  /// - Returns: where they end; `nil` where it cannot be understood.
  private mutating func read(
    _ part: MovieBox, fragment: Int64, implicit: Int64
  ) -> Int64? {
    guard let head = part["tfhd"] else { return nil }
    var fields = Fields(head, at: 4)
    let track = Int(fields.next(4))
    var defaults = usual[track] ?? Defaults()
    var base = implicit
    if head.flags & 0x2_0000 != 0 { base = fragment }
    if head.flags & 0x1 != 0 { base = Int64(clamping: fields.next(8)) }
    if head.flags & 0x2 != 0 { _ = fields.next(4) }
    if head.flags & 0x8 != 0 { defaults.duration = fields.next(4) }
    if head.flags & 0x10 != 0 { defaults.size = fields.next(4) }
    if head.flags & 0x20 != 0 { defaults.flags = fields.next(4) }
    if let time = part["tfdt"] {
      clocks[track] = Int64(
        clamping: time.number(at: 4, byteCount: time.hasLongTimes ? 8 : 4))
    }
    var place = base
    for run in part.children where run.type == "trun" {
      guard let end = read(run, of: track, defaults, base: base, place: place) else { return nil }
      place = end
    }
    return place
  }

  private mutating func read(
    _ run: MovieBox, of track: Int, _ defaults: Defaults, base: Int64, place: Int64
  ) -> Int64? {
    var fields = Fields(run, at: 4)
    let count = Int(fields.next(4))
    var place = place
    if run.flags & 0x1 != 0 {
      place = base &+ Int64(Int32(truncatingIfNeeded: Int64(fields.next(4))))
    }
    let first = run.flags & 0x4 != 0 ? fields.next(4) : nil
    let width = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (run.flags & $1 != 0 ? 4 : 0) }
    guard fields.left >= count * width, count <= Self.mostSamples else { return nil }
    for number in 0..<count {
      let duration = run.flags & 0x100 != 0 ? fields.next(4) : defaults.duration
      let size = run.flags & 0x200 != 0 ? fields.next(4) : defaults.size
      var flags = run.flags & 0x400 != 0 ? fields.next(4) : defaults.flags
      if number == 0, let first { flags = first }
      let offset = run.flags & 0x800 != 0 ? fields.next(4) : 0
      guard let size = Int32(exactly: size) else { return nil }
      samples[track, default: []].append(
        MovieSample(
          position: place, size: size, decoding: clocks[track] ?? 0,
          offset: Int32(truncatingIfNeeded: Int64(offset)), duration: Int64(duration),
          isKeyFrame: flags & Self.dependent == 0)
      )
      place &+= Int64(size)
      clocks[track, default: 0] &+= Int64(duration)
    }
    return place
  }
}

/// The numbers of a box one after the other.
private struct Fields {
  private let box: MovieBox
  private var place: Int

  init(_ box: MovieBox, at place: Int) { (self.box, self.place) = (box, place) }

  /// How many bytes are left.
  var left: Int { box.payload.count - place }

  /// The number in the next `count` bytes, 0 beyond the end.
  mutating func next(_ count: Int) -> UInt64 {
    defer { place += count }
    return box.number(at: place, byteCount: count)
  }
}

extension MovieBox {
  /// The flags of a full box: 24 bits behind its version.
  fileprivate var flags: Int { Int(number(at: 1, byteCount: 3)) }
}

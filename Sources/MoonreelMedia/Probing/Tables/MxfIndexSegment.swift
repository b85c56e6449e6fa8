// SPDX-License-Identifier: MIT

/// A part of the index table of an MXF file (SMPTE ST 377-1, 11.2): in which order its pictures are shown.
struct MxfIndexSegment {
  /// Which table it is a part of.
  private(set) var table: UInt64 = 0
  /// The first edit unit that it speaks of.
  private(set) var start: Int64 = 0
  /// How many edit units it speaks of.
  private(set) var duration: Int64 = 0
  /// The bytes of each edit unit where all have the same, else 0.
  private(set) var unitSize: UInt64 = 0
  /// Of each edit unit in the order in which they are stored: how many places later the picture lies that is shown in
  /// its place. Empty where the table does not list edit units.
  private(set) var temporalOffsets: [Int8] = []

  /// Longer segments are damage.
  private static let longest = 1 << 26
  /// Later edit units are damage.
  private static let latest: Int64 = 1 << 40

  /// The segment that `triplet` of `source` holds; `nil` where it cannot be understood.
  init?(_ triplet: MxfTriplet, in source: any ByteSource) {
    guard triplet.payload.count < Self.longest, let bytes = source.bytes(triplet.payload) else {
      return nil
    }
    var place = 0
    while place + 4 <= bytes.count {
      // holds: four bytes are there.
      let tag = bytes[place..<place + 2].bigEndianValue
      // holds: four bytes are there.
      let size = Int(bytes[place + 2..<place + 4].bigEndianValue)
      place += 4
      guard size <= bytes.count - place else { return nil }
      // holds: the guard compares the size.
      guard read(bytes[place..<place + size], tag: tag) else { return nil }
      place += size
    }
    guard (0...Self.latest).contains(start), (0...Int64(Self.longest)).contains(duration) else {
      return nil
    }
  }

  /// Reads the item `tag`; false where it cannot be understood.
  private mutating func read(_ item: ArraySlice<UInt8>, tag: UInt64) -> Bool {
    switch tag {
    case 0x3f05: unitSize = item.bigEndianValue
    case 0x3f06: table = item.bigEndianValue
    case 0x3f0a: return readEntries(item)
    case 0x3f0c: start = Int64(clamping: item.bigEndianValue)
    case 0x3f0d: duration = Int64(clamping: item.bigEndianValue)
    default: break
    }
    return true
  }

  /// The array of entries: how many, how long each is, and of each first the temporal offset.
  private mutating func readEntries(_ item: ArraySlice<UInt8>) -> Bool {
    guard item.count >= 8 else { return false }
    let count = Int(item.prefix(4).bigEndianValue)
    let size = Int(item.dropFirst(4).prefix(4).bigEndianValue)
    let entries = item.dropFirst(8)
    guard count == 0 || (size >= 11 && count <= entries.count / size) else { return false }
    temporalOffsets = (0..<count).map {
      Int8(bitPattern: entries[entries.startIndex + $0 * size])
    }
    return true
  }
}

extension MxfIndexSegment {
  /// When the pictures are shown that `segments` list, in the order in which they are stored, and how much earlier
  /// than its number each one is decoded.
  struct Order {
    /// Numbers of edit units; `nil` where the table lists none.
    fileprivate var listed: [Int64]?
    fileprivate(set) var lead: Int64 = 0

    /// When picture `number` is shown, in edit units; `nil` where the table does not reach as far.
    func presentation(of number: Int) -> Int64? {
      guard let listed else { return Int64(number) }
      return number < listed.count ? listed[number] : nil
    }
  }

  /// The order of pictures by `segments`; `nil` where they do not make one table without gaps.
  static func order(_ segments: [MxfIndexSegment]) -> Order? {
    guard Set(segments.map(\.table)).count <= 1 else { return nil }
    var units: [Int8] = []
    var isListed = true
    for segment in segments.sorted(by: { ($0.start, $0.duration) < ($1.start, $1.duration) }) {
      // A table may be repeated in the next partition.
      let covered = segment.start + segment.duration <= Int64(units.count)
      if covered, !units.isEmpty, segment.duration > 0 {
        // holds: what is covered lies within.
        let known = units[Int(segment.start)..<Int(segment.start + segment.duration)]
        guard known.elementsEqual(segment.temporalOffsets) else { return nil }
        continue
      }
      guard !segment.temporalOffsets.isEmpty else {
        isListed = false
        continue
      }
      guard segment.start == units.count, segment.duration == segment.temporalOffsets.count else {
        return nil
      }
      units += segment.temporalOffsets
    }
    guard isListed, !units.isEmpty else { return units.isEmpty ? Order() : nil }
    var shown = [Int64](repeating: -1, count: units.count)
    for (number, offset) in units.enumerated() {
      let place = number + Int(offset)
      guard shown.indices.contains(place), shown[place] < 0 else { return nil }
      shown[place] = Int64(number)
    }
    return Order(listed: shown, lead: Int64(units.max() ?? 0))
  }
}

// SPDX-License-Identifier: MIT

import CZlib
import MoonreelCore
import MoonreelMedia

/// What a ZIP archive holds (PKWARE's APPNOTE 6.3, its 64-bit fields included), read entry by entry.
///
/// What no honest program writes is refused as a whole: names that lead out of a folder, two entries of one name, and
/// sizes that cannot be true. Memory does not grow with what is unpacked.
struct ZipArchive {
  /// A file in the archive.
  struct Entry: Hashable {
    /// Its path in the archive.
    var name: String
    var method: Int
    var isEncrypted: Bool
    /// The CRC-32 of its bytes.
    var sum: UInt32
    /// Bytes in the archive.
    var packedSize: Int64
    /// Bytes when it is unpacked.
    var size: Int64
    /// Where its own header begins.
    var headerOffset: Int64
  }

  /// All files, in the order of the directory.
  let entries: [Entry]
  private let source: any ByteSource
  private let name: String

  /// The most files of an archive.
  private static let mostEntries: Int64 = 100_000
  /// The longest directory.
  private static let longestDirectory: Int64 = 64 << 20
  /// Deflate makes 258 bytes of two bits at best.
  private static let bestRatio: Int64 = 1032
  private static let blockSize = 1 << 20

  /// Reads the directory of `source`, which messages call `name`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with one sentence.
  init(_ source: any ByteSource, named name: String) throws {
    (self.source, self.name) = (source, name)
    let reader = DirectoryReader(source: source, name: name)
    entries = try reader.entries(
      atMost: Self.mostEntries, longest: Self.longestDirectory, bestRatio: Self.bestRatio)
  }

  /// Hands the bytes of `entry` on, block by block.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where it is damaged, encrypted or packed in a way that is not
  ///   known; what `take` throws.
  func read(_ entry: Entry, _ take: ([UInt8]) throws -> Void) throws {
    guard !entry.isEncrypted else { throw damage("'\(entry.name)' is encrypted") }
    var (sum, count): (UInt, Int64) = (0, 0)
    func note(_ block: [UInt8]) throws {
      count += Int64(block.count)
      guard count <= entry.size else { throw damage("'\(entry.name)' is longer than it says") }
      // holds: a mebibyte at most.
      sum = crc32(sum, block, UInt32(block.count))
      try take(block)
    }
    switch entry.method {
    case 0: try packedBlocks(of: entry, note)
    case 8:
      let inflater = Inflater()
      try packedBlocks(of: entry) { block in
        guard try inflater.unpack(block, note) else { throw damage("'\(entry.name)' is damaged") }
      }
    default:
      throw damage("'\(entry.name)' is packed by method \(entry.method); only deflate is known")
    }
    guard count == entry.size, UInt32(truncatingIfNeeded: sum) == entry.sum else {
      throw damage("'\(entry.name)' is damaged")
    }
  }

  /// The bytes of `entry`, at most `limit`.
  ///
  /// - Throws: as ``read(_:_:)``; `MoonreelError` (`unsupportedFormat`) where it is longer.
  func bytes(of entry: Entry, limit: Int) throws -> [UInt8] {
    guard entry.size <= Int64(limit) else {
      throw damage("'\(entry.name)' is longer than \(limit >> 20) MiB")
    }
    var bytes: [UInt8] = []
    try read(entry) { bytes += $0 }
    return bytes
  }

  func damage(_ words: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot read '\(name)': \(words).")
  }

  private func packedBlocks(of entry: Entry, _ take: ([UInt8]) throws -> Void) throws {
    guard let head = source.bytes(at: entry.headerOffset, count: ZipRecord.localLength),
      head.number(4, at: 0) == ZipRecord.localMark
    else { throw damage("'\(entry.name)' is damaged") }
    var position =
      entry.headerOffset
      + Int64(ZipRecord.localLength + head.number(2, at: 26) + head.number(2, at: 28))
    let end = position + entry.packedSize
    while position < end {
      let count = Int(min(Int64(Self.blockSize), end - position))
      guard let block = source.bytes(at: position, count: count) else {
        throw damage("'\(entry.name)' is cut short")
      }
      try take(block)
      position += Int64(count)
    }
  }
}

/// Finds and reads the directory at the end of an archive.
private struct DirectoryReader {
  let source: any ByteSource
  let name: String

  private func damage(_ words: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot read '\(name)': \(words).")
  }

  func entries(atMost limit: Int64, longest: Int64, bestRatio: Int64) throws -> [ZipArchive.Entry] {
    let place = try directory()
    guard place.count <= limit else { throw damage("it holds more than \(limit) files") }
    guard place.size <= longest, place.start <= source.count - place.size,
      let bytes = source.bytes(at: place.start, count: Int(place.size))
    else { throw damage("its directory is damaged") }
    var (entries, names, position) = ([ZipArchive.Entry](), Set<String>(), 0)
    var total: Int64 = 0
    for _ in 0..<place.count {
      let entry = try entry(bytes, &position)
      try check(entry, bestRatio)
      guard names.insert(entry.name).inserted else {
        throw damage("it holds '\(entry.name)' twice")
      }
      total += entry.packedSize
      // What shares its bytes with others is a trap: little that unpacks to much.
      guard total <= source.count else { throw damage("its directory is damaged") }
      if !entry.name.hasSuffix("/") { entries.append(entry) }
    }
    return entries
  }

  private func directory() throws -> (count: Int64, size: Int64, start: Int64) {
    let length = Int(min(source.count, Int64(ZipRecord.endLength + 0xFFFF)))
    guard let tail = source.bytes(at: source.count - Int64(length), count: length),
      let mark = tail.indices.reversed().first(where: {
        $0 + ZipRecord.endLength <= tail.count && tail.number(4, at: $0) == ZipRecord.endMark
      })
    else { throw damage("it is no ZIP archive, or its end is missing") }
    let (count, size, start) = (
      tail.number(2, at: mark + 10), tail.number(4, at: mark + 12), tail.number(4, at: mark + 16)
    )
    guard count == 0xFFFF || size == ZipRecord.large || start == ZipRecord.large else {
      return (Int64(count), Int64(size), Int64(start))
    }
    let end = source.count - Int64(length) + Int64(mark)
    guard let locator = source.bytes(at: end - 20, count: 20),
      locator.number(4, at: 0) == ZipRecord.locatorMark, let place = locator.long(at: 8),
      let record = source.bytes(at: place, count: 56),
      record.number(4, at: 0) == ZipRecord.largeEndMark,
      let count = record.long(at: 32), let size = record.long(at: 40),
      let start = record.long(at: 48)
    else { throw damage("its directory is damaged") }
    return (count, size, start)
  }

  private func entry(_ bytes: [UInt8], _ position: inout Int) throws -> ZipArchive.Entry {
    let head = position
    guard head + ZipRecord.centralLength <= bytes.count,
      bytes.number(4, at: head) == ZipRecord.centralMark
    else { throw damage("its directory is damaged") }
    let (nameLength, extraLength) = (bytes.number(2, at: head + 28), bytes.number(2, at: head + 30))
    let nameEnd = head + ZipRecord.centralLength + nameLength
    position = nameEnd + extraLength + bytes.number(2, at: head + 32)
    guard position <= bytes.count else { throw damage("its directory is damaged") }
    guard
      let name = String(
        // holds: the position behind it was compared with the end.
        validating: bytes[(head + ZipRecord.centralLength)..<nameEnd], as: UTF8.self)
    else { throw damage("the name of a file in it is no text in UTF-8") }
    // Numbers that do not fit stand in a field of their own, in this order.
    var large = Self.largeNumbers(bytes[nameEnd..<(nameEnd + extraLength)])[...]
    func number(at offset: Int) throws -> Int64 {
      let short = bytes.number(4, at: head + offset)
      guard short == ZipRecord.large else { return Int64(short) }
      guard let long = large.popFirst() else { throw damage("its directory is damaged") }
      return long
    }
    let size = try number(at: 24)
    let packedSize = try number(at: 20)
    return ZipArchive.Entry(
      name: name, method: bytes.number(2, at: head + 10),
      isEncrypted: bytes.number(2, at: head + 8) & 1 == 1,
      // holds: four bytes without a sign.
      sum: UInt32(bytes.number(4, at: head + 16)), packedSize: packedSize, size: size,
      headerOffset: try number(at: 42))
  }

  private static func largeNumbers(_ extra: ArraySlice<UInt8>) -> [Int64] {
    let bytes = Array(extra)
    var position = 0
    while position + 4 <= bytes.count {
      let (id, length) = (bytes.number(2, at: position), bytes.number(2, at: position + 2))
      guard position + 4 + length <= bytes.count else { return [] }
      if id == ZipRecord.largeField {
        // holds: two bytes without a sign.
        return (0..<(length / 8)).compactMap { bytes.long(at: position + 4 + 8 * $0) }
      }
      position += 4 + length
    }
    return []
  }

  private func check(_ entry: ZipArchive.Entry, _ bestRatio: Int64) throws {
    let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
    let isInside =
      !entry.name.isEmpty && !entry.name.hasPrefix("/") && !entry.name.utf8.contains(0)
      && !entry.name.contains("\\") && !parts.contains("..") && !parts.contains(".")
    guard isInside else {
      throw damage("a file in it is called '\(entry.name.prefix(60))', which leads out of a folder")
    }
    guard entry.headerOffset < source.count, entry.packedSize <= source.count else {
      throw damage("its directory is damaged")
    }
    let most = entry.method == 0 ? entry.packedSize : (entry.packedSize + 1) * bestRatio
    guard entry.size <= most else {
      throw damage("'\(entry.name)' cannot be as large as it says")
    }
  }
}

/// The marks and lengths of a ZIP archive's records, and numbers in them, the lowest byte first.
enum ZipRecord {
  static let localMark = 0x0403_4b50
  static let centralMark = 0x0201_4b50
  static let endMark = 0x0605_4b50
  static let locatorMark = 0x0706_4b50
  static let largeEndMark = 0x0606_4b50
  static let localLength = 30
  static let centralLength = 46
  static let endLength = 22
  /// Stands for a number that does not fit into four bytes.
  static let large = 0xFFFF_FFFF
  /// The field with the numbers that do not fit.
  static let largeField = 1

  /// `number` in `width` bytes.
  static func bytes(_ number: Int64, _ width: Int) -> [UInt8] {
    (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) : 0 }
  }
}

extension [UInt8] {
  /// The number in `width` bytes from `offset` on, at most 7.
  fileprivate func number(_ width: Int, at offset: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }

  /// The number in eight bytes from `offset` on; `nil` where it is not there, or larger than any file.
  fileprivate func long(at offset: Int) -> Int64? {
    guard offset >= 0, offset + 8 <= count, self[offset + 7] < 0x40 else { return nil }
    return Int64(number(7, at: offset)) | Int64(self[offset + 7]) << 56
  }
}

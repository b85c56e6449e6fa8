// SPDX-License-Identifier: MIT

import CZlib
import MoonreelCore
import MoonreelMedia

/// Writes a ZIP archive (PKWARE's APPNOTE 6.3) with nothing packed: media are as small as they get, and what is not packed
/// can be read where it lies.
struct ZipWriter {
  private let file: AtomicOutputFile
  private let gate: FileGate
  /// Sizes and places from here on are written with eight bytes.
  private let largest: Int64
  private var directory: [UInt8] = []
  private var count: Int64 = 0
  private static let blockSize: Int64 = 1 << 20

  /// A writer into `file`; tests write short archives in the form of long ones by a smaller `largest`.
  init(_ file: AtomicOutputFile, gate: FileGate, largest: Int64 = Int64(ZipRecord.large) - 1) {
    (self.file, self.gate, self.largest) = (file, gate, largest)
  }

  /// Adds a file of `bytes`.
  ///
  /// - Throws: `MoonreelError` of writing.
  mutating func add(_ name: String, _ bytes: [UInt8]) throws {
    // holds: a cut of ours.
    let sum = crc32(0, bytes, UInt32(bytes.count))
    let start = file.position
    try file.write(head(name, UInt32(truncatingIfNeeded: sum), Int64(bytes.count)))
    try file.write(bytes)
    note(name, UInt32(truncatingIfNeeded: sum), Int64(bytes.count), at: start)
  }

  /// Adds the file at `path`, which is opened through the gate.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` where it cannot be read or changes meanwhile; of writing.
  mutating func add(_ name: String, contentsOf path: String) throws {
    guard let source = try FileBytes(try gate.resolve(path), named: path) else {
      throw MoonreelError(.fileAccess, "Cannot open '\(path)': there is no such file.")
    }
    let start = file.position
    // The sum is known when all was read: the head is written twice.
    try file.write(head(name, 0, source.count))
    var (sum, position): (UInt, Int64) = (0, 0)
    while position < source.count {
      try gate.cancellation.check()
      let wanted = Int(min(Self.blockSize, source.count - position))
      guard let block = source.bytes(at: position, count: wanted) else {
        throw MoonreelError(
          .fileAccess, "Cannot read '\(path)': it became shorter while it was read.")
      }
      // holds: a mebibyte at most.
      sum = crc32(sum, block, UInt32(block.count))
      try file.write(block)
      position += Int64(wanted)
    }
    let end = file.position
    try file.seek(to: start)
    try file.write(head(name, UInt32(truncatingIfNeeded: sum), source.count))
    try file.seek(to: end)
    note(name, UInt32(truncatingIfNeeded: sum), source.count, at: start)
  }

  /// Writes the directory.
  ///
  /// - Throws: `MoonreelError` of writing.
  func finish() throws {
    let (start, size) = (file.position, Int64(directory.count))
    try file.write(directory)
    let isLarge = start > largest || size > largest || count >= 0xFFFF
    if isLarge {
      let end = file.position
      try file.write(
        Self.bytes(ZipRecord.largeEndMark, 4) + ZipRecord.bytes(44, 8) + Self.bytes(45, 2)
          + Self.bytes(45, 2) + Self.bytes(0, 8) + ZipRecord.bytes(count, 8)
          + ZipRecord.bytes(count, 8) + ZipRecord.bytes(size, 8) + ZipRecord.bytes(start, 8))
      try file.write(
        Self.bytes(ZipRecord.locatorMark, 4) + Self.bytes(0, 4) + ZipRecord.bytes(end, 8)
          + Self.bytes(1, 4))
    }
    let short = ZipRecord.bytes(isLarge ? 0xFFFF : count, 2)
    try file.write(
      Self.bytes(ZipRecord.endMark, 4) + Self.bytes(0, 4) + short + short
        + ZipRecord.bytes(isLarge ? Int64(ZipRecord.large) : size, 4)
        + ZipRecord.bytes(isLarge ? Int64(ZipRecord.large) : start, 4) + Self.bytes(0, 2))
  }

  // MARK: Records

  private static func bytes(_ number: Int, _ width: Int) -> [UInt8] {
    ZipRecord.bytes(Int64(number), width)
  }

  /// What all records say of a file: not packed, its name in UTF-8, of the first day of 1980.
  private func facts(_ sum: UInt32, _ size: Int64, isLarge: Bool) -> [UInt8] {
    let short = ZipRecord.bytes(size > largest ? Int64(ZipRecord.large) : size, 4)
    return Self.bytes(isLarge ? 45 : 20, 2) + Self.bytes(0x0800, 2) + Self.bytes(0, 2)
      + Self.bytes(0, 2) + Self.bytes(0x21, 2) + ZipRecord.bytes(Int64(sum), 4) + short + short
  }

  /// The field with the numbers that do not fit.
  private func extra(_ numbers: [Int64]) -> [UInt8] {
    guard !numbers.isEmpty else { return [] }
    return Self.bytes(ZipRecord.largeField, 2) + Self.bytes(8 * numbers.count, 2)
      + numbers.flatMap { ZipRecord.bytes($0, 8) }
  }

  private func head(_ name: String, _ sum: UInt32, _ size: Int64) -> [UInt8] {
    let more = extra(size > largest ? [size, size] : [])
    return Self.bytes(ZipRecord.localMark, 4) + facts(sum, size, isLarge: !more.isEmpty)
      + Self.bytes(name.utf8.count, 2) + Self.bytes(more.count, 2) + Array(name.utf8) + more
  }

  private mutating func note(_ name: String, _ sum: UInt32, _ size: Int64, at start: Int64) {
    let more = extra((size > largest ? [size, size] : []) + (start > largest ? [start] : []))
    let place = ZipRecord.bytes(start > largest ? Int64(ZipRecord.large) : start, 4)
    directory +=
      Self.bytes(ZipRecord.centralMark, 4) + Self.bytes(more.isEmpty ? 20 : 45, 2)
      + facts(sum, size, isLarge: !more.isEmpty) + Self.bytes(name.utf8.count, 2)
      + Self.bytes(more.count, 2) + Self.bytes(0, 2 + 2 + 2 + 4) + place + Array(name.utf8) + more
    count += 1
  }
}

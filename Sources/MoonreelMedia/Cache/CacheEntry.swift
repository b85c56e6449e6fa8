// SPDX-License-Identifier: MIT

import FoundationEssentials
import MoonreelCore

/// What a ``MediaCache`` keeps of one file: a head of fixed length, the description as JSON, and the index. The
/// index is read only where it is needed.
struct CacheEntry {
  /// The file.
  let identity: FileIdentity
  /// The mark of the file's contents where its times do not suffice; `nil` where they do.
  let contentMark: UInt64?
  private let stored: FileBytes
  private let description: Part
  private let index: Part

  /// A stretch of the entry's bytes.
  private struct Part {
    var count: Int
    var sum: UInt32
  }

  private static let magic: [UInt8] = Array("moonreel index 2\n".utf8)
  private static let headLength = 512

  /// The entry that `stored` holds; `nil` where it is damaged or another program's.
  init?(_ stored: FileBytes) {
    guard let head = stored.bytes(at: 0, count: Self.headLength), head.starts(with: Self.magic)
    else { return nil }
    let body = head.dropFirst(Self.magic.count + 4)
    let sum = head.dropFirst(Self.magic.count).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard sum == Checksum.of(body) else { return nil }
    var reader = CacheReader(Array(body), limit: 16)
    do {
      guard try reader.text() == ProgramIdentity.text else { return nil }
      identity = try FileIdentity(try reader.series())
      contentMark = try reader.optional { try $0.number() }
      description = Part(
        count: try reader.count(), sum: UInt32(truncatingIfNeeded: try reader.number()))
      index = Part(count: try reader.count(), sum: UInt32(truncatingIfNeeded: try reader.number()))
    } catch { return nil }
    self.stored = stored
  }

  /// What the file holds; `nil` where the entry is damaged.
  var fileDescription: FileDescription? {
    guard let bytes = bytes(of: description, at: Self.headLength) else { return nil }
    return try? JSONDecoder().decode(FileDescription.self, from: Data(bytes))
  }

  /// Where the file's packets lie; `nil` where the entry is damaged.
  var mediaIndex: MediaIndex? {
    guard let bytes = bytes(of: index, at: Self.headLength + description.count) else { return nil }
    return try? MediaIndex(bytes)
  }

  /// The same entry's bytes, for a file whose times suffice.
  func withoutMark() -> [UInt8]? {
    guard let description = bytes(of: description, at: Self.headLength),
      let index = bytes(of: index, at: Self.headLength + description.count)
    else { return nil }
    return Self.join(description, index, identity, nil)
  }

  /// An entry's bytes.
  static func encode(
    _ description: FileDescription, _ index: MediaIndex, _ identity: FileIdentity,
    contentMark: UInt64?
  ) -> [UInt8]? {
    // Numbers without a place in JSON (infinite ones) are kept by nobody.
    guard let text = try? JSONEncoder().encode(description) else { return nil }
    return join(Array(text), index.encoded, identity, contentMark)
  }

  private static func join(
    _ description: [UInt8], _ index: [UInt8], _ identity: FileIdentity, _ contentMark: UInt64?
  ) -> [UInt8]? {
    var writer = CacheWriter()
    writer.put(ProgramIdentity.text)
    writer.put(series: identity.numbers)
    writer.put(contentMark) { $0.put($1) }
    for part in [description, index] {
      writer.put(UInt64(part.count))
      writer.put(UInt64(Checksum.of(part)))
    }
    let room = headLength - magic.count - 4
    guard writer.bytes.count <= room else { return nil }
    let body = writer.bytes + Array(repeating: 0, count: room - writer.bytes.count)
    let sum = Checksum.of(body)
    return magic + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) } + body
      + description + index
  }

  private func bytes(of part: Part, at place: Int) -> [UInt8]? {
    guard let bytes = stored.bytes(at: Int64(place), count: part.count),
      Checksum.of(bytes) == part.sum
    else { return nil }
    return bytes
  }
}

extension FileIdentity {
  /// All of it as numbers.
  fileprivate var numbers: [Int64] {
    [Int64(bitPattern: place.device), Int64(bitPattern: place.node), size, modified, changed]
  }

  fileprivate init(_ numbers: [Int64]) throws {
    guard numbers.count == 5 else { throw CacheReader.Damage() }
    self.init(
      place: FilePlace(
        device: UInt64(bitPattern: numbers[0]), node: UInt64(bitPattern: numbers[1])),
      size: numbers[2], modified: numbers[3], changed: numbers[4])
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// The items of a HEIF file (ISO/IEC 23008-12): coded pictures, and pictures put together from others.
struct HEIFFile {
  /// One item.
  struct Item {
    /// Four letters: `hvc1`, `av01`, `grid` …
    var type = ""
    /// Where its bytes lie, in the file or in the item data box.
    var extents: [Range<Int>] = []
    var liesInDataBox = false
    /// Its properties in the file's order.
    var properties: [MovieBox] = []
  }

  /// The item that is to be shown.
  private(set) var primary = 0
  private(set) var items: [Int: Item] = [:]
  /// What items refer to, by the kind of reference and the item that refers.
  private var references: [String: [Int: [Int]]] = [:]

  private let bytes: [UInt8]
  private var dataBox: [UInt8] = []

  /// The items in `bytes`, the whole file; `nil` where its tables are damaged.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let meta = Self.metaBox(in: bytes) else { return nil }
    for box in meta where !read(box) { return nil }
    guard items[primary] != nil else { return nil }
  }

  /// The bytes of item `id`; `nil` where the file does not have all of them.
  func data(of id: Int) -> [UInt8]? {
    guard let item = items[id], !item.extents.isEmpty else { return nil }
    let source = item.liesInDataBox ? dataBox : bytes
    var data: [UInt8] = []
    for extent in item.extents {
      guard extent.lowerBound >= 0, extent.upperBound <= source.count,
        data.count + extent.count <= bytes.count
      else { return nil }
      data += source[extent]
    }
    return data
  }

  /// The payload of the first property `type` of item `id`.
  func property(_ type: String, of id: Int) -> [UInt8]? {
    items[id]?.properties.first { $0.type == type }?.payload
  }

  /// The items that `id` refers to by `kind`, in order.
  func targets(of id: Int, by kind: String) -> [Int] { references[kind]?[id] ?? [] }

  /// The items that refer to `id` by `kind`.
  func sources(of id: Int, by kind: String) -> [Int] {
    (references[kind] ?? [:]).filter { $0.value.contains(id) }.map(\.key).sorted()
  }

  // MARK: Tables

  /// The boxes of the file's `meta`, a full box: its version and flags come first.
  private static func metaBox(in bytes: [UInt8]) -> [MovieBox]? {
    let source = HeldBytes(bytes)
    let whole = BoxPlace.first("meta", in: source)?.whole(source)
    return whole.flatMap { MovieBox.parse($0.payload.dropFirst(4)) }
  }

  private mutating func read(_ box: MovieBox) -> Bool {
    var scanner = ByteScanner(box.payload[...])
    switch box.type {
    case "pitm": return readPrimary(&scanner)
    case "iinf": return readTypes(&scanner)
    case "iloc": return readPlaces(&scanner)
    case "iref": return readReferences(&scanner)
    case "iprp": return readProperties(box.payload)
    case "idat":
      dataBox = box.payload
      return true
    default: return true
    }
  }

  private mutating func readPrimary(_ scanner: inout ByteScanner) -> Bool {
    guard let version = scanner.number(1), scanner.number(3) != nil,
      let id = scanner.number(version == 0 ? 2 : 4)
    else { return false }
    primary = id
    return true
  }

  private mutating func readTypes(_ scanner: inout ByteScanner) -> Bool {
    guard let version = scanner.number(1), scanner.number(3) != nil,
      scanner.number(version == 0 ? 2 : 4) != nil,
      let entries = MovieBox.parse(scanner.rest)
    else { return false }
    for entry in entries where entry.type == "infe" {
      var scanner = ByteScanner(entry.payload[...])
      guard let version = scanner.number(1), scanner.number(3) != nil else { return false }
      // Older entries are not of pictures.
      guard version >= 2 else { continue }
      guard let id = scanner.number(version == 2 ? 2 : 4), scanner.number(2) != nil,
        let type = scanner.text(4)
      else { return false }
      items[id, default: Item()].type = type
    }
    return true
  }

  private mutating func readPlaces(_ scanner: inout ByteScanner) -> Bool {
    guard let version = scanner.number(1), scanner.number(3) != nil, let widths = scanner.number(2),
      let count = scanner.number(version < 2 ? 2 : 4)
    else { return false }
    let (offset, length, base) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
    let index = version > 0 ? widths & 15 : 0
    for _ in 0..<count {
      guard let id = scanner.number(version < 2 ? 2 : 4),
        let method = version > 0 ? scanner.number(2) : 0,
        let reference = scanner.number(2), let start = scanner.number(base),
        let extents = scanner.number(2)
      else { return false }
      // Extents that take no bytes would cost nothing, and could be without number.
      guard extents <= 1 || index + offset + length > 0 else { return false }
      // holds: a number without a sign.
      for _ in 0..<extents {
        guard scanner.number(index) != nil, let at = scanner.number(offset),
          let size = scanner.number(length), start <= 1 << 40, at <= 1 << 40, size <= 1 << 40
        else { return false }
        // holds: each is 2⁴⁰ at most, and none below 0.
        items[id, default: Item()].extents.append(start + at..<start + at + size)
      }
      items[id, default: Item()].liesInDataBox = method & 15 == 1
      // What lies in other files, or in parts of other items, is not read.
      if reference != 0 || method & 15 > 1 { items[id]?.extents = [] }
    }
    return true
  }

  private mutating func readReferences(_ scanner: inout ByteScanner) -> Bool {
    guard let version = scanner.number(1), scanner.number(3) != nil,
      let entries = MovieBox.parse(scanner.rest)
    else { return false }
    let width = version == 0 ? 2 : 4
    for entry in entries {
      var scanner = ByteScanner(entry.payload[...])
      guard let from = scanner.number(width), let count = scanner.number(2) else { return false }
      for _ in 0..<count {
        guard let target = scanner.number(width) else { return false }
        references[entry.type, default: [:]][from, default: []].append(target)
      }
    }
    return true
  }

  private mutating func readProperties(_ payload: [UInt8]) -> Bool {
    guard let boxes = MovieBox.parse(payload[...]),
      let list = boxes.first(where: { $0.type == "ipco" }),
      let properties = MovieBox.parse(list.payload[...])
    else { return false }
    for box in boxes where box.type == "ipma" {
      var scanner = ByteScanner(box.payload[...])
      guard let version = scanner.number(1), let flags = scanner.number(3),
        let count = scanner.number(4)
      else { return false }
      let width = flags & 1 == 0 ? 1 : 2
      for _ in 0..<count {
        guard let id = scanner.number(version < 1 ? 2 : 4), let associated = scanner.number(1)
        else { return false }
        // holds: a number without a sign.
        for _ in 0..<associated {
          guard let entry = scanner.number(width) else { return false }
          let index = entry & (width == 1 ? 0x7f : 0x7fff)
          guard index > 0, index <= properties.count else { continue }
          items[id, default: Item()].properties.append(properties[index - 1])
        }
      }
    }
    return true
  }
}

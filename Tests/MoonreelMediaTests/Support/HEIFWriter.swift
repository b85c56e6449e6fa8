// SPDX-License-Identifier: MIT

import Foundation

@testable import MoonreelMedia

/// Writes HEIF files around pictures that ffmpeg has coded: tiles, transparency, turns and crops as
/// the tests want them.
struct HEIFWriter {
  /// What ffmpeg made of a picture.
  struct Coded {
    var type = "av01"
    var data: [UInt8]
    /// `ispe`, `av1C` and `colr` as they are.
    var properties: [MovieBox]

    /// Reads the MP4 of one picture of HEVC at `path`.
    init(hevc path: String) throws {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      guard let data = Self.payload("mdat", in: bytes), let setup = Self.payload("hvcC", in: bytes)
      else { throw CommandFailure(command: "no picture in \(path)") }
      (self.data, type) = (data, "hvc1")
      properties = [MovieBox(type: "hvcC", payload: setup)]
    }

    private static func payload(_ type: String, in bytes: [UInt8]) -> [UInt8]? {
      let letters = Array(type.utf8)
      guard
        let at = bytes.indices.dropLast(4).first(where: { Array(bytes[$0..<$0 + 4]) == letters }),
        at >= 4
      else { return nil }
      let size = bytes[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, at - 4 + size <= bytes.count else { return nil }
      return Array(bytes[at + 4..<at - 4 + size])
    }

    /// Reads the AVIF of one picture at `path`.
    init(_ path: String) throws {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      guard let file = HEIFFile(bytes), let data = file.data(of: file.primary) else {
        throw CommandFailure(command: "no picture in \(path)")
      }
      self.data = data
      properties = (file.items[file.primary]?.properties ?? []).filter { $0.type != "pixi" }
    }
  }

  private var items: [(type: String, data: [UInt8], properties: [MovieBox])] = []
  private var references: [MovieBox] = []
  /// The item to be shown, from 1.
  var primary = 1

  /// Adds a coded picture with further properties.
  ///
  /// - Returns: its number.
  mutating func add(_ coded: Coded, _ properties: [MovieBox] = []) -> Int {
    items.append((coded.type, coded.data, coded.properties + properties))
    return items.count
  }

  /// Adds a picture of `width` by `height` made of `tiles` in rows of `columns`.
  mutating func addGrid(
    _ tiles: [Int], columns: Int, width: Int, height: Int, _ properties: [MovieBox] = []
  ) -> Int {
    let rows = tiles.count / columns
    items.append(
      (
        "grid",
        [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + Self.number(width, 2)
          + Self.number(height, 2),
        [Self.size(width, height)] + properties
      ))
    refer("dimg", from: items.count, to: tiles)
    return items.count
  }

  /// Lets item `from` refer to others.
  mutating func refer(_ kind: String, from: Int, to targets: [Int]) {
    let numbers = targets.flatMap { Self.number($0, 2) }
    references.append(
      MovieBox(
        type: kind, payload: Self.number(from, 2) + Self.number(targets.count, 2) + numbers))
  }

  static func turn(_ quarters: UInt8) -> MovieBox { MovieBox(type: "irot", payload: [quarters]) }
  static func mirror(_ axis: UInt8) -> MovieBox { MovieBox(type: "imir", payload: [axis]) }
  static let alpha = MovieBox(
    type: "auxC",
    payload: [0, 0, 0, 0] + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])

  /// A crop of `width` by `height` whose middle lies `right` and `down` of the picture's.
  static func crop(_ width: Int, _ height: Int, right: Int, down: Int) -> MovieBox {
    MovieBox(
      type: "clap", payload: [width, 1, height, 1, right, 1, down, 1].flatMap { number($0, 4) })
  }

  private static func size(_ width: Int, _ height: Int) -> MovieBox {
    MovieBox(type: "ispe", payload: [0, 0, 0, 0] + number(width, 4) + number(height, 4))
  }

  /// The file.
  func bytes(brand: String = "avif") -> [UInt8] {
    let head = Self.bytes(
      MovieBox(type: "ftyp", payload: Array((brand + "\0\0\0\0mif1" + brand).utf8)))
    let length = head.count + Self.bytes(meta(dataStart: 0)).count + 8
    return head + Self.bytes(meta(dataStart: length))
      + Self.bytes(MovieBox(type: "mdat", payload: items.flatMap(\.data)))
  }

  private func meta(dataStart: Int) -> MovieBox {
    let full: [UInt8] = [0, 0, 0, 0]
    var start = dataStart
    var places = full + [0x44, 0x00] + Self.number(items.count, 2)
    for (index, item) in items.enumerated() {
      places += Self.number(index + 1, 2) + [0, 0] + [0, 1] + Self.number(start, 4)
      places += Self.number(item.data.count, 4)
      start += item.data.count
    }
    let entries = items.enumerated().flatMap { index, item in
      let payload =
        [2, 0, 0, 0] + Self.number(index + 1, 2) + [0, 0] + Array(item.type.utf8) + [0]
      return Self.bytes(MovieBox(type: "infe", payload: payload))
    }
    var associations = full + Self.number(items.count, 4)
    var next: UInt8 = 1
    for (index, item) in items.enumerated() {
      associations += Self.number(index + 1, 2) + [UInt8(item.properties.count)]
      for _ in item.properties {
        associations.append(next)
        next += 1
      }
    }
    let properties = items.flatMap(\.properties).flatMap(Self.bytes)
    let boxes = [
      MovieBox(type: "hdlr", payload: full + full + Array("pict".utf8) + full + full + full + [0]),
      MovieBox(type: "pitm", payload: full + Self.number(primary, 2)),
      MovieBox(type: "iinf", payload: full + Self.number(items.count, 2) + entries),
      MovieBox(type: "iref", payload: full + references.flatMap(Self.bytes)),
      MovieBox(
        type: "iprp",
        payload: Self.bytes(MovieBox(type: "ipco", payload: properties))
          + Self.bytes(MovieBox(type: "ipma", payload: associations))),
      MovieBox(type: "iloc", payload: places),
    ]
    return MovieBox(type: "meta", payload: full + boxes.flatMap(Self.bytes))
  }

  private static func bytes(_ box: MovieBox) -> [UInt8] {
    var bytes: [UInt8] = []
    box.write(to: &bytes)
    return bytes
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

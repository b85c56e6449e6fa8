// SPDX-License-Identifier: MIT

/// Writes QuickTime movies of one track of pictures, byte by byte.
struct ReferenceMovie {
  /// Four letters.
  var codec = "raw "
  var width = 16
  var height = 16
  /// What the decoder is told besides: boxes.
  var setup: [UInt8] = []
  /// How long each picture lasts, of 600 a second.
  var duration = 600
  /// The sizes of all pictures in bytes, and which of them are key frames, counted from 1; all where it is empty.
  var sizes = [768]
  var keyFrames: [Int] = []
  /// Where the first picture lies in the file that holds them.
  var offset = 0
  /// The file that holds the pictures; the movie's own where it is `nil`.
  var target: String?

  /// A movie of one raw picture, which lies in the file `target`.
  static func bytes(target: String) -> [UInt8] { fileType + Self(target: target).movie }

  /// A movie that holds `pictures` itself.
  ///
  /// - Parameter setup: boxes for the decoder.
  static func bytes(
    codec: String, width: Int, height: Int, setup: [UInt8], pictures: [[UInt8]], keyFrames: [Int]
  ) -> [UInt8] {
    let data = atom("mdat", pictures.flatMap { $0 })
    let movie = Self(
      codec: codec, width: width, height: height, setup: setup, duration: 24,
      sizes: pictures.map(\.count), keyFrames: keyFrames, offset: fileType.count + 8)
    return fileType + data + movie.movie
  }

  private static let fileType = atom("ftyp", text("qt  ") + [0, 0, 2, 0] + text("qt  "))

  private var movie: [UInt8] {
    let length = duration * sizes.count
    let header = Self.atom(
      "mvhd",
      Self.zeros(12) + Self.long(600) + Self.long(length) + Self.long(0x10000) + [1, 0]
        + Self.zeros(10) + Self.matrix + Self.zeros(24) + Self.long(2))
    let trackHeader = Self.atom(
      "tkhd",
      [0, 0, 0, 15] + Self.zeros(8) + Self.long(1) + Self.zeros(4) + Self.long(length)
        + Self.zeros(16) + Self.matrix + Self.long(width << 16) + Self.long(height << 16))
    let mediaHeader = Self.atom(
      "mdhd", Self.zeros(12) + Self.long(600) + Self.long(length) + Self.zeros(4))
    let handler = Self.atom("hdlr", Self.zeros(4) + Self.text("mhlrvide") + Self.zeros(13))
    let media = Self.atom("mdia", mediaHeader + handler + information)
    return Self.atom("moov", header + Self.atom("trak", trackHeader + media))
  }

  private var information: [UInt8] {
    let place = target.map(Self.alias) ?? Self.atom("url ", [0, 0, 0, 1])
    let reference = Self.atom("dinf", Self.atom("dref", Self.zeros(4) + Self.long(1) + place))
    let entry =
      Self.zeros(6) + [0, 1] + Self.zeros(16) + Self.short(width) + Self.short(height)
      + Self.long(0x480000) + Self.long(0x480000) + Self.zeros(4) + [0, 1] + Self.zeros(32)
      + [0, 24, 0xff, 0xff] + setup
    let heads = [
      Self.atom("stsd", Self.zeros(4) + Self.long(1) + Self.atom(codec, entry)),
      Self.atom(
        "stts", Self.zeros(4) + Self.long(1) + Self.long(sizes.count) + Self.long(duration)),
      keyFrames.isEmpty
        ? []
        : Self.atom(
          "stss", Self.zeros(4) + Self.long(keyFrames.count) + keyFrames.flatMap(Self.long)),
    ]
    let places = [
      Self.atom(
        "stsc",
        Self.zeros(4) + Self.long(1) + Self.long(1) + Self.long(sizes.count) + Self.long(1)),
      Self.atom("stsz", Self.zeros(8) + Self.long(sizes.count) + sizes.flatMap(Self.long)),
      Self.atom("stco", Self.zeros(4) + Self.long(1) + Self.long(offset)),
    ]
    let table = Self.atom("stbl", heads.flatMap { $0 } + places.flatMap { $0 })
    return Self.atom(
      "minf", Self.atom("vmhd", [0, 0, 0, 1] + Self.zeros(8)) + reference + table)
  }

  /// An alias record with an absolute path in its extension of type 2, as the Finder writes it.
  private static func alias(_ target: String) -> [UInt8] {
    let path = Array(target.utf8)
    let padded = path + (path.count % 2 == 0 ? [] : [0])
    let volume = [UInt8(1)] + text("v") + zeros(26)
    let name = [UInt8(1)] + text("p") + zeros(62)
    let body =
      zeros(4) + short(150) + short(2) + zeros(2) + volume + zeros(12) + name + zeros(16)
      + short(0xffff) + short(0xffff) + zeros(16) + short(2) + short(path.count) + padded
      + short(0xffff) + zeros(2)
    return atom("alis", zeros(4) + body)
  }

  private static let matrix =
    long(0x10000) + zeros(12) + long(0x10000) + zeros(12) + long(0x4000_0000)

  static func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
    long(body.count + 8) + text(name) + body
  }

  static func text(_ string: String) -> [UInt8] { Array(string.utf8) }
  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  private static func long(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
  private static func short(_ value: Int) -> [UInt8] { Array(long(value)[2...]) }
}

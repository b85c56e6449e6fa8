// SPDX-License-Identifier: MIT

/// The chunks of pictures and sound of an AVI file, from head to head (Microsoft's AVI RIFF File Reference; OpenDML
/// AVI File Format Extensions 1.02): eight bytes of each are read.
struct AviChunks {
  /// One chunk that is not empty.
  struct Chunk {
    /// Where its head lies.
    var start: Int64
    /// What it holds without its head.
    var size: Int32
  }

  /// The bytes of a chunk's head: four letters and its size.
  static let headSize: Int64 = 8

  /// By stream, in the file's order.
  private(set) var chunks: [Int: [Chunk]] = [:]

  private let source: any ByteSource
  private let streamCount: Int
  /// Whether the first list of chunks (`movi`) has begun.
  private var isInFilm = false

  /// A file has no more chunks, and no more of them before its film.
  private static let (most, mostBefore) = (50_000_000, 10_000)

  /// The chunks of `source`; `nil` where something lies between them that is not known, or the last one is cut.
  ///
  /// - Parameter check: throws where reading was stopped.
  init?(_ source: any ByteSource, streamCount: Int, check: () throws -> Void) throws {
    (self.source, self.streamCount) = (source, streamCount)
    var (place, count) = (Int64(0), 0)
    while source.count - place >= Self.headSize {
      if count & 0xfff == 0 { try check() }
      count += 1
      guard count <= (isInFilm ? Self.most : Self.mostBefore), let next = step(at: place) else {
        return nil
      }
      place = next
    }
    guard isInFilm else { return nil }
  }

  /// Takes down the chunk at `place` and says where the next one is; `nil` where it is not understood.
  private mutating func step(at place: Int64) -> Int64? {
    guard let head = source.bytes(at: place, count: Int(Self.headSize)) else { return nil }
    let name = String(decoding: head[0..<4], as: UTF8.self)
    let size = Int64(head[4..<8].littleEndianValue)
    let inside = place + Self.headSize
    let behind = inside + size + size & 1
    func type() -> String? {
      source.bytes(at: inside, count: 4).map { String(decoding: $0, as: UTF8.self) }
    }
    switch name {
    case "RIFF":
      return type() == (place == 0 ? "AVI " : "AVIX") ? inside + 4 : nil
    case "LIST":
      guard let type = type() else { return nil }
      if type == "movi" { isInFilm = true }
      if type == "movi" || type == "rec " { return isInFilm ? inside + 4 : nil }
      return isInFilm ? nil : behind
    case "JUNK", "idx1", "indx": return behind
    default: break
    }
    guard isInFilm else {
      return head[0..<4].allSatisfy { (0x20..<0x7f).contains($0) } ? behind : nil
    }
    // An index of OpenDML.
    if name.hasPrefix("ix"), Self.stream(head[2..<4]) != nil { return behind }
    guard let stream = Self.stream(head[0..<2]), stream < streamCount, isEssence(head[2..<4]),
      size <= source.count - inside, let length = Int32(exactly: size)
    else { return nil }
    if length > 0 { chunks[stream, default: []].append(Chunk(start: place, size: length)) }
    return behind
  }

  /// Whether the two `letters` mean pictures or sound: no palette (`pc`), index (`ix`) or Windows' own (`wc`).
  private func isEssence(_ letters: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: letters, as: UTF8.self)
    return ["dc", "db", "wb"].contains(name)
  }

  /// The stream that two digits name.
  private static func stream(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30..<0x3a).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }
}

// SPDX-License-Identifier: MIT

import Foundation

/// An AVI file written anew from the chunks of another, in forms that the ffmpeg program writes for large files only
/// or not at all: OpenDML's parts and indexes, lists of records, long chunks of sound, gaps in the index.
struct RewrittenAVI {
  private struct Chunk {
    var name: String
    var bytes: [UInt8]
    var isKeyFrame: Bool
  }

  /// How many RIFF lists the film is spread over; with more than one it has OpenDML's indexes.
  var partCount = 1
  /// How many chunks are in one list of records (`rec `); 0 for none.
  var recordLength = 0
  /// The chunk that the index leaves out.
  var unlisted: Int?
  /// The chunk of which the index says that it is of the other stream.
  var mistaken: Int?

  private var header: [(name: String, streams: [(name: String, bytes: [UInt8])])] = []
  private var chunks: [Chunk] = []

  /// The headers and chunks of the file at `path`.
  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for list in Self.children(bytes, 12..<bytes.count) where list.name == "LIST" {
      let kind = Self.text(bytes, list.payload.lowerBound)
      let inside = list.payload.dropFirst(4)
      if kind == "hdrl" {
        for part in Self.children(bytes, inside) {
          let isStream = part.name == "LIST" && Self.text(bytes, part.payload.lowerBound) == "strl"
          guard isStream || part.name == "avih" else { continue }
          let streams = isStream ? Self.children(bytes, part.payload.dropFirst(4)) : [part]
          header.append(
            (isStream ? "strl" : "avih", streams.map { ($0.name, Array(bytes[$0.payload])) }))
        }
      } else if kind == "movi" {
        chunks = Self.children(bytes, inside).map {
          Chunk(name: $0.name, bytes: Array(bytes[$0.payload]), isKeyFrame: true)
        }
      }
    }
    guard let index = Self.children(bytes, 12..<bytes.count).first(where: { $0.name == "idx1" })
    else { return }
    for (number, place) in stride(
      from: index.payload.lowerBound, to: index.payload.upperBound, by: 16
    ).enumerated() {
      chunks[number].isKeyFrame = bytes[place + 4] & 0x10 != 0
    }
  }

  /// Joins every `count` chunks of sound to one that lies where the first of them lay.
  mutating func joinSound(_ count: Int) {
    var joined: [Chunk] = []
    var (last, number): (Int?, Int) = (nil, 0)
    for chunk in chunks {
      guard chunk.name.hasSuffix("wb") else {
        joined.append(chunk)
        continue
      }
      if number % count == 0 {
        last = joined.count
        joined.append(chunk)
      } else if let last {
        joined[last].bytes += chunk.bytes
      }
      number += 1
    }
    chunks = joined
  }

  /// Writes the file to `path`.
  func write(to path: String) throws {
    let streamCount = header.filter { $0.name == "strl" }.count
    // A super index has a fixed place for each part, which is filled in last.
    let superIndexes = (0..<streamCount).map { superIndex($0, [], partCount) }
    let headLength = 12 + headerList(superIndexes).count
    var (body, places): ([UInt8], [[(Int, Int, Int)]]) = (
      [], .init(repeating: [], count: streamCount)
    )
    let length = (chunks.count + partCount - 1) / partCount
    for part in 0..<partCount {
      let own = chunks.indices.dropFirst(part * length).prefix(length)
      let start = headLength + body.count + (part == 0 ? 0 : 12)
      let film = self.film(own, at: start, &places)
      body += part == 0 ? film : Self.chunk("RIFF", Self.ascii("AVIX") + film)
    }
    let filled = (0..<streamCount).map { superIndex($0, places[$0], partCount) }
    var file = Self.ascii("RIFF") + Self.number(headLength + body.count - 8, 4) + Self.ascii("AVI ")
    file += headerList(filled) + body
    try Data(file).write(to: URL(fileURLWithPath: path))
  }

  private func headerList(_ indexes: [[UInt8]]) -> [UInt8] {
    var (content, stream) = (Self.ascii("hdrl"), 0)
    for part in header {
      if part.name == "avih" {
        content += Self.chunk("avih", part.streams[0].bytes)
        continue
      }
      let kept = part.streams.filter { $0.name == "strh" || $0.name == "strf" }
      let chunks = kept.flatMap { Self.chunk($0.name, $0.bytes) }
      content += Self.chunk("LIST", Self.ascii("strl") + chunks + indexes[stream])
      stream += 1
    }
    return Self.chunk("LIST", content)
  }

  /// Four letters, what the entries are like, how many there are, the chunks' name, and for each part where its
  /// index lies, how long it is, and how many chunks it has.
  private func superIndex(_ stream: Int, _ parts: [(Int, Int, Int)], _ count: Int) -> [UInt8] {
    guard partCount > 1 else { return [] }
    var content = Self.number(4, 2) + [0, 0] + Self.number(parts.count, 4) + name(stream)
    content += [UInt8](repeating: 0, count: 12)
    for number in 0..<count {
      let part = number < parts.count ? parts[number] : (0, 0, 0)
      content += Self.number(part.0, 8) + Self.number(part.1, 4) + Self.number(part.2, 4)
    }
    return Self.chunk("indx", content)
  }

  private func name(_ stream: Int) -> [UInt8] {
    let found = chunks.first { $0.name.hasPrefix("0\(stream)") }
    return Self.ascii(found?.name ?? "0\(stream)dc")
  }

  /// The list of chunks `own`, which begins at `start`, with its index.
  private func film(
    _ own: Range<Int>, at start: Int, _ places: inout [[(Int, Int, Int)]]
  ) -> [UInt8] {
    var (content, offsets): ([UInt8], [Int: Int]) = (Self.ascii("movi"), [:])
    for group in stride(from: own.startIndex, to: own.endIndex, by: max(1, recordLength)) {
      var record: [UInt8] = []
      let begin = content.count + (recordLength > 0 ? 12 : 0)
      for number in own[group..<min(own.endIndex, group + max(1, recordLength))] {
        offsets[number] = begin + record.count
        record += Self.chunk(chunks[number].name, chunks[number].bytes)
      }
      content += recordLength > 0 ? Self.chunk("LIST", Self.ascii("rec ") + record) : record
    }
    let listed = own.filter { $0 != unlisted }
    func name(_ number: Int) -> String {
      let name = chunks[number].name
      return number == mistaken ? (name.hasPrefix("00") ? "01" : "00") + name.suffix(2) : name
    }
    guard partCount > 1 else {
      let index = listed.flatMap { number in
        Self.ascii(name(number)) + Self.number(chunks[number].isKeyFrame ? 0x10 : 0, 4)
          + Self.number(offsets[number]!, 4) + Self.number(chunks[number].bytes.count, 4)
      }
      return Self.chunk("LIST", content) + Self.chunk("idx1", index)
    }
    for stream in places.indices {
      let mine = listed.filter { name($0).hasPrefix("0\(stream)") }
      var index = Self.number(2, 2) + [0, 1] + Self.number(mine.count, 4) + self.name(stream)
      // Places are counted from the list's name; the entries are those of the chunks' contents.
      index += Self.number(start + 8, 8) + [0, 0, 0, 0]
      for number in mine {
        let size = chunks[number].bytes.count | (chunks[number].isKeyFrame ? 0 : 1 << 31)
        index += Self.number(offsets[number]! + 8, 4) + Self.number(size, 4)
      }
      let chunk = Self.chunk("ix0\(stream)", index)
      places[stream].append((start + 8 + content.count, chunk.count, mine.count))
      content += chunk
    }
    return Self.chunk("LIST", content)
  }

  // MARK: RIFF

  private static func children(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> [(name: String, payload: Range<Int>)] {
    var (found, place): ([(name: String, payload: Range<Int>)], Int) = ([], range.lowerBound)
    while place + 8 <= range.upperBound {
      let size = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      found.append((text(bytes, place), place + 8..<min(range.upperBound, place + 8 + size)))
      place += 8 + size + size & 1
    }
    return found
  }

  private static func text(_ bytes: [UInt8], _ place: Int) -> String {
    String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  private static func ascii(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: some StringProtocol, _ content: [UInt8]) -> [UInt8] {
    ascii(name) + number(content.count, 4) + content
      + [UInt8](repeating: 0, count: content.count & 1)
  }
}

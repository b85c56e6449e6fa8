// SPDX-License-Identifier: MIT

import MoonreelCore

/// A piece of a film in fragments (ISO/IEC 14496-12, 8.8) whose fragments begin at other times: each period of a film may
/// count its own. Indexes in it are left out, since they tell the old times.
final class MovedPiece: RemoteBytes {
  /// Units a second by the track's number.
  typealias Timescales = [Int: Int64]

  private let piece: any RemoteBytes
  private let seconds: Double
  /// What stands in the place of other bytes, in their order.
  private let patches: [(start: Int64, bytes: [UInt8])]

  private static let largestHead: Int64 = 16 << 20
  private static let mostBoxes = 200_000

  /// `piece`, which begins `seconds` later than it says.
  ///
  /// - Throws: `MoonreelError` where it cannot be read, or is no such piece.
  init(
    _ piece: any RemoteBytes, by seconds: Double, _ timescales: Timescales, _ reader: RemoteReader
  ) throws {
    (self.piece, self.seconds) = (piece, seconds)
    patches = try Self.patches(of: piece, seconds, timescales, reader)
  }

  var count: Int64 { piece.count }

  var keptRanges: [Range<Int64>] { piece.keptRanges }
  var identity: Digest { SHA256.digest(of: Array("\(piece.identity) moved by \(seconds)".utf8)) }

  /// The units of the tracks of a film that begins with `head`; `nil` where it is none of MPEG-4.
  static func timescales(of head: [UInt8]) -> Timescales? {
    guard let movie = MovieBox.parse(head[...])?.first(where: { $0.type == "moov" }) else {
      return nil
    }
    var result: Timescales = [:]
    for track in movie.children where track.type == "trak" {
      guard let header = track["tkhd"], let media = track["mdia", "mdhd"] else { return nil }
      let number = header.number(at: header.hasLongTimes ? 20 : 12, byteCount: 4)
      let scale = media.number(at: media.hasLongTimes ? 20 : 12, byteCount: 4)
      guard scale > 0 else { return nil }
      result[Int(number)] = Int64(scale)
    }
    return result
  }

  private static func patches(
    of piece: any RemoteBytes, _ seconds: Double, _ timescales: Timescales, _ reader: RemoteReader
  ) throws -> [(start: Int64, bytes: [UInt8])] {
    var patches: [(start: Int64, bytes: [UInt8])] = []
    var place: Int64 = 0
    // holds: a number of ours.
    for _ in 0..<mostBoxes {
      guard place < piece.count else { return patches }
      guard let box = try box(at: place, of: piece, reader) else { break }
      if box.type == "sidx" {
        patches.append((place + 4, Array("free".utf8)))
      } else if box.type == "moof", box.payload.count <= largestHead {
        let bytes = try piece.bytes(box.payload, reader)
        guard let moved = moved(bytes, seconds, timescales) else { break }
        patches.append((box.payload.lowerBound, moved))
      }
      place = box.payload.upperBound
    }
    throw MoonreelError(
      .decodingFailed,
      "Cannot read '\(reader.name)': the times of a piece of the stream cannot be moved to where the film has it."
    )
  }

  private static func box(
    at place: Int64, of piece: any RemoteBytes, _ reader: RemoteReader
  ) throws -> BoxPlace? {
    // holds: the place is before the end here.
    let head = try piece.bytes(place..<min(piece.count, place + 16), reader)
    return BoxPlace(head: head, start: place, end: piece.count)
  }

  /// What the head of a fragment holds, with other times.
  private static func moved(
    _ bytes: [UInt8], _ seconds: Double, _ timescales: Timescales
  ) -> [UInt8]? {
    guard let boxes = MovieBox.parse(bytes[...]) else { return nil }
    var result: [UInt8] = []
    for var box in boxes {
      if box.type == "traf", var time = box["tfdt"], let header = box["tfhd"],
        let scale = timescales[Int(header.number(at: 4, byteCount: 4))]
      {
        let width = time.hasLongTimes ? 8 : 4
        let before = Int64(clamping: time.number(at: 4, byteCount: width))
        let shift = (seconds * Double(scale)).rounded()
        guard abs(shift) < 9e18 else { return nil }
        let (after, isTooFar) = before.addingReportingOverflow(Int64(shift))
        // A coder's first delay may lie before the beginning, no more.
        guard !isTooFar, after >= -scale, after >> (8 * Int64(width) - 1) <= 1 else { return nil }
        time.setNumber(UInt64(max(0, after)), at: 4, byteCount: width)
        box["tfdt"] = time
      }
      box.write(to: &result)
    }
    return result
  }

  func read(
    at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader
  ) throws -> Int {
    let got = try piece.read(at: place, into: buffer, reader)
    // holds: nobody reads less than no bytes.
    let read = place..<place + Int64(got)
    for patch in patches[firstPatch(endingAfter: place)...] {
      // holds: bytes are counted from 0 on.
      let common = (patch.start..<patch.start + Int64(patch.bytes.count)).clamped(to: read)
      guard patch.start < read.upperBound, !common.isEmpty else { break }
      let bytes = patch.bytes[Int(common.lowerBound - patch.start)...].prefix(common.count)
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: buffer[Int(common.lowerBound - place)...])
          .copyMemory(from: $0)
      }
    }
    return got
  }

  private func firstPatch(endingAfter place: Int64) -> Int {
    var (low, high) = (0, patches.count)
    while low < high {
      let middle = (low + high) / 2
      if patches[middle].start + Int64(patches[middle].bytes.count) > place {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}

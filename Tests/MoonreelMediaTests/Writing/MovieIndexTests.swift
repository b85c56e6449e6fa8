// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// The index of MPEG-4 files as our own editor reads and writes it.
@Suite("Movie index") struct MovieIndexTests {
  /// A movie of one track whose media lie at `offsets`.
  private func movie(_ offsets: [UInt32]) -> MovieBox {
    var payload: [UInt8] = [0, 0, 0, 0]
    payload.appendBigEndian(UInt64(offsets.count), byteCount: 4)
    for offset in offsets { payload.appendBigEndian(UInt64(offset), byteCount: 4) }
    let table = MovieBox(type: "stbl", children: [MovieBox(type: "stco", payload: payload)])
    let media = MovieBox(type: "mdia", children: [MovieBox(type: "minf", children: [table])])
    return MovieBox(type: "moov", children: [MovieBox(type: "trak", children: [media])])
  }

  private func bytes(_ box: MovieBox) -> [UInt8] {
    var bytes: [UInt8] = []
    box.write(to: &bytes)
    return bytes
  }

  @Test("what is read is written back byte for byte")
  func roundTrip() throws {
    let written = bytes(movie([40, 4_000_000_000]))
    let read = try #require(MovieBox.parse(written[...]))
    #expect(read.count == 1 && read[0].byteCount == written.count)
    #expect(bytes(read[0]) == written)
  }

  @Test("bytes that are no boxes are refused", arguments: [[0, 0, 0, 4], [0, 0, 1, 0], [1]])
  func refused(_ start: [UInt8]) {
    #expect(MovieBox.parse((start + Array("moov".utf8))[...]) == nil)
  }

  @Test("offsets are lengthened where they pass 4 GiB")
  func longOffsets() throws {
    var box = movie([40, 4_294_967_000])
    box.lengthenOffsets()
    box.shiftChunks(by: 1000)
    let table = try #require(box["trak", "mdia", "minf", "stbl", "co64"])
    #expect(table.number(at: 4, byteCount: 4) == 2)
    #expect(table.number(at: 8, byteCount: 8) == 1040)
    #expect(table.number(at: 16, byteCount: 8) == 4_294_968_000)
    #expect(MovieBox.parse(bytes(box)[...]) != nil)
  }

  @Test("an edit list has empty edits where nothing is shown, and long entries where it must")
  func editList() throws {
    var layout = PacketLayout(timeBase: Rational(1, 48_000))
    let range = try TimeRange(seconds: 1, 2)
    let items = (46..<94).map {
      PacketCut.Item(
        ordinal: $0, presentation: Int64($0) * 1024, decoding: Int64($0) * 1024, duration: 1024,
        isShown: true)
    }
    let cut = PacketCut(
      range: range, leadIn: nil, needsLaterFrames: false, timeBase: Rational(1, 48_000),
      items: items)
    let shift = layout.place(cut, at: try Time(seconds: 3)).shift
    #expect(shift == 96_000)
    let origin = items[0].decoding + shift
    let list = EditList(layout, origin: origin, mediaTimescale: 48_000, movieTimescale: 1000)
    #expect(list.duration == 4000)
    #expect(
      list.box.payload == [
        0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0x0B, 0xB8, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1, 0, 0,
        0, 0, 0x03, 0xE8, 0, 0, 0x03, 0x80, 0, 1, 0, 0,
      ])
    let fine = EditList(
      layout, origin: origin, mediaTimescale: 48_000, movieTimescale: 1_000_000_000)
    #expect(fine.box.payload[0] == 1 && fine.box.payload.count == 8 + 2 * 20)
  }
}

// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// GIF files as browsers show them: what no frame covers is transparent, whatever background colour the file names.
struct AnimatedGIFTests {
  /// Frames, and the canvas after each, row by row; `-` is transparent.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var frames: [GIFWriter.Frame]
    var canvases: [[String]]
  }

  static let cases = [
    Case(
      testDescription: "a first frame that covers a part",
      frames: [.init(1, 0, ["rg"]), .init(0, 1, ["b"])],
      canvases: [["-rg-", "----"], ["-rg-", "b---"]]),
    Case(
      testDescription: "a first frame with holes",
      frames: [.init(0, 0, ["r-gb", "w--r"]), .init(1, 0, ["w-"])],
      canvases: [["r-gb", "w--r"], ["rwgb", "w--r"]]),
    Case(
      testDescription: "frames that are cleared",
      frames: [
        .init(0, 0, ["rrrr", "rrrr"], disposal: 2), .init(1, 0, ["gg"], disposal: 2),
        .init(3, 1, ["w"]),
      ],
      canvases: [["rrrr", "rrrr"], ["-gg-", "----"], ["----", "---w"]]),
    Case(
      testDescription: "frames with holes that are cleared",
      frames: [
        .init(0, 0, ["rrrr", "rrrr"], disposal: 1), .init(0, 0, ["g-", "-g"], disposal: 2),
        .init(3, 1, ["w"]),
      ],
      canvases: [["rrrr", "rrrr"], ["grrr", "rgrr"], ["--rr", "--rw"]]),
    Case(
      testDescription: "frames that are taken back",
      frames: [
        .init(0, 0, ["rr"]), .init(1, 0, ["ggg", "ggg"], disposal: 3), .init(0, 1, ["b"]),
        .init(2, 1, ["w"], disposal: 3), .init(3, 1, ["r"]),
      ],
      canvases: [
        ["rr--", "----"], ["rggg", "-ggg"], ["rr--", "b---"], ["rr--", "b-w-"], ["rr--", "b--r"],
      ]),
    Case(
      testDescription: "frames with tables of their own",
      frames: [
        .init(0, 0, ["rb"], disposal: 2, hasTable: true), .init(2, 0, ["gw", "wg"]),
        .init(0, 1, ["b-"], hasTable: true),
      ],
      canvases: [["rb--", "----"], ["--gw", "--wg"], ["--gw", "b-wg"]]),
    Case(
      testDescription: "a disposal that says nothing",
      frames: [.init(0, 0, ["rrr"], disposal: 0), .init(0, 0, ["g"], disposal: 0)],
      canvases: [["rrr-", "----"], ["grr-", "----"]]),
  ]

  /// The pixels of `frame` as letters.
  private func canvas(_ frame: FrameBuffer) -> [String] {
    (0..<frame.size.height).map { y in
      let row = UnsafeRawBufferPointer(
        start: frame.planes[0].base + y * frame.planes[0].strideBytes, count: 4 * frame.size.width)
      return String(
        (0..<frame.size.width).map { x -> Character in
          guard row[4 * x + 3] == 255 else { return row[4 * x + 3] == 0 ? "-" : "?" }
          let color = Array(row[4 * x..<4 * x + 3].reversed())
          return GIFWriter.colors.first { $0.value == color }?.key ?? "?"
        })
    }
  }

  /// Every frame in order, then each after a jump. Tables that are full have no colour that could be left out.
  @Test(arguments: cases, [3, 8])
  func whatNoFrameCoversIsTransparent(_ film: Case, tableBits: Int) throws {
    let folder = try TemporaryFolder()
    for background in [0, 2, (1 << tableBits) - 1] {
      let writer = GIFWriter(width: 4, height: 2, tableBits: tableBits, background: background)
      try Data(writer.bytes(film.frames)).write(to: URL(fileURLWithPath: folder.file("a.gif")))
      let reader = try VideoReader.open(folder.file("a.gif"))
      #expect(reader.index.slots.count == film.frames.count)
      for slot in Array(film.frames.indices) + film.frames.indices.reversed() {
        let frame = try reader.frame(at: Time(value: Int64(slot) * 10, timescale: 100))
        #expect(frame.buffer.format == .bgra)
        #expect(canvas(frame.buffer) == film.canvases[slot], "frame \(slot), \(background)")
      }
    }
  }

  /// Any prefix, and any byte that is another, is a frame or a sentence.
  @Test func damagedPacketsAreTakenAsTheyAre() throws {
    var whole = GIFPackets()
    let bytes = GIFWriter(width: 4, height: 2).bytes(Self.cases[1].frames)
    let rewritten = whole.rewritten(bytes)
    let changed = try #require(rewritten)
    // Two frames got a table of eight colours, in place of the one at the front.
    #expect(changed.count == bytes.count + 24)
    for count in bytes.indices {
      var packets = GIFPackets()
      let part = packets.rewritten(Array(bytes.prefix(count)))
      #expect(part.map { changed.starts(with: $0.dropLast(12)) } ?? true)
      var other = bytes
      other[count] ^= 0xFF
      packets = GIFPackets()
      _ = packets.rewritten(other)
    }
  }
}

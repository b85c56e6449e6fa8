// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import moonreel

/// Pictures as terminals get them, and keys as terminals send them.
@Suite("Pictures in terminals")
struct TerminalPictureTests {
  private func noise(_ size: PixelSize) -> RGBPicture {
    var state: UInt64 = 7
    return RGBPicture(
      size: size,
      bytes: (0..<size.width * size.height * 3).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(state >> 56)
      })
  }

  @Test(
    "what is drawn is what is read",
    arguments: [(1, 2), (7, 12), (64, 6), (100, 70), (256, 100)])
  func roundTrip(width: Int, height: Int) {
    let picture = noise(PixelSize(width, height))
    var kitty = KittyPictures()
    for _ in 0..<2 {
      let drawn = kitty.draw(picture, column: 3, row: 4)
      #expect(drawn.starts(with: "\u{1B}[4;3H".utf8))
      #expect(DrawnPictures.first(.kitty, in: drawn) == picture)
    }
    let blocks =
      Array("\u{1B}[?2026h".utf8) + BlockPictures.draw(picture, column: 1, row: 1)
      + "\u{1B}[?2026l".utf8
    #expect(DrawnPictures.first(.blocks, in: blocks) == picture)
  }

  @Test("a colour of the palette is drawn as it is", arguments: [0, 51, 102, 153, 204, 255])
  func palette(value: Int) throws {
    let bytes = (0..<24 * 12).flatMap { _ -> [UInt8] in [UInt8(value), 0, UInt8(255 - value)] }
    let picture = RGBPicture(size: PixelSize(24, 12), bytes: bytes)
    let drawn = SixelPictures.draw(picture, column: 1, row: 1)
    #expect(DrawnPictures.first(.sixel, in: drawn) == picture)
  }

  @Test("other colours are right on the average", arguments: [1, 30, 77, 128, 200, 254])
  func dither(value: Int) throws {
    let bytes = (0..<16 * 24).flatMap { _ -> [UInt8] in [UInt8(value), UInt8(255 - value), 128] }
    let drawn = SixelPictures.draw(
      RGBPicture(size: PixelSize(16, 24), bytes: bytes), column: 1, row: 1)
    let read = try #require(DrawnPictures.first(.sixel, in: drawn)).bytes
    for (component, wanted) in [value, 255 - value, 128].enumerated() {
      let values = stride(from: component, to: read.count, by: 3).map { Double(read[$0]) }
      #expect(abs(values.reduce(0, +) / Double(values.count) - Double(wanted)) < 1)
    }
  }

  @Test("a frame of sixels is bounded, whatever it shows")
  func bound() {
    let size = PixelSize(240, 120)
    let count = SixelPictures.draw(noise(size), column: 1, row: 1).count
    #expect(count < size.width * size.height * 6)
  }

  @Test("a frame that was drawn smaller fills the same place")
  func scaled() {
    let buffer = FrameBuffer(format: .rgb24, size: PixelSize(2, 2), color: .srgb) { planes in
      for y in 0..<2 {
        for x in 0..<6 {
          planes[0].base.storeBytes(
            of: UInt8(10 * y + x), toByteOffset: y * planes[0].strideBytes + x, as: UInt8.self)
        }
      }
    }
    let same = RGBPicture(buffer, size: PixelSize(2, 2))
    #expect(same.bytes == [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15])
    let large = RGBPicture(buffer, size: PixelSize(4, 2))
    #expect(large.bytes[..<12] == [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5])
    #expect(RGBPicture(buffer, size: PixelSize(1, 1)).bytes == [0, 1, 2])
  }

  @Test(
    "what fits",
    arguments: [
      ((1920, 1080), (80, 46), (80, 45)), ((64, 48), (800, 600), (64, 48)),
      ((1080, 1920), (80, 46), (26, 46)), ((10_000, 1), (80, 46), (80, 1)),
    ])
  func fitting(source: (Int, Int), area: (Int, Int), size: (Int, Int)) {
    let found = RGBPicture.fitting(
      PixelSize(source.0, source.1), into: PixelSize(area.0, area.1))
    #expect(found == PixelSize(size.0, size.1))
  }

  @Test(
    "keys, in pieces and among answers",
    arguments: [
      (" kq", [PlayKey.toggle, .pause, .quit]), ("\u{1B}[C\u{1B}OD", [.frameOn, .frameBack]),
      ("\u{1B}[1~\u{1B}[F", [.start, .end]), ("x\u{1B}[5~y\u{1B}[?62;4cq", [.quit]),
      ("\u{1B}_Gi=31;OK\u{1B}\\l", [.faster]), ("\u{1B}\u{1B}[A", [.secondOn]), ("é+", [.louder]),
    ])
  func keys(text: String, wanted: [PlayKey]) {
    var (whole, bytes) = (PlayKeys(), PlayKeys())
    #expect(whole.take(text.utf8) == wanted)
    #expect(text.utf8.flatMap { bytes.take([$0]) } == wanted)
  }
}

/// A terminal that takes no more than there is room for.
@Suite("slow terminals") struct SlowTerminalTests {
  /// What a terminal has taken, and how much it takes.
  private final class Taker {
    var (taken, room): ([UInt8], Int) = ([], 0)

    func take(_ bytes: ArraySlice<UInt8>) -> Int {
      let count = min(room, bytes.count)
      taken += bytes.prefix(count)
      room -= count
      return count
    }
  }

  private static func frame(_ level: UInt8) -> FrameBuffer {
    FrameBuffer(format: .rgb24, size: PixelSize(16, 8), color: .srgb) { planes in
      for y in 0..<8 {
        memset(planes[0].base + y * planes[0].strideBytes, Int32(level), 16 * 3)
      }
    }
  }

  @Test(
    "frames for which there is no room are left out and counted; the newest follows, and frames are whole"
  )
  func leavesOut() throws {
    let taker = Taker()
    let screen = TerminalScreen(.blocks, write: taker.take)
    taker.room = 40
    try screen.show(Self.frame(10), size: PixelSize(16, 8))
    #expect(screen.isWriting && taker.taken.count == 40)
    try screen.tell("one")
    for level in [UInt8(20), 30] { try screen.show(Self.frame(level), size: PixelSize(16, 8)) }
    try screen.tell("two")
    #expect(screen.leftOut == 1 && taker.taken.count == 40)
    taker.room = 1 << 20
    try screen.proceed()
    #expect(!screen.isWriting)
    let text = String(decoding: taker.taken, as: UTF8.self)
    #expect(text.components(separatedBy: "[?2026l").count == 3, "two frames")
    #expect(!text.contains("one") && text.contains("two"))
    try screen.show(Self.frame(40), size: PixelSize(16, 8))
    #expect(screen.leftOut == 1)
    #expect(DrawnPictures.first(.blocks, in: taker.taken)?.bytes.first == 10)
  }

  @Test("keys are heard at a terminal that has stopped reading")
  func keys() throws {
    let place = try TemporaryFolder()
    try place.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 640, 360 }, fps = 25, duration = 2 }
      show:add { source = mr.source.gradient { size = { 640, 360 } }, duration = 2 }
      return show
      """)
    let terminal = try FakeTerminal(columns: 120, rows: 40)
    // Each frame is larger than what lies between program and terminal.
    try terminal.start(["play", place.path("film.lua"), "--pictures", "kitty", "--loop"])
    #expect(terminal.read(until: "\u{1B}_Ga=T"))
    terminal.type("  q")
    #expect(terminal.waitWithoutReading() == 0)
  }
}

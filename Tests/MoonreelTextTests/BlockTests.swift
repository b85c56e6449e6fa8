// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelText

/// Lines: where they break, begin and lie, and how sizes fit.
@Suite("Text blocks") struct BlockTests {
  private static let sentence = "The quick brown fox jumps over the lazy dog"

  private func drawing(_ set: (inout TextDescription) -> Void) throws -> TextDrawing {
    try TextDrawing(of: .plain(Self.sentence, size: 32, set))
  }

  @Test("lines begin where alignment says")
  func alignment() throws {
    func ink(_ alignment: TextBlock.Alignment) throws -> Rect {
      try #require(
        try TextDrawing(
          of: .plain("short", size: 32) { ($0.block.width, $0.block.alignment) = (500, alignment) }
        ).ink)
    }
    let (left, center, right) = (try ink(.left), try ink(.center), try ink(.right))
    #expect(left.minX < 5 && right.maxX > 495)
    #expect(abs((center.minX + center.maxX) / 2 - 250) < 3)
    #expect(try ink(.justify).minX < 5)
  }

  @Test("justified lines reach both edges but the last")
  func justified() throws {
    let drawing = try drawing { ($0.block.width, $0.block.alignment) = (300, .justify) }
    let last = drawing.lineCount - 1
    for line in 0..<last {
      let end =
        drawing.layout.clusters.filter { $0.line == line }.map { $0.x + $0.width }.max() ?? 0
      #expect(end >= 299 && end < 315, "line \(line) ends at \(end)")
    }
  }

  @Test("a block with a height holds its lines at the top, in the middle or at the bottom")
  func verticalAlignment() throws {
    let tops = try TextBlock.VerticalAlignment.allCases.map { alignment in
      try drawing { ($0.block.height, $0.block.verticalAlignment) = (400, alignment) }.baseline
    }
    let plain = try drawing { _ in }
    let spare = 400 - plain.box.size.height
    #expect(tops[0] == plain.baseline && abs(tops[2] - plain.baseline - spare) <= 2)
    #expect(plain.box.size.width.remainder(dividingBy: 2) == 0)
    #expect(abs(tops[1] - (tops[0] + tops[2]) / 2) <= 1)
  }

  @Test("what has no room is left out in favour of an ellipsis")
  func ellipsis() throws {
    for ellipsis in [TextBlock.Ellipsis.start, .middle, .end] {
      let drawing = try drawing { ($0.block.width, $0.block.ellipsis) = (300, ellipsis) }
      #expect(drawing.isEllipsized && drawing.lineCount == 1)
      #expect(try #require(drawing.ink).maxX <= 301)
    }
    let two = try drawing {
      ($0.block.width, $0.block.ellipsis, $0.block.maximumLines) = (200, .end, 2)
    }
    #expect(two.isEllipsized && two.lineCount == 2)
    #expect(try !drawing { ($0.block.width, $0.block.ellipsis) = (2000, .end) }.isEllipsized)
  }

  @Test("line spacing multiplies the distance of baselines")
  func lineSpacing() throws {
    func distance(_ spacing: Double) throws -> Double {
      let clusters = try TextDrawing(
        of: .plain("a\nb", size: 40) { $0.block.lineSpacing = spacing }
      ).layout.clusters
      return clusters[1].baseline - clusters[0].baseline
    }
    #expect(abs(try distance(2) / distance(1) - 2) < 0.01)
    #expect(abs(try distance(0.8) / distance(1) - 0.8) < 0.01)
  }

  @Test("letter spacing adds after each letter")
  func letterSpacing() throws {
    let plain = try TextDrawing(of: .plain("abcd")).box.size.width
    let wide = try TextDrawing(of: .plain("abcd") { $0.style.letterSpacing = 10 }).box.size.width
    #expect(abs(wide - plain - 40) <= 12 && wide > plain + 27)
  }

  @Test(
    "sizes shrink until the text has room, and no further",
    arguments: [(300.0, nil), (300, 80), (nil, 20), (120, 60)] as [(Double?, Double?)])
  func shrinking(_ room: (width: Double?, height: Double?)) throws {
    let drawing = try drawing {
      ($0.block.width, $0.block.height, $0.block.fitting) = (room.width, room.height, .shrink)
    }
    let logical = drawing.layout.clusters.map { $0.x + $0.width }.max() ?? 0
    #expect(drawing.fittingFactor < 1)
    #expect(logical <= (room.width ?? .infinity) + 0.1)
    let bottom = drawing.layout.clusters.map { $0.top + $0.height }.max() ?? 0
    #expect(bottom <= (room.height ?? .infinity) + 0.1)
    // A little larger would have no room.
    let larger = try TextDrawing(
      of: .plain(Self.sentence, size: 32 * drawing.fittingFactor * 1.02) {
        ($0.block.wrapping, $0.block.width) = (.word, room.height == nil ? nil : room.width)
      })
    let end = larger.layout.clusters.map { $0.x + $0.width }.max() ?? 0
    let height = larger.box.size.height
    #expect(end > (room.width ?? .infinity) || height > (room.height ?? .infinity))
  }

  @Test("text that has room stays; filling takes all there is")
  func filling() throws {
    #expect(try drawing { ($0.block.width, $0.block.fitting) = (2000, .shrink) }.fittingFactor == 1)
    let filled = try drawing { ($0.block.width, $0.block.fitting) = (2000, .fill) }
    let end = filled.layout.clusters.map { $0.x + $0.width }.max() ?? 0
    #expect(filled.fittingFactor > 2 && end <= 2000 && end > 1990)
    let least = try drawing {
      ($0.block.width, $0.block.fitting, $0.block.minimumSize) = (20, .shrink, 16)
    }
    #expect(least.fittingFactor == 0.5)
  }
}

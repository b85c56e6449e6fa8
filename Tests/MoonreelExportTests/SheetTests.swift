// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelExport

/// Which pictures sheets have, and where they lie.
@Suite struct SheetTests {
  private static let spread: [(Double, Int, [Double])] = [
    (1, 1, [0.5]), (1, 2, [0.25, 0.75]), (2, 4, [0.25, 0.75, 1.25, 1.75]),
    (0.5, 3, [0.083, 0.25, 0.416]), (0.1, 3, [0, 0.033, 0.067]), (0.1, 100, [0, 0.033, 0.067]),
    (0.03, 16, [0]), (0.05, 3, [0, 0.033]),
  ]

  @Test("times that are spread evenly, or one for each frame of 30 a second", arguments: spread)
  func evenTimes(duration: Double, count: Int, expected: [Double]) throws {
    let workspace = try Workspace()
    let generator = try StillGenerator(
      timeline: .of(GraySource(), seconds: duration), gate: workspace.gate)
    let times = generator.evenTimes(count).map(\.seconds)
    #expect(times.count == expected.count)
    for (time, wanted) in zip(times, expected) { #expect(abs(time - wanted) < 0.001, "\(times)") }
  }

  private static let covered: [(Double, Double?, Int)] = [
    (10, 2.5, 4), (10, 3, 4), (10, 10, 1), (10, 60, 1), (0.04, 1, 1), (4, nil, 4), (90, nil, 90),
    (600, nil, 100), (7200, nil, 720), (10.0004, 5, 2),
  ]

  @Test("stretches cover the film from its start to its end", arguments: covered)
  func stretches(duration: Double, interval: Double?, count: Int) throws {
    var sprites = SpriteSheets()
    sprites.interval = try interval.map { try Time(seconds: $0) }
    let duration = try Time(seconds: duration)
    let stretches = try sprites.stretches(of: duration)
    #expect(stretches.count == count)
    #expect(stretches.first?.start == .zero)
    for (one, next) in zip(stretches, stretches.dropFirst()) { #expect(one.end == next.start) }
    for stretch in stretches { #expect(stretch.start.clock() != stretch.end.clock()) }
    // Less than a millisecond has no place of its own in WebVTT.
    let rest = try #require(stretches.last).end
    #expect(duration - rest < (try Time(seconds: 0.001)))
  }

  @Test(
    "too many pictures, and none, are refused",
    arguments: [(7200.0, 0.1), (1.0, 0.0001), (0.0001, 1.0)])
  func refused(duration: Double, interval: Double) throws {
    var sprites = SpriteSheets()
    sprites.interval = try Time(seconds: interval)
    let duration = try Time(seconds: duration)
    #expect(throws: MoonreelError.self) { try sprites.stretches(of: duration) }
  }

  @Test(
    "names as relative addresses",
    arguments: [
      ("thumbs-01.jpg", "thumbs-01.jpg"), ("a b.png", "a%20b.png"), ("50%.jpg", "50%25.jpg"),
      ("c:#?&.webp", "c%3A%23%3F%26.webp"), ("über_~.jpg", "%C3%BCber_~.jpg"),
    ])
  func addresses(name: String, address: String) {
    #expect(SpriteSheets.address(of: name) == address)
  }

  private static let grids: [(Int, Int?, Int?, Int, PixelSize)] = [
    (5, 2, nil, 8, PixelSize(88, 104)), (5, 2, 4, 8, PixelSize(88, 136)),
    (5, nil, nil, 0, PixelSize(96, 48)), (1, nil, nil, 2, PixelSize(36, 28)),
  ]

  @Test("the tiles of a grid", arguments: grids)
  func grid(count: Int, columns: Int?, rows: Int?, gap: Int, size: PixelSize) throws {
    var sheet = ContactSheet()
    (sheet.columns, sheet.rows, sheet.gap) = (columns, rows, gap)
    let grid = try sheet.grid(count, tile: PixelSize(32, 24), pixelLimit: 1 << 20)
    #expect(grid.size == size)
    let last = grid.origin(of: count - 1)
    #expect(last.x + 32 + gap <= size.width && last.y + 24 + gap <= size.height)
    #expect(throws: MoonreelError.self) {
      try sheet.grid(count, tile: PixelSize(32, 24), pixelLimit: size.width * size.height - 1)
    }
    #expect(throws: MoonreelError.self) {
      try sheet.grid(2000, tile: PixelSize(32, 24), pixelLimit: 1 << 30)
    }
  }
}

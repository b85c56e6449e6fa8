// SPDX-License-Identifier: MIT

import MoonreelCore

/// The pieces in which a frame is written: a few lines each, a line being the rows that share one row of chroma.
struct WriterStrips {
  /// Lines that follow one another and are written in the same places.
  private struct Band {
    var lines: Range<Int>
    var ranges: [Range<Int>]
    /// The number of its first piece.
    var first: Int
  }

  private let bands: [Band]
  /// Lines of a piece, at most: enough that finding it costs little, few enough that threads end together.
  private let height: Int

  /// How many pieces there are.
  let count: Int

  /// All pieces, in ranges of at most `width` pixels; with `touched`, only blocks (a sample of chroma and its
  /// luma) whose chroma reads one of its pixels.
  init(
    size: PixelSize, shiftX: Int, shiftY: Int, siting: ColorTags.ChromaSiting, width: Int,
    touched: [PixelRect]?
  ) {
    let rows = (size.height + (1 << shiftY) - 1) >> shiftY
    let whole = PixelRect(minX: 0, minY: 0, maxX: size.width, maxY: rows)
    let rects = touched.map {
      $0.map { Self.blocks($0, shiftX, shiftY, siting).intersection(whole) }
    }
    height = max(1, min(8, rows / 32))
    (bands, count) = Self.bands((rects ?? [whole]).filter { !$0.isEmpty }, width, height)
  }

  /// The pixels across and the rows of chroma down that are written anew for `rect`.
  private static func blocks(
    _ rect: PixelRect, _ shiftX: Int, _ shiftY: Int, _ siting: ColorTags.ChromaSiting
  ) -> PixelRect {
    // Chroma on a column or row also reads the pixels on its other side.
    let left = shiftX > 0 && siting.column(of: 2) == 0 ? 1 : 0
    let above = shiftY > 0 && siting.row(of: 2) == 0 ? 1 : 0
    let below = shiftY > 0 && siting.row(of: 2) == 1 ? 1 : 0
    let reduced = PixelRect(
      minX: rect.minX, minY: rect.minY - below, maxX: rect.maxX + left, maxY: rect.maxY + above
    ).reduced(shiftX, shiftY)
    return PixelRect(
      minX: reduced.minX << shiftX, minY: reduced.minY, maxX: reduced.maxX << shiftX,
      maxY: reduced.maxY)
  }

  private static func bands(_ rects: [PixelRect], _ width: Int, _ height: Int) -> ([Band], Int) {
    let edges = Set(rects.flatMap { [$0.minY, $0.maxY] }).sorted()
    var (bands, count) = ([Band](), 0)
    for (top, bottom) in zip(edges, edges.dropFirst()) {
      let spans = rects.filter { $0.minY <= top && top < $0.maxY }.map { $0.minX..<$0.maxX }
      let ranges = ranges(spans.sorted { $0.lowerBound < $1.lowerBound }, width)
      bands.append(Band(lines: top..<bottom, ranges: ranges, first: count))
      count += (bottom - top + height - 1) / height
    }
    return (bands, count)
  }

  /// What `spans`, in order, cover, in ranges of at most `width`.
  private static func ranges(_ spans: [Range<Int>], _ width: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var end = 0
    for span in spans {
      var start = max(end, span.lowerBound)
      while start < span.upperBound {
        let next = min(span.upperBound, start + width)
        ranges.append(start..<next)
        start = next
      }
      end = max(end, span.upperBound)
    }
    return ranges
  }

  /// A piece: which lines, and which of their pixels.
  subscript(index: Int) -> (lines: Range<Int>, ranges: [Range<Int>]) {
    var place = bands.count - 1
    while bands[place].first > index { place -= 1 }
    let band = bands[place]
    let top = band.lines.lowerBound + (index - band.first) * height
    return (top..<min(band.lines.upperBound, top + height), band.ranges)
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore

/// The pieces in which a frame is written: parts of the rows that share one row of chroma.
struct WriterStrips {
  private let size: PixelSize
  private let width: Int
  private let columns: Int
  private let rows: Int
  /// Rows of chroma that follow one another and have the same pieces.
  private struct Band {
    var lines: Range<Int>
    var ranges: [Range<Int>]
    /// The number of its first piece.
    var first: Int
  }

  /// The bands where not all of the frame is written.
  private var bands: [Band]?

  /// All pieces of at most `width` pixels; with `touched`, only blocks (a sample of chroma and its
  /// luma) whose chroma reads one of its pixels.
  init(
    size: PixelSize, shiftX: Int, shiftY: Int, siting: ColorTags.ChromaSiting, width: Int,
    touched: [PixelRect]?
  ) {
    (self.size, self.width) = (size, width)
    columns = (size.width + width - 1) / width
    rows = (size.height + (1 << shiftY) - 1) >> shiftY
    guard let touched else { return }
    let rects = touched.map {
      Self.blocks($0, shiftX, shiftY, siting).intersection(
        PixelRect(minX: 0, minY: 0, maxX: size.width, maxY: rows))
    }
    bands = Self.bands(rects.filter { !$0.isEmpty }, width)
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

  private static func bands(_ rects: [PixelRect], _ width: Int) -> [Band] {
    let edges = Set(rects.flatMap { [$0.minY, $0.maxY] }).sorted()
    var (bands, count) = ([Band](), 0)
    for (top, bottom) in zip(edges, edges.dropFirst()) {
      let spans = rects.filter { $0.minY <= top && top < $0.maxY }.map { $0.minX..<$0.maxX }
      let ranges = ranges(spans.sorted { $0.lowerBound < $1.lowerBound }, width)
      bands.append(Band(lines: top..<bottom, ranges: ranges, first: count))
      count += (bottom - top) * ranges.count
    }
    return bands
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

  var count: Int {
    guard let bands else { return columns * rows }
    return bands.last.map { $0.first + $0.lines.count * $0.ranges.count } ?? 0
  }

  /// A piece: which row of chroma, and its pixels.
  subscript(index: Int) -> (line: Int, range: Range<Int>) {
    guard let bands else {
      let start = index % columns * width
      return (index / columns, start..<min(size.width, start + width))
    }
    var place = bands.count - 1
    while bands[place].first > index { place -= 1 }
    let band = bands[place]
    let (line, piece) = (index - band.first).quotientAndRemainder(dividingBy: band.ranges.count)
    return (band.lines.lowerBound + line, band.ranges[piece])
  }
}

// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Finds the lines and the size at which a caption has room.
enum CaptionLines {
  /// What letters are made smaller by from try to try.
  private static let step = 0.92
  /// Below this share of their size letters are not made smaller to save lines, only to have room at all.
  private static let leastForLines = 0.5
  /// The smallest letters, in pixels to the em.
  private static let leastSize = 4.0

  /// `description` as large as has room in `area` and on `maximumLines` lines of like length.
  ///
  /// - Parameter words: those that `highlight` changes as they are said.
  /// - Throws: as ``TextDrawing/of(_:)``.
  static func title(
    _ description: TextDescription, in area: Size, words: [CaptionWord] = [],
    highlight: CaptionHighlight? = nil, maximumLines: Int
  ) throws -> TextDrawing {
    let size = description.style.size ?? 48
    var (factor, last) = (1.0, TextDrawing?.none)
    while last == nil || size * factor >= leastSize {
      var room = 0.0
      do {
        let scaled = description.scaled(by: factor)
        let title = try broken(scaled, over: area.width, words, highlight)
        last = title
        let content = title.content(words, highlight)
        room = min(area.height / content.size.height, area.width / content.size.width)
        let isShort = title.lineCount <= maximumLines || factor * step < leastForLines
        if room >= 1, isShort { return hugging(try balanced(title)) }
      } catch let error as MoonreelError where error.code == .limitExceeded {
        // Too large to be drawn at all: smaller letters may do.
        if size * factor * step < leastSize { throw error }
      }
      // What takes four times the area has room at half the size, or nearly.
      factor *= room > 0 && room < 0.8 ? max(0.1, room.squareRoot()) : step
    }
    return try last.map(hugging) ?? TextDrawing.of(description)
  }

  /// `description` broken so that everything drawn of it, not only its lines, is at most `width` wide.
  private static func broken(
    _ description: TextDescription, over width: Double, _ words: [CaptionWord],
    _ highlight: CaptionHighlight?
  ) throws -> TextDrawing {
    let first = hugging(try set(description, to: width))
    let content = first.content(words, highlight)
    guard content.size.width > width else { return first }
    let overhang = content.size.width - first.box.size.width
    return hugging(try set(description, to: max(16, width - overhang - 2)))
  }

  /// `title` with as narrow lines as make no more of them: lines of like length. Many lines are left alone.
  private static func balanced(_ title: TextDrawing) throws -> TextDrawing {
    guard (2...6).contains(title.lineCount), let width = title.description.block.width else {
      return title
    }
    var (low, high, best) = (width / 2, width, title)
    for _ in 0..<6 {
      let middle = (low + high) / 2
      var description = title.description
      (description.block.width, description.block.wrapping) = (middle, .word)
      let narrow = try TextDrawing(of: description)
      let used = narrow.layout.cells?.size.width ?? 0
      if narrow.lineCount <= title.lineCount, used <= middle + 0.5 {
        (high, best) = (middle, narrow)
      } else {
        low = middle
      }
    }
    return best
  }

  /// `title` in a block that is no wider than its longest line, so that a plate is not either.
  private static func hugging(_ title: TextDrawing) -> TextDrawing {
    let used = ((title.layout.cells?.size.width ?? 0) / 2).rounded(.up) * 2 + 2
    guard used < title.description.block.width ?? 0,
      let narrow = try? set(title.description, to: used), narrow.lineCount == title.lineCount
    else { return title }
    return narrow
  }

  private static func set(_ description: TextDescription, to width: Double) throws -> TextDrawing {
    var description = description
    description.block.width = width
    return try TextDrawing(of: description)
  }
}

extension TextDrawing {
  /// What is drawn at most, whichever of `words` is highlighted, in whole pixels.
  func content(_ words: [CaptionWord], _ highlight: CaptionHighlight?) -> Rect {
    var all = ink.map { box.union($0) } ?? box
    if let highlight, highlight.box != nil || highlight.scale > 1 {
      let lines = layout.cells ?? box
      let overhang = max(
        lines.minX - all.minX, lines.minY - all.minY, all.maxX - lines.maxX,
        all.maxY - lines.maxY)
      for clusters in clusters(of: words) {
        guard let rect = layout.bounds(of: clusters, highlight, overhang: overhang) else {
          continue
        }
        all = all.union(rect)
      }
    }
    let (left, top) = (all.minX.rounded(.down), all.minY.rounded(.down))
    return Rect(
      x: left, y: top, width: all.maxX.rounded(.up) - left, height: all.maxY.rounded(.up) - top)
  }

  /// The clusters of each word.
  func clusters(of words: [CaptionWord]) -> [[Int]] {
    var owners = [[Int]](repeating: [], count: words.count)
    for (index, cluster) in layout.clusters.enumerated() {
      let start = cluster.bytes.lowerBound
      let next = words.partitioningIndex { $0.bytes.lowerBound > start }
      if next > 0, words[next - 1].bytes.contains(start) { owners[next - 1].append(index) }
    }
    return owners
  }
}

extension TextLayout {
  /// The stretches of lines that `clusters` take up, one for each line.
  func cells(of clusters: [Int]) -> [Rect] {
    Dictionary(grouping: clusters) { self.clusters[$0].line }.sorted { $0.key < $1.key }
      .compactMap { _, members in
        members.map { self.clusters[$0].cell }.reduce(nil as Rect?) { $0?.union($1) ?? $1 }
      }
  }

  /// Where `clusters` are drawn while they are highlighted, with their plate; `nil` for none.
  fileprivate func bounds(
    of clusters: [Int], _ highlight: CaptionHighlight, overhang: Double
  ) -> Rect? {
    let rects = cells(of: clusters)
    guard let first = rects.first else { return nil }
    let (x, y) = (highlight.box?.paddingX ?? 0, highlight.box?.paddingY ?? 0)
    let all = rects.dropFirst().reduce(first) { $0.union($1) }
    let outer = Rect(
      x: all.minX - max(x, overhang), y: all.minY - max(y, overhang),
      width: all.size.width + 2 * max(x, overhang), height: all.size.height + 2 * max(y, overhang))
    let scale = max(1, highlight.scale)
    return AffineTransform(scaleX: scale, y: scale).about(middle(of: clusters))
      .boundingBox(of: outer)
  }
}

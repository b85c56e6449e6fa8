// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// The letters of a layout, or some of them, as a figure.
///
/// To be drawn within ``FontCollection/exclusively(_:)`` of the layout's fonts.
struct TextFigure: Figure {
  /// In the order of the layout.
  let clusters: [GlyphCluster]
  /// What shares of paints are shares of.
  let box: Rect

  var isOpaque: Bool { clusters.allSatisfy { $0.look.fill.isOpaque } }

  func addOutlines(to canvas: Canvas) { addOutlines(of: clusters[...], to: canvas) }

  private func addOutlines(of clusters: ArraySlice<GlyphCluster>, to canvas: Canvas) {
    for cluster in clusters {
      addLines(of: cluster, to: canvas)
      guard !cluster.isColored else { continue }
      cairo_move_to(canvas.cairo, cluster.x, cluster.baseline)
      cluster.withGlyphString {
        pango_cairo_glyph_string_path(canvas.cairo, cluster.font, $0)
      }
    }
    cairo_new_sub_path(canvas.cairo)
  }

  /// Lines under and through a cluster.
  private func addLines(of cluster: GlyphCluster, to canvas: Canvas) {
    func add(_ above: Double, _ width: Double) {
      canvas.add(
        Rect(x: cluster.x, y: cluster.baseline - above, width: cluster.width, height: width))
    }
    let metrics = cluster.metrics
    if cluster.look.underline != .none { add(metrics.underline, metrics.underlineWidth) }
    if cluster.look.underline == .double {
      add(metrics.underline - 2 * metrics.underlineWidth, metrics.underlineWidth)
    }
    if cluster.look.isStruckThrough { add(metrics.strike, metrics.strikeWidth) }
  }

  var boundsWithoutOutlines: Rect? {
    var all: Rect?
    for cluster in clusters {
      var rects: [Rect] = []
      if cluster.look.background != nil { rects.append(cluster.cell) }
      if cluster.isColored { rects.append(Self.ink(of: cluster)) }
      for rect in rects { all = all?.union(rect) ?? rect }
    }
    return all
  }

  private static func ink(of cluster: GlyphCluster) -> Rect {
    var ink = PangoRectangle()
    cluster.withGlyphString { pango_glyph_string_extents($0, cluster.font, &ink, nil) }
    let rect = Rect(ink)
    return Rect(
      origin: Point(rect.minX + cluster.x, rect.minY + cluster.baseline), size: rect.size
    ).grown(by: 1)
  }

  func fillBackground(on canvas: Canvas) {
    for group in groups(by: { LineLook(line: $0.line, look: $0.look.background) }) {
      guard let color = group.first?.look.background else { continue }
      for cluster in group { canvas.add(cluster.cell) }
      canvas.setPaint(.color(color), in: box)
      cairo_fill(canvas.cairo)
    }
  }

  func fill(on canvas: Canvas) {
    for group in groups(by: { LineLook(line: $0.line, look: $0.look.fill) }) {
      guard let first = group.first else { continue }
      cairo_new_path(canvas.cairo)
      addOutlines(of: group, to: canvas)
      canvas.setPaint(first.look.fill, in: box)
      cairo_fill(canvas.cairo)
    }
    drawColored(on: canvas)
  }

  func cover(on canvas: Canvas) {
    cairo_set_source_rgba(canvas.cairo, 0, 0, 0, 1)
    for group in groups(by: \.line) {
      cairo_new_path(canvas.cairo)
      addOutlines(of: group, to: canvas)
      cairo_fill(canvas.cairo)
    }
    drawColored(on: canvas)
  }

  var lines: [any Figure] {
    groups(by: \.line).map { TextFigure(clusters: Array($0), box: box) }
  }

  var measuredParts: [any Figure] {
    stride(from: 0, to: clusters.count, by: 32).map { start in
      TextFigure(clusters: Array(clusters[start..<min(clusters.count, start + 32)]), box: box)
    }
  }

  private func drawColored(on canvas: Canvas) {
    for cluster in clusters where cluster.isColored {
      cairo_new_path(canvas.cairo)
      cairo_move_to(canvas.cairo, cluster.x, cluster.baseline)
      cluster.withGlyphString { pango_cairo_show_glyph_string(canvas.cairo, cluster.font, $0) }
    }
    cairo_new_path(canvas.cairo)
  }

  /// What is painted at once: letters of one line that look alike.
  private struct LineLook<Look: Equatable>: Equatable {
    let line: Int
    let look: Look
  }

  /// Neighbours that look alike, together: what they share an edge with shows no seam.
  private func groups<Part: Equatable>(by part: (GlyphCluster) -> Part)
    -> [ArraySlice<GlyphCluster>]
  {
    var groups: [ArraySlice<GlyphCluster>] = []
    var start = 0
    for index in clusters.indices.dropFirst()
    where part(clusters[index]) != part(clusters[index - 1]) {
      groups.append(clusters[start..<index])
      start = index
    }
    return clusters.isEmpty ? [] : groups + [clusters[start...]]
  }
}

extension GlyphCluster {
  /// Its stretch of the line.
  var cell: Rect { Rect(x: x, y: top, width: width, height: height) }
}

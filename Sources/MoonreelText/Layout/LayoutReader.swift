// SPDX-License-Identifier: MIT

import CPango
import CTextHost
import MoonreelCore
import MoonreelModel

/// Reads the clusters of a layout: which glyphs, where, in which look.
struct LayoutReader {
  private typealias Run = UnsafeMutablePointer<PangoGlyphItem>

  private let layout: OpaquePointer
  private let setter: LayoutSetter
  /// What is added to Pango's positions.
  private let shift: Point
  private static let unit = 1 / Double(PANGO_SCALE)

  init(_ layout: OpaquePointer, _ setter: LayoutSetter, shift: Point) {
    (self.layout, self.setter, self.shift) = (layout, setter, shift)
  }

  /// The clusters, and how many lines they stand on.
  func clusters() -> ([GlyphCluster], lineCount: Int) {
    guard let iterator = pango_layout_get_iter(layout) else { return ([], 0) }
    defer { pango_layout_iter_free(iterator) }
    var clusters: [GlyphCluster] = []
    var line = 0
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator) else {
        line += 1  // each line ends in a run that is none
        continue
      }
      read(run, iterator, line, into: &clusters)
    } while pango_layout_iter_next_run(iterator) != 0
    return (clusters, line)
  }

  private func read(
    _ run: Run, _ iterator: OpaquePointer, _ line: Int, into clusters: inout [GlyphCluster]
  ) {
    guard let item = run.pointee.item, let font = item.pointee.analysis.font else { return }
    var logical = PangoRectangle()
    pango_layout_iter_get_run_extents(iterator, nil, &logical)
    let rect = Rect(logical)
    let stretch = Stretch(
      font: font, isColored: mr_font_has_color(font),
      baseline: Double(pango_layout_iter_get_run_baseline(iterator)) * Self.unit + shift.y,
      top: rect.minY + shift.y, height: rect.size.height,
      look: look(of: item), metrics: Self.metrics(of: font, item), line: line)
    var x = rect.minX + shift.x
    for part in Self.parts(of: run, layout) {
      clusters.append(stretch.cluster(part.glyphs, bytes: part.bytes, x: x))
      x += clusters[clusters.count - 1].width
    }
  }

  /// What the clusters of a run have in common.
  private struct Stretch {
    let font: UnsafeMutablePointer<PangoFont>
    let isColored: Bool
    let baseline, top, height: Double
    let look: GlyphCluster.Look
    let metrics: GlyphCluster.LineMetrics
    let line: Int

    func cluster(_ glyphs: [PangoGlyphInfo], bytes: Range<Int>, x: Double) -> GlyphCluster {
      var width: Int32 = 0
      var missing: [UInt32] = []
      for glyph in glyphs {
        width += glyph.geometry.width
        var character: UInt32 = 0
        if mr_glyph_is_missing(glyph.glyph, &character) { missing.append(character) }
      }
      return GlyphCluster(
        font: font, glyphs: glyphs, x: x, baseline: baseline, width: Double(width) * unit, top: top,
        height: height, isColored: isColored, look: look, metrics: metrics, bytes: bytes,
        line: line, missing: missing)
    }
  }

  /// The glyphs of `run` cluster by cluster, from left to right, with their bytes of the text.
  private static func parts(of run: Run, _ layout: OpaquePointer) -> [(
    glyphs: [PangoGlyphInfo], bytes: Range<Int>
  )] {
    guard let string = run.pointee.glyphs, let item = run.pointee.item else { return [] }
    var iterator = PangoGlyphItemIter()
    var parts: [(glyphs: [PangoGlyphInfo], bytes: Range<Int>)] = []
    var isThere = pango_glyph_item_iter_init_start(&iterator, run, pango_layout_get_text(layout))
    while isThere != 0 {
      let (start, end) = (Int(iterator.start_glyph), Int(iterator.end_glyph))
      // From right to left the iterator counts down, its end lying before the first glyph.
      let glyphs = start < end ? start..<end : (end + 1)..<(start + 1)
      let infos = glyphs.map { string.pointee.glyphs[$0] }
      parts.append((infos, Int(iterator.start_index)..<Int(iterator.end_index)))
      isThere = pango_glyph_item_iter_next_cluster(&iterator)
    }
    return item.pointee.analysis.level & 1 == 1 ? parts.reversed() : parts
  }

  private static func metrics(
    of font: UnsafeMutablePointer<PangoFont>, _ item: UnsafeMutablePointer<PangoItem>
  ) -> GlyphCluster.LineMetrics {
    guard let metrics = pango_font_get_metrics(font, item.pointee.analysis.language) else {
      return GlyphCluster.LineMetrics(underline: 0, underlineWidth: 0, strike: 0, strikeWidth: 0)
    }
    defer { pango_font_metrics_unref(metrics) }
    return GlyphCluster.LineMetrics(
      underline: Double(pango_font_metrics_get_underline_position(metrics)) * unit,
      underlineWidth: Double(pango_font_metrics_get_underline_thickness(metrics)) * unit,
      strike: Double(pango_font_metrics_get_strikethrough_position(metrics)) * unit,
      strikeWidth: Double(pango_font_metrics_get_strikethrough_thickness(metrics)) * unit)
  }

  // MARK: Looks

  private func look(of item: UnsafeMutablePointer<PangoItem>) -> GlyphCluster.Look {
    let attributes = Self.attributes(of: item)
    let style = style(attributes)
    var look = GlyphCluster.Look(fill: style.fill ?? .color(.white), background: style.background)
    var (fillAlpha, backgroundAlpha) = (1.0, 1.0)
    for attribute in attributes {
      let number = mr_attribute_number(attribute)
      switch attribute.pointee.klass.pointee.type {
      case PANGO_ATTR_FOREGROUND where setter.isMarkup:
        look.fill = .color(Self.color(attribute))
      case PANGO_ATTR_BACKGROUND: look.background = Self.color(attribute)
      case PANGO_ATTR_FOREGROUND_ALPHA: fillAlpha = Double(number) / 65535
      case PANGO_ATTR_BACKGROUND_ALPHA: backgroundAlpha = Double(number) / 65535
      case PANGO_ATTR_UNDERLINE:
        look.underline =
          number == Int32(PANGO_UNDERLINE_NONE.rawValue)
          ? .none : number == Int32(PANGO_UNDERLINE_DOUBLE.rawValue) ? .double : .single
      case PANGO_ATTR_STRIKETHROUGH: look.isStruckThrough = number != 0
      default: break
      }
    }
    if case .color(var color) = look.fill, fillAlpha < 1 {
      color.alpha *= fillAlpha
      look.fill = .color(color)
    }
    look.background?.alpha *= backgroundAlpha
    return look
  }

  /// The style of the span that the attributes lead to.
  private func style(_ attributes: [UnsafeMutablePointer<PangoAttribute>]) -> TextStyle {
    var index = 0
    for attribute in attributes
    where attribute.pointee.klass.pointee.type == PANGO_ATTR_FOREGROUND && !setter.isMarkup {
      var color = PangoColor()
      if mr_attribute_color(attribute, &color) {
        index = Int(color.red) | Int(color.green) << 16
      }
    }
    return setter.styles.indices.contains(index) ? setter.styles[index] : .usual
  }

  private static func attributes(of item: UnsafeMutablePointer<PangoItem>)
    -> [UnsafeMutablePointer<PangoAttribute>]
  {
    var attributes: [UnsafeMutablePointer<PangoAttribute>] = []
    var next = item.pointee.analysis.extra_attrs
    while let entry = next {
      if let data = entry.pointee.data {
        attributes.append(data.assumingMemoryBound(to: PangoAttribute.self))
      }
      next = entry.pointee.next
    }
    return attributes
  }

  private static func color(_ attribute: UnsafeMutablePointer<PangoAttribute>) -> Color {
    var color = PangoColor()
    _ = mr_attribute_color(attribute, &color)
    return Color(
      Double(color.red) / 65535, Double(color.green) / 65535, Double(color.blue) / 65535)
  }
}

// SPDX-License-Identifier: MIT

import CPango
import CTextHost
import MoonreelCore
import MoonreelModel

/// Letters shaped and broken into lines.
///
/// To be made and used within ``FontCollection/exclusively(_:)`` of its fonts.
///
/// `@unchecked Sendable`: constant once made; Pango's objects are used under the collection's lock.
final class TextLayout: @unchecked Sendable {
  let fonts: FontCollection
  let layout: OpaquePointer
  /// The block: its corner at the origin.
  let box: Rect
  /// The clusters in the order in which they stand, lines from the top, each from the left.
  let clusters: [GlyphCluster]
  /// How many lines there are.
  let lineCount: Int
  /// The first line's baseline.
  let baseline: Double
  /// What the sizes were multiplied by to fit.
  let factor: Double
  /// The text that was laid out.
  let text: [UInt8]
  /// Whether something was left out in favour of an ellipsis.
  let isEllipsized: Bool

  /// Lays out `description` with `fonts`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for markup that cannot be read.
  init(_ description: TextDescription, fonts: FontCollection) throws {
    let context = fonts.makeContext()
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    guard let layout = pango_layout_new(context) else { preconditionFailure("Pango aborts itself") }
    (self.fonts, self.layout) = (fonts, layout)
    let setter: LayoutSetter
    do {
      setter = try LayoutSetter(description, fonts: fonts)
    } catch {
      g_object_unref(UnsafeMutableRawPointer(layout))
      throw error
    }
    factor = setter.fit(layout)
    setter.set(layout, factor: factor)
    text = setter.text
    let logical = Self.logicalRect(layout)
    let block = description.block
    let size = Size(
      block.width ?? Self.even(logical.size.width), block.height ?? Self.even(logical.size.height))
    box = Rect(origin: .zero, size: size)
    let spare = block.height.map { $0 - logical.size.height } ?? 0
    let shift = Point(
      block.width == nil ? (size.width - logical.size.width) / 2 - logical.minX : 0,
      (spare * block.verticalAlignment.share).rounded() - logical.minY)
    let reader = LayoutReader(layout, setter, shift: shift)
    (clusters, lineCount) = reader.clusters()
    baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) + shift.y
    isEllipsized = pango_layout_is_ellipsized(layout) != 0
  }

  deinit { fonts.discard(layout) }

  /// `length` rounded up to an even number of pixels: what lies in the middle of a picture then lies on whole
  /// pixels, where its own are copied as they are.
  private static func even(_ length: Double) -> Double { (length / 2).rounded(.up) * 2 }

  /// The smallest rectangle around the clusters' stretches of their lines; `nil` where there is none.
  var cells: Rect? {
    clusters.reduce(nil as Rect?) { all, cluster in all?.union(cluster.cell) ?? cluster.cell }
  }

  /// The characters for which no font has a glyph, each once, in order.
  var missing: [Unicode.Scalar] {
    var seen: Set<UInt32> = []
    return clusters.flatMap(\.missing).filter { seen.insert($0).inserted }
      .compactMap(Unicode.Scalar.init)
  }

  /// Where the lines' own boxes lie, in pixels.
  static func logicalRect(_ layout: OpaquePointer) -> Rect {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Rect(logical)
  }

  /// Where ink is, as Pango says; for tests.
  func pangoInk() -> Rect {
    var ink = PangoRectangle()
    pango_layout_get_extents(layout, &ink, nil)
    return Rect(ink)
  }
}

extension Rect {
  /// A rectangle of Pango's in pixels.
  init(_ rect: PangoRectangle) {
    let unit = 1 / Double(PANGO_SCALE)
    self.init(
      x: Double(rect.x) * unit, y: Double(rect.y) * unit, width: Double(rect.width) * unit,
      height: Double(rect.height) * unit)
  }
}

extension TextBlock.VerticalAlignment {
  fileprivate var share: Double {
    switch self {
    case .top: 0
    case .middle: 0.5
    case .bottom: 1
    }
  }
}

// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// Something that Cairo draws on: premultiplied colours, or coverage alone.
///
/// Coordinates are a drawing's own; `scale` pixels fall on one of them.
final class Canvas {
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  /// Pixels per unit.
  let scale: Double

  /// Draws over memory of `size`, its top-left pixel at (`originX`, `originY`) in pixels from the drawing's
  /// origin.
  init(
    _ base: UnsafeMutableRawPointer, format: cairo_format_t, size: PixelSize, strideBytes: Int,
    scale: Double, originX: Double, originY: Double
  ) {
    surface = cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), format, Int32(size.width), Int32(size.height),
      Int32(strideBytes))
    cairo = cairo_create(surface)
    self.scale = scale
    cairo_translate(cairo, -originX, -originY)
    cairo_scale(cairo, scale, scale)
    cairo_set_tolerance(cairo, 0.02)
    cairo_set_miter_limit(cairo, 10)
  }

  /// Draws nothing, but measures: without edges, as Cairo leaves out glyphs that lie far outside them.
  init() {
    surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
    cairo = cairo_create(surface)
    scale = 1
    cairo_set_tolerance(cairo, 0.02)
    cairo_set_miter_limit(cairo, 10)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Makes all that was drawn be in memory.
  func flush() { cairo_surface_flush(surface) }

  /// Runs `body` and takes back what it sets.
  func saving(_ body: () throws -> Void) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    try body()
  }

  // MARK: Outlines

  /// Adds `path` to the current outlines.
  func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point): cairo_move_to(cairo, point.x, point.y)
      case .line(let point): cairo_line_to(cairo, point.x, point.y)
      case .quadratic(let handle, let point):
        var (x, y) = (0.0, 0.0)
        if cairo_has_current_point(cairo) == 0 { cairo_move_to(cairo, handle.x, handle.y) }
        cairo_get_current_point(cairo, &x, &y)
        cairo_curve_to(
          cairo, x + (handle.x - x) * 2 / 3, y + (handle.y - y) * 2 / 3,
          point.x + (handle.x - point.x) * 2 / 3, point.y + (handle.y - point.y) * 2 / 3,
          point.x, point.y)
      case .cubic(let first, let second, let point):
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, point.x, point.y)
      case .close: cairo_close_path(cairo)
      }
    }
  }

  /// Adds the sides of `rect` to the current outlines.
  func add(_ rect: Rect) {
    cairo_rectangle(cairo, rect.minX, rect.minY, rect.size.width, rect.size.height)
  }

  /// The rectangle around the current outlines, filled or not.
  var pathBounds: Rect { bounds(cairo_path_extents) ?? .zero }

  /// What filling the current outlines would touch.
  var fillBounds: Rect? { bounds(cairo_fill_extents) }

  /// What a line of the current width along the current outlines would touch.
  var strokeBounds: Rect? { bounds(cairo_stroke_extents) }

  private func bounds(
    _ measure: (
      OpaquePointer?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?
    ) -> Void
  ) -> Rect? {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    measure(cairo, &left, &top, &right, &bottom)
    guard right > left || bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  // MARK: Lines and colours

  /// Makes lines look as `stroke` says, `width` pixels wide.
  func setLine(_ stroke: Stroke, width: Double) {
    cairo_set_line_width(cairo, width)
    cairo_set_line_join(cairo, stroke.join.cairo)
    cairo_set_line_cap(cairo, stroke.cap.cairo)
    cairo_set_dash(cairo, stroke.dashes, Int32(stroke.dashes.count), stroke.dashOffset)
  }

  /// Paints with `paint` from now on; its shares are those of `box`.
  func setPaint(_ paint: Paint, in box: Rect) {
    switch paint {
    case .stencil: cairo_set_source_rgba(cairo, 1, 1, 1, 1)
    case .color(let color):
      cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    case .linear(let from, let to, let stops):
      let (start, end) = (from.point(in: box), to.point(in: box))
      setGradient(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), stops)
    case .radial(let center, let radius, let stops):
      let middle = center.point(in: box)
      let reach = radius.resolved(in: max(box.size.width, box.size.height))
      setGradient(
        cairo_pattern_create_radial(middle.x, middle.y, 0, middle.x, middle.y, max(1e-6, reach)),
        stops)
    }
  }

  private func setGradient(_ pattern: OpaquePointer?, _ stops: [Image.GradientStop]) {
    for (index, stop) in stops.enumerated() {
      if index > 0 { addBetween(pattern, stops[index - 1], stop) }
      Self.add(pattern, stop.position, stop.color)
    }
    cairo_set_source(cairo, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Cairo goes from straight colour to straight colour, Moonreel's gradients from premultiplied ones: where
  /// alpha changes, stops between make up for it.
  private func addBetween(
    _ pattern: OpaquePointer?, _ from: Image.GradientStop, _ to: Image.GradientStop
  ) {
    guard from.color.alpha != to.color.alpha, from.position < to.position else { return }
    let steps = 16
    for step in 1..<steps {
      let share = Double(step) / Double(steps)
      func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
      let alpha = mix(from.color.alpha, to.color.alpha)
      guard alpha > 0 else { continue }
      func part(_ component: (Color) -> Double) -> Double {
        mix(component(from.color) * from.color.alpha, component(to.color) * to.color.alpha) / alpha
      }
      Self.add(
        pattern, mix(from.position, to.position),
        Color(part(\.red), part(\.green), part(\.blue), alpha))
    }
  }

  private static func add(_ pattern: OpaquePointer?, _ position: Double, _ color: Color) {
    cairo_pattern_add_color_stop_rgba(
      pattern, position, color.red, color.green, color.blue, color.alpha)
  }

  /// Paints through the coverage on `mask`, whose top-left pixel lies at (`x`, `y`) in pixels of this canvas
  /// from the drawing's origin.
  func paint(through mask: MaskCanvas, x: Double, y: Double, originX: Double, originY: Double) {
    saving {
      // The paint stays where the coordinates put it; only the mask is placed in whole pixels.
      cairo_identity_matrix(cairo)
      cairo_mask_surface(cairo, mask.surface, x - originX, y - originY)
    }
  }
}

extension Stroke.Join {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension Stroke.Cap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

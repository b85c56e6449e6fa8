// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// A figure with its lines, its shadows and the plate behind it.
struct DecoratedFigure {
  /// What of it is drawn, from the lowest.
  enum Layer: String, Hashable, CaseIterable, Digestible {
    case plate
    /// Shadows, and the lines that lie under the letters.
    case under
    /// What lies behind single letters.
    case background
    /// The letters or shape.
    case figure
    /// The lines on it.
    case lines
  }

  var figure: any Figure
  var strokes: [Stroke] = []
  var shadows: [Shadow] = []
  /// The plate, and what it is painted with.
  var plate: (path: Path, paint: Paint)?
  /// What is drawn.
  var layers = Set(Layer.allCases)

  // MARK: Where

  /// Where something is drawn; `nil`: nowhere.
  func bounds() -> Rect? {
    let canvas = Canvas()
    let inked = inkBounds(on: canvas)
    let plated = plate.map(\.path.bounds)
    let shadowed = inked.map { ink in shadows.map { Self.bounds(of: $0, under: ink) } } ?? []
    return ([inked, plated] + shadowed).compactMap { $0 }.reduce(nil as Rect?) { all, next in
      all?.union(next) ?? next
    }
  }

  private static func bounds(of shadow: Shadow, under ink: Rect) -> Rect {
    let moved = Rect(
      origin: Point(ink.minX + shadow.offset.x, ink.minY + shadow.offset.y), size: ink.size)
    return moved.grown(by: shadow.reach)
  }

  /// Where letters or shape and their lines are.
  private func inkBounds(on canvas: Canvas) -> Rect? {
    var all = figure.boundsWithoutOutlines
    func include(_ rect: Rect?) { if let rect { all = all?.union(rect) ?? rect } }
    for part in figure.measuredParts {
      cairo_new_path(canvas.cairo)
      part.addOutlines(to: canvas)
      include(canvas.fillBounds)
      for stroke in strokes where stroke.position != .inside {
        canvas.setLine(stroke, width: stroke.lineWidth)
        include(canvas.strokeBounds)
      }
    }
    cairo_new_path(canvas.cairo)
    return all
  }

  // MARK: Drawing

  /// Draws everything on `canvas`, whose top-left pixel lies at (`originX`, `originY`).
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short.
  func draw(on canvas: Canvas, originX: Double, originY: Double) throws {
    if let plate, layers.contains(.plate) {
      canvas.add(plate.path)
      canvas.setPaint(plate.paint, in: plate.path.bounds)
      cairo_fill(canvas.cairo)
    }
    if layers.contains(.under) {
      for shadow in shadows.reversed() { try draw(shadow, canvas, originX, originY) }
      for stroke in strokes.reversed() where stroke.position == .outside {
        drawOutside(stroke, canvas)
      }
    }
    if layers.contains(.background) { figure.fillBackground(on: canvas) }
    if layers.contains(.figure) { figure.fill(on: canvas) }
    guard layers.contains(.lines) else { return }
    for stroke in strokes.reversed() where stroke.position != .outside {
      canvas.saving { line(stroke, on: canvas, isClipped: stroke.position == .inside) }
    }
  }

  /// The outer half of a line of twice the width: the letters lie over the inner one, which is taken away
  /// where it would show through.
  private func drawOutside(_ stroke: Stroke, _ canvas: Canvas) {
    if figure.isOpaque {
      canvas.saving { line(stroke, on: canvas) }
      return
    }
    cairo_push_group(canvas.cairo)
    canvas.saving { line(stroke, on: canvas) }
    cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_DEST_OUT)
    figure.cover(on: canvas)
    cairo_pop_group_to_source(canvas.cairo)
    cairo_paint(canvas.cairo)
  }

  private func line(_ stroke: Stroke, on canvas: Canvas, isClipped: Bool = false) {
    canvas.setPaint(stroke.paint, in: figure.box)
    canvas.setLine(stroke, width: stroke.lineWidth)
    for part in figure.lines {
      canvas.saving {
        cairo_new_path(canvas.cairo)
        part.addOutlines(to: canvas)
        if isClipped { cairo_clip_preserve(canvas.cairo) }
        cairo_stroke(canvas.cairo)
      }
    }
  }

  private func draw(_ shadow: Shadow, _ canvas: Canvas, _ originX: Double, _ originY: Double)
    throws
  {
    guard let ink = inkBounds(on: Canvas()) else { return }
    let scale = canvas.scale
    let moved = Point(shadow.offset.x * scale, shadow.offset.y * scale)
    let wanted = ink.grown(by: shadow.reach)
    // The mask's pixels lie on those of the canvas: the offset's fraction is part of what is drawn on it.
    let (left, top) = (
      (wanted.minX * scale + moved.x).rounded(.down), (wanted.minY * scale + moved.y).rounded(.down)
    )
    let size = PixelSize(
      Int(limiting: (wanted.maxX * scale + moved.x).rounded(.up) - left) + 1,
      Int(limiting: (wanted.maxY * scale + moved.y).rounded(.up) - top) + 1)
    let mask = MaskCanvas(size: size)
    mask.draw(scale: scale, originX: left - moved.x, originY: top - moved.y) { canvas in
      cover(with: shadow, on: canvas)
    }
    try mask.blur(sigma: shadow.blur * scale)
    canvas.setPaint(shadow.paint, in: figure.box)
    for _ in 0..<max(1, shadow.strength) {
      canvas.paint(through: mask, x: left, y: top, originX: originX, originY: originY)
    }
  }

  private func cover(with shadow: Shadow, on canvas: Canvas) {
    figure.cover(on: canvas)
    for stroke in strokes where stroke.position != .inside {
      line(stroke.opaque, on: canvas)
    }
    guard shadow.spread > 0 else { return }
    let widest = strokes.map { $0.position == .inside ? 0 : $0.lineWidth }.max() ?? 0
    line(Stroke(width: widest + 2 * shadow.spread), on: canvas)
  }
}

extension Shadow {
  /// How far beyond what casts it something of it can be seen, in pixels.
  fileprivate var reach: Double { spread + (3 * blur).rounded(.up) + 1 }
}

extension Stroke {
  /// How wide the line is drawn: on one side of the outline only half of it shows.
  fileprivate var lineWidth: Double { position == .center ? width : 2 * width }

  /// The same line in black.
  fileprivate var opaque: Stroke {
    var stroke = self
    stroke.paint = .color(.black)
    return stroke
  }
}

extension Set<DecoratedFigure.Layer> {
  /// From the lowest.
  var sorted: [DecoratedFigure.Layer] { DecoratedFigure.Layer.allCases.filter(contains) }
}

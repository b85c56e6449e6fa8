// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// A shape that is drawn at any scale.
///
/// For example: `Image(.drawing(try ShapeDrawing(of: ShapeDescription(Path(ellipseIn: rect)))))`.
public final class ShapeDrawing: Drawing {
  /// What it is.
  public let description: ShapeDescription
  /// The rectangle around its outlines; where they have no width or no height, around its lines.
  public let box: Rect
  /// Where something is drawn; `nil`: nowhere.
  public let ink: Rect?
  /// The rectangle outside which it is transparent.
  public let extent: Rect
  /// What of it is drawn.
  let layers: Set<DecoratedFigure.Layer>
  private let memo = DigestMemo()

  private struct RasterKey: Hashable {
    var description: ShapeDescription
    var layers: Set<DecoratedFigure.Layer>
    var scale: Double
  }

  private static let rasters = RasterCache<RasterKey, DrawingRaster>(limit: 48 << 20)

  /// Measures `description`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for points that are not finite, `limitExceeded` for a shape
  ///   that is too large.
  public convenience init(of description: ShapeDescription) throws {
    try self.init(of: description, layers: Set(DecoratedFigure.Layer.allCases))
  }

  /// Measures `description`, some layers of which are drawn.
  init(of description: ShapeDescription, layers: Set<DecoratedFigure.Layer>) throws {
    guard description.path.bounds.isFinite else {
      throw MoonreelError(
        .invalidArgument, "Cannot draw a shape with a point that is not a finite number.")
    }
    (self.description, self.layers) = (description, layers)
    let shape = ShapeFigure(description)
    let ink = Self.figure(description, shape, layers).bounds()
    (self.ink, extent) = (ink, ink.map(FigureRaster.extent) ?? .zero)
    box = shape.box.isEmpty ? ink ?? .zero : shape.box
    try RasterPlane.check(ink, "the shape", "make it smaller")
  }

  /// Its outlines.
  public var byteEstimate: Int { 1024 + description.path.byteEstimate }

  /// Pixels at `scale`, drawn where they were not before.
  public func raster(scale: Double) throws -> DrawingRaster {
    let key = RasterKey(description: description, layers: layers, scale: scale)
    return try Self.rasters.value(key, cost: \.byteCount) {
      let figure = Self.figure(description, ShapeFigure(description), layers)
      return try FigureRaster.raster(of: figure, ink: ink ?? .zero, scale: scale)
    }
  }

  private static func figure(
    _ description: ShapeDescription, _ shape: ShapeFigure, _ layers: Set<DecoratedFigure.Layer>
  ) -> DecoratedFigure {
    DecoratedFigure(
      figure: shape, strokes: description.strokes, shadows: description.shadows, layers: layers)
  }

  /// Stands for the description and for what of it is drawn.
  public var digest: Digest? {
    memo.value { DigestWriter("shape drawing", description, layers.sorted).digest }
  }
}

/// Outlines as a figure.
struct ShapeFigure: Figure {
  private let path: Path
  private let rule: Path.FillRule
  private let paint: Paint?
  /// Around all of the outlines, whatever part of them is there.
  let box: Rect
  let boundsWithoutOutlines: Rect? = nil

  init(_ description: ShapeDescription) {
    let canvas = Canvas()
    canvas.add(description.path)
    box = canvas.pathBounds
    (rule, paint) = (description.rule, description.fill)
    path =
      description.trim.map {
        description.path.trimmed(from: $0.start, to: $0.end, offset: $0.offset)
      } ?? description.path
  }

  /// Lines that lie outside go under what is filled; where nothing is, they are whole.
  var isOpaque: Bool { paint?.isOpaque ?? true }

  func addOutlines(to canvas: Canvas) {
    cairo_set_fill_rule(canvas.cairo, rule.cairo)
    canvas.add(path)
  }

  func fill(on canvas: Canvas) {
    guard let paint else { return }
    canvas.setPaint(paint, in: box)
    fillOutlines(on: canvas)
  }

  func cover(on canvas: Canvas) {
    guard paint != nil else { return }
    cairo_set_source_rgba(canvas.cairo, 0, 0, 0, 1)
    fillOutlines(on: canvas)
  }

  private func fillOutlines(on canvas: Canvas) {
    cairo_new_path(canvas.cairo)
    addOutlines(to: canvas)
    cairo_fill(canvas.cairo)
  }
}

extension Path.FillRule {
  fileprivate var cairo: cairo_fill_rule_t {
    switch self {
    case .nonZero: CAIRO_FILL_RULE_WINDING
    case .evenOdd: CAIRO_FILL_RULE_EVEN_ODD
    }
  }
}

extension Rect {
  fileprivate var isFinite: Bool {
    [minX, minY, size.width, size.height].allSatisfy { $0.isFinite }
  }
}

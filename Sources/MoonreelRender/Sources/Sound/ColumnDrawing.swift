// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A picture that is painted by columns at whatever scale it is seen; its last raster is kept.
final class ColumnDrawing: Drawing {
  /// What is painted on.
  struct Canvas {
    /// The first pixel.
    let base: UnsafeMutablePointer<UInt32>
    /// Pixels from a row to the next.
    let stride: Int
    /// Pixels.
    let width: Int
    let height: Int
    /// Pixels per pixel of the drawing.
    let scale: Double
  }

  /// The most pixels of a raster.
  private static let mostPixels = Double(1 << 25)
  /// Transparent pixels around it, so that sampling finds nothing beyond.
  private static let margin = 2
  private static let format = PixelFormat(
    family: .rgb, packing: .packed(order: "bgra"), bitDepth: 8, hasAlpha: true)

  let box: Rect
  let extent: Rect
  let byteEstimate = 1024
  /// It draws from what only this process has measured.
  let digest: Digest? = nil
  private let paint: @Sendable (Canvas) -> Void
  private let kept = Locked<(wanted: Double, raster: DrawingRaster)?>(nil)

  /// A drawing of `size`. `paint` writes every pixel.
  init(size: PixelSize, paint: @escaping @Sendable (Canvas) -> Void) {
    box = Rect(origin: .zero, size: size.size)
    extent = box.grown(by: 3)
    self.paint = paint
  }

  /// The picture itself, without what sampling spreads beyond its edges.
  var image: Image { Image(.drawing(self)).cropped(to: box) }

  func raster(scale: Double) throws -> DrawingRaster {
    kept.withLock { kept in
      if let kept, kept.wanted == scale { return kept.raster }
      let raster = draw(scale)
      kept = (scale, raster)
      return raster
    }
  }

  private func draw(_ wanted: Double) -> DrawingRaster {
    let (area, margin) = (max(1, box.size.width * box.size.height), Self.margin)
    let scale = min(wanted, (Self.mostPixels / area).squareRoot())
    let width = max(1, Int(limiting: (box.size.width * scale).rounded(.up)))
    let height = max(1, Int(limiting: (box.size.height * scale).rounded(.up)))
    let buffer = FrameBuffer(
      format: Self.format, size: PixelSize(width + 2 * margin, height + 2 * margin), color: .srgb,
      alphaMode: .premultiplied
    ) { planes in
      let stride = planes[0].strideBytes / 4
      let pixels = planes[0].base.assumingMemoryBound(to: UInt32.self)
      paint(
        Canvas(
          base: pixels + margin * stride + margin, stride: stride, width: width, height: height,
          scale: scale))
    }
    return DrawingRaster(buffer: buffer, scale: scale, originX: -margin, originY: -margin)
  }
}

/// Drawings that are the same at every time: made once.
final class DrawingMemo<Key: Hashable & Sendable>: Sendable {
  private let known = Locked<[Key: ColumnDrawing]>([:])

  /// The drawing of `key`, made where it is not known.
  func drawing(_ key: Key, _ make: () throws -> ColumnDrawing) rethrows -> ColumnDrawing {
    if let drawing = known.withLock({ $0[key] }) { return drawing }
    let made = try make()
    return known.withLock { known in
      // A source that is changed all the time does not fill memory.
      if known.count >= 4 { known = [:] }
      known[key] = made
      return made
    }
  }
}

/// Colours as words of a canvas: premultiplied, blue first.
enum ColumnColor {
  /// The word of `color`.
  static func word(_ color: Color) -> UInt32 { word(premultiplied(color)) }

  /// From `low`, where nothing is covered, to `color` over it, where all is: 257 words.
  static func coverages(_ color: Color, over low: Color) -> [UInt32] {
    let (top, bottom) = (premultiplied(color), premultiplied(low))
    return (0...256).map { step in
      let share = Double(step) / 256
      let rest = 1 - top[3] * share
      return word(zip(top, bottom).map { $0 * share + $1 * rest })
    }
  }

  /// Along `colors`, spread evenly over `range` of 256 values: 256 words.
  static func gradient(_ colors: [Color], over range: ClosedRange<Double>) -> [UInt32] {
    let stops = colors.map(premultiplied)
    return (0..<256).map { value in
      let width = max(1e-9, range.upperBound - range.lowerBound)
      let share = min(1, max(0, (Double(value) - range.lowerBound) / width))
      let place = share * Double(stops.count - 1)
      let first = min(stops.count - 1, Int(place))
      let (one, other) = (stops[first], stops[min(stops.count - 1, first + 1)])
      return word(zip(one, other).map { $0 + ($1 - $0) * (place - Double(first)) })
    }
  }

  private static func premultiplied(_ color: Color) -> [Double] {
    [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha]
  }

  private static func word(_ parts: [Double]) -> UInt32 {
    let bytes = parts.map { UInt32(min(255, max(0, ($0 * 255).rounded()))) }
    return bytes[2] | bytes[1] << 8 | bytes[0] << 16 | bytes[3] << 24
  }
}

/// A span of rows for each column of a stretch.
struct ColumnSpans {
  var top: [Float]
  var bottom: [Float]
  /// How much of each column is covered, 0…1.
  var weight: [Float]

  /// Spans of nothing.
  init(count: Int) {
    (top, bottom) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    weight = [Float](repeating: 1, count: count)
  }

  /// Paints `columns` of the rows `rows`, in which 0 is the first; `more` is drawn with it.
  func paint(
    on canvas: ColumnDrawing.Canvas, columns: Range<Int>, rows: Range<Int>,
    with more: ColumnSpans? = nil, _ colors: [UInt32]
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let pixels = canvas.base + rows.lowerBound * canvas.stride + columns.lowerBound
    withSpans(from: columns.lowerBound) { spans in
      func paint(_ more: UnsafePointer<mr_spans>?) {
        var spans = spans
        mr_overview_paint(
          pixels, canvas.stride, columns.count, rows.count, &spans, more, colors)
      }
      guard let more else { return paint(nil) }
      more.withSpans(from: columns.lowerBound) { other in
        var other = other
        withUnsafePointer(to: &other) { paint($0) }
      }
    }
  }

  private func withSpans(from first: Int, _ body: (mr_spans) -> Void) {
    top.withUnsafeBufferPointer { top in
      bottom.withUnsafeBufferPointer { bottom in
        weight.withUnsafeBufferPointer { weight in
          body(
            mr_spans(
              top: top.baseAddress! + first, bottom: bottom.baseAddress! + first,
              weight: weight.baseAddress! + first))
        }
      }
    }
  }
}

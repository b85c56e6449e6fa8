// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A picture that is painted by columns at whatever scale it is seen; its last raster is kept.
///
/// What is painted are words of a canvas: colours, or the codes of a target, so that nothing has to be converted where a film of
/// sounds has another picture for every frame.
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
    fileprivate let ink: ColumnInk

    /// The words of `colors` on this canvas.
    func words(_ colors: [ColumnColor]) -> [UInt32] { ink.words(colors) }
  }

  private struct Kept {
    var wanted: Double
    var ink: ColumnInk
    var raster: DrawingRaster
  }

  /// The most pixels of a raster.
  private static let mostPixels = Double(1 << 25)
  /// Pixels around it, so that sampling finds nothing beyond, or the same as at its edges.
  private static let margin = 2

  let box: Rect
  let extent: Rect
  let byteEstimate = 1024
  /// Its box, where that is all opaque.
  let opaqueRect: Rect?
  private let paint: @Sendable (Canvas) -> Void
  private let content: @Sendable () -> Digest
  private let kept = Locked<Kept?>(nil)

  /// A drawing of `size`. `paint` writes every pixel, and all that differs in what it writes is in the `content`; `isOpaque` where no
  /// pixel is translucent.
  init(
    size: PixelSize, isOpaque: Bool, content: @autoclosure @escaping @Sendable () -> Digest,
    paint: @escaping @Sendable (Canvas) -> Void
  ) {
    box = Rect(origin: .zero, size: size.size)
    extent = isOpaque ? box : box.grown(by: 3)
    opaqueRect = isOpaque ? box : nil
    (self.content, self.paint) = (content, paint)
  }

  /// The picture itself, without what sampling spreads beyond its edges.
  var image: Image { Image(.drawing(self)).cropped(to: box) }

  var digest: Digest? { DigestWriter("columns", box, opaqueRect != nil, content()).digest }

  func raster(scale: Double) throws -> DrawingRaster { raster(scale, .colors) }

  func codes(scale: Double, color: ColorTags) throws -> DrawingRaster? {
    raster(scale, .codes(color))
  }

  private func raster(_ scale: Double, _ ink: ColumnInk) -> DrawingRaster {
    kept.withLock { kept in
      if let kept, kept.wanted == scale, kept.ink == ink { return kept.raster }
      let raster = draw(scale, ink)
      kept = Kept(wanted: scale, ink: ink, raster: raster)
      return raster
    }
  }

  private func draw(_ wanted: Double, _ ink: ColumnInk) -> DrawingRaster {
    let (area, margin) = (max(1, box.size.width * box.size.height), Self.margin)
    let scale = min(wanted, (Self.mostPixels / area).squareRoot())
    let width = max(1, Int(limiting: (box.size.width * scale).rounded(.up)))
    let height = max(1, Int(limiting: (box.size.height * scale).rounded(.up)))
    let buffer = FrameBuffer(
      format: ink.format(isOpaque: opaqueRect != nil),
      size: PixelSize(width + 2 * margin, height + 2 * margin), color: ink.color,
      alphaMode: .premultiplied, isZeroed: false
    ) { planes in
      let stride = planes[0].strideBytes / 4
      let pixels = planes[0].base.bindMemory(
        to: UInt32.self, capacity: stride * planes[0].size.height)
      let canvas = Canvas(
        base: pixels + margin * stride + margin, stride: stride, width: width, height: height,
        scale: scale, ink: ink)
      paint(canvas)
      surround(canvas)
    }
    return DrawingRaster(buffer: buffer, scale: scale, originX: -margin, originY: -margin)
  }

  /// Writes the pixels around `canvas`: those of its edges where it is opaque, or nothing.
  private func surround(_ canvas: Canvas) {
    let (margin, nothing) = (Self.margin, canvas.words([.transparent])[0])
    for row in 0..<canvas.height {
      let pixels = canvas.base + row * canvas.stride
      for column in 1...margin {
        pixels[-column] = opaqueRect == nil ? nothing : pixels[0]
        pixels[canvas.width - 1 + column] =
          opaqueRect == nil ? nothing : pixels[canvas.width - 1]
      }
    }
    let length = canvas.width + 2 * margin
    for row in 1...margin {
      for (to, from) in [(-row, 0), (canvas.height - 1 + row, canvas.height - 1)] {
        let pixels = canvas.base + to * canvas.stride - margin
        if opaqueRect == nil {
          pixels.update(repeating: nothing, count: length)
        } else {
          pixels.update(from: canvas.base + from * canvas.stride - margin, count: length)
        }
      }
    }
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
